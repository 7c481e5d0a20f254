"""TOML -> frozen Settings: defaults, the user's own file, the project's, and flags over them."""

from redraft.settings.layers import InForce, Origin, load, user_file
from redraft.settings.toml import parse
from redraft.settings.values import (
    DecodeSettings,
    FindingSettings,
    IdentityMode,
    ModelSettings,
    PromptSettings,
    Recipe,
    Settings,
    Severity,
)

__all__ = [
    "DecodeSettings",
    "FindingSettings",
    "IdentityMode",
    "InForce",
    "ModelSettings",
    "Origin",
    "PromptSettings",
    "Recipe",
    "Settings",
    "Severity",
    "load",
    "parse",
    "user_file",
]
