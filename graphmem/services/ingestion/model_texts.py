"""Escapes data for a chat model's prompt, and picks the usable items of its answer."""

from __future__ import annotations

import json
from typing import Annotated, Any, TypeVar

from pydantic import BaseModel, BeforeValidator, ValidationError

from graphmem.language.observer.filters import Filter, check
from graphmem.language.transcripts.messages import is_storable
from graphmem.model.language import Language

M = TypeVar("M", bound=BaseModel)

_UNSAFE = frozenset({Filter.SYSTEM, Filter.INJECTION, Filter.XML})


def as_data(value: object) -> str:
    """A value as JSON whose angle brackets, which occur in strings only, are escaped.

    No turn can then carry a mark that a chat template takes for the start of another role.
    """
    told = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return told.replace("<", "\\u003c").replace(">", "\\u003e")


def one_line(text: str) -> str:
    """The text as one line; "" if it cannot be stored."""
    line = " ".join(text.split())
    return line if is_storable(line) else ""


def is_harmless(text: str, language: Language) -> bool:
    """Whether the filters let a text pass, so that the model brings in nothing that they keep out."""
    return check(text, language).filter not in _UNSAFE


def truth(given: Any) -> bool:
    """Whether a model's value means true: `true`, or that word in any case."""
    return given is True or str(given).strip().lower() == "true"


def _text(given: Any) -> Any:
    return given if isinstance(given, str) else ""


Words = Annotated[str, BeforeValidator(_text)]
"""A string; "" if the model gives anything else."""


def usable(kind: type[M], given: Any) -> list[M]:
    """The items of a list that validate as `kind`; none of anything but a list."""
    kept = []
    for item in given if isinstance(given, list) else []:
        try:
            kept.append(kind.model_validate(item))
        except ValidationError:
            continue
    return kept


def some_usable(kind: type[M], given: Any) -> list[M]:
    """The usable items, as `usable` gives them.

    Raises ValueError if it is no list, or no item of a list with items validates.
    """
    kept = usable(kind, given)
    if isinstance(given, list) and (kept or not given):
        return kept
    raise ValueError(f"nothing in it is a {kind.__name__}")
