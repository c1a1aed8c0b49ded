"""Texts to and from a chat model: data that cannot leave its string, and what of an answer may be used."""

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
    """A value as JSON without angle brackets, which stand in strings only and have an escape.

    No turn can then carry a mark that a chat template takes for the beginning of another role.
    """
    told = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return told.replace("<", "\\u003c").replace(">", "\\u003e")


def one_line(text: str) -> str:
    """The text as one line, empty when it cannot be stored."""
    line = " ".join(text.split())
    return line if is_storable(line) else ""


def is_harmless(text: str, language: Language) -> bool:
    """Whether a text may be remembered: what the observer keeps out must not come in through the model."""
    return check(text, language).filter not in _UNSAFE


def truth(given: Any) -> bool:
    """Whether a model means yes."""
    return given is True or str(given).strip().lower() == "true"


def _text(given: Any) -> Any:
    return given if isinstance(given, str) else ""


Words = Annotated[str, BeforeValidator(_text)]
"""A text, empty where the model gives something else."""


def usable(kind: type[M], given: Any) -> list[M]:
    """The items of a list that have the form."""
    kept = []
    for item in given if isinstance(given, list) else []:
        try:
            kept.append(kind.model_validate(item))
        except ValidationError:
            continue
    return kept


def some_usable(kind: type[M], given: Any) -> list[M]:
    """The same. Raises ValueError where none of several has the form: then the answer has not."""
    kept = usable(kind, given)
    if isinstance(given, list) and (kept or not given):
        return kept
    raise ValueError(f"nothing in it is a {kind.__name__}")
