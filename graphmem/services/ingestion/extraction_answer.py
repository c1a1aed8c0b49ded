"""The schema of a chat model's answer about clauses, with lenient reading of nearly fitting answers.

The schema is strict for endpoints that enforce it. In other answers an unusable field takes its default and an unusable
item is dropped, so that one slip does not cost a whole window.
"""

from __future__ import annotations

from functools import partial
from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, WithJsonSchema

from graphmem.model.category import Category
from graphmem.model.entity import EntityType
from graphmem.model.gate import PairVerdict
from graphmem.services.ingestion.model_texts import Words, some_usable, truth, usable

_DREAMT = frozenset({Category.THEME, Category.PATTERN, Category.SUMMARY})

MARKED = [category.value for category in Category if category not in _DREAMT | {Category.POLICY}]
"""Categories that a model may name: none that only dreams make, nor POLICY, which `standing` marks."""

VERDICTS = [verdict.value for verdict in PairVerdict if verdict is not PairVerdict.DIFFERENT]


def _category(given: Any) -> Category:
    name = str(given).strip().lower()
    return Category(name) if name in MARKED else Category.OTHER


def _type(given: Any) -> EntityType:
    name = str(given).strip().lower()
    return EntityType(name) if name in {*EntityType} else EntityType.TOPIC


def _bare(schema: dict[str, Any]) -> None:
    """Drop the description: the instructions explain the fields, and each call pays for repetition."""
    schema.pop("description", None)


class _Form(BaseModel):
    model_config = ConfigDict(json_schema_extra=_bare)


class Named(_Form):
    """An entity that a clause names."""

    name: str
    type: Annotated[EntityType, BeforeValidator(_type), WithJsonSchema({"type": "string", "enum": [*EntityType]})] = (
        EntityType.TOPIC
    )


class NamedOwn(Named):
    """The same with the owner's declared type, "" for none."""

    own: Words = ""


class Marked(_Form):
    """The model's mark of one clause, or of a part of it."""

    clause: int
    part: Words = ""
    keep: Annotated[bool, BeforeValidator(truth)] = True
    category: Annotated[Category, BeforeValidator(_category), WithJsonSchema({"type": "string", "enum": MARKED})] = (
        Category.OTHER
    )
    standing: Annotated[bool, BeforeValidator(truth)] = False
    since: Words = ""
    until: Words = ""
    mentions: Annotated[list[Named], BeforeValidator(partial(usable, Named))] = []


def _verdict(given: Any) -> Any:
    name = str(given).strip().lower()
    return PairVerdict(name) if name in VERDICTS else given


class Touched(_Form):
    """The effect of a clause on a known memory, or on an earlier clause; `part` are its words that are over."""

    memory: int
    does: Annotated[PairVerdict, BeforeValidator(_verdict), WithJsonSchema({"type": "string", "enum": VERDICTS})]
    by: int
    part: Words = ""


class Caused(_Form):
    """A clause or a shown memory that led to a clause."""

    source: int = Field(alias="from")
    target: int = Field(alias="to")


class Marks(_Form):
    """The marks of a window's clauses; none where nothing is worth remembering."""

    clauses: Annotated[list[Marked], BeforeValidator(partial(some_usable, Marked))]
    ends: Annotated[list[Touched], BeforeValidator(partial(usable, Touched))] = []
    causes: Annotated[list[Caused], BeforeValidator(partial(usable, Caused))] = []


class MarkedOwn(Marked):
    """The same mark for an owner with declared types."""

    mentions: Annotated[list[NamedOwn], BeforeValidator(partial(usable, NamedOwn))] = []  # type: ignore[assignment]


class MarksOwn(Marks):
    """The marks of a window for an owner with declared types."""

    clauses: Annotated[list[MarkedOwn], BeforeValidator(partial(some_usable, MarkedOwn))]  # type: ignore[assignment]
