"""redraft beside others that draft without a model: same GGUF, prompts and threads, in turn.

    .venv/bin/python -m tests.bench.peers [--rounds 3] [--peers redraft,simple] [--json out.json]
    .venv/bin/python -m tests.bench.peers.picture out.json docs/peers.svg

Each configuration runs in a process of its own, and is held against the plain decoding of its own
engine as well as against redraft. One that is not installed, or dies, is a row that says so.
"""
