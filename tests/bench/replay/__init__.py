"""Drafting measured without a model: answers that are known, replayed."""
