"""Tokens proposed without the model."""
