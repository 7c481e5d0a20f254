"""Prompts in, events out: Protocols, the native library, the token loop, the local Engine."""
