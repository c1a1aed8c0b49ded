"""The environment variables of graphmem, from its settings, to check those that documents name."""

from __future__ import annotations

from pydantic import AliasChoices

from graphmem.config import Settings


def variables() -> dict[str, tuple[str, ...]]:
    """The variables of each field, the best-known one first."""
    found: dict[str, tuple[str, ...]] = {}
    for name, field in Settings.model_fields.items():
        alias = field.validation_alias
        if isinstance(alias, AliasChoices):
            found[name] = tuple(choice for choice in alias.choices if isinstance(choice, str) and choice.isupper())
        else:
            found[name] = (f"GRAPHMEM_{name.upper()}",)
    return found


def all_variables() -> set[str]:
    """Every variable of every field."""
    return {variable for choices in variables().values() for variable in choices}
