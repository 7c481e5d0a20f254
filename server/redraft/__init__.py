"""redraft rewrites code with a local model: `rewrite.py` reads from top to bottom."""

__version__ = "0.1.0"
