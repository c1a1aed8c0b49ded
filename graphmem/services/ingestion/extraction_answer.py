"""The form of a model's answer about turns, and what is let pass of one that has nearly that form.

The schema is strict for endpoints that follow it. What others answer is read with patience: a field that cannot be used
takes its default and an item that cannot be used is left out, so that one slip does not cost a whole window.
"""

from __future__ import annotations

import math
from functools import partial
from typing import Annotated, Any, TypeVar

from pydantic import BaseModel, BeforeValidator, Field, ValidationError, WithJsonSchema

from graphmem.model.category import Category
from graphmem.model.emotion import Emotion
from graphmem.model.entity import EntityType

M = TypeVar("M", bound=BaseModel)

DREAMT = frozenset({Category.THEME, Category.PATTERN, Category.SUMMARY})
"""Categories that only dreams make."""

MIDDLING = 0.5
"""The weight of a statement that the model did not weigh."""

FORMED = [category.value for category in Category if category not in DREAMT]


def _text(given: Any) -> Any:
    return given if isinstance(given, str) else ""


def _category(given: Any) -> Category:
    name = str(given).strip().lower()
    return Category(name) if name in FORMED else Category.OTHER


def _type(given: Any) -> EntityType:
    name = str(given).strip().lower()
    return EntityType(name) if name in {*EntityType} else EntityType.TOPIC


def _weight(given: Any) -> float:
    try:
        weight = float(given)
    except (TypeError, ValueError):
        return MIDDLING
    return min(max(weight, 0.0), 1.0) if math.isfinite(weight) else MIDDLING


def _emotions(given: Any) -> list[Emotion]:
    names = [str(name).strip().lower() for name in given] if isinstance(given, list) else []
    return [Emotion(name) for name in dict.fromkeys(names) if name in {*Emotion}]


def truth(given: Any) -> bool:
    return given is True or str(given).strip().lower() == "true"


Words = Annotated[str, BeforeValidator(_text)]


class Named(BaseModel):
    """Somebody or something the memory names."""

    name: str = Field(description="without case endings: Ankara for Ankara'ya")
    type: Annotated[EntityType, BeforeValidator(_type)] = EntityType.TOPIC


class Stated(BaseModel):
    """What the memory states between two of its entities."""

    subject: str
    predicate: str = Field(description="a verb phrase in English snake_case, present tense: works_at, owns, lives_in")
    object: str
    ended: Annotated[bool, BeforeValidator(truth)] = Field(
        default=False, description="true when the turn says that it is no longer so"
    )


def usable(kind: type[M], given: Any) -> list[M]:
    """The items of a list that have the form."""
    kept = []
    for item in given if isinstance(given, list) else []:
        try:
            kept.append(kind.model_validate(item))
        except ValidationError:
            continue
    return kept


class Told(BaseModel):
    """One memory."""

    turn: int = Field(description="the number of the turn that says it")
    text: str = Field(description="the statement, at most 500 characters")
    quote: Words = Field(default="", description="the words of that turn that say it, copied letter by letter")
    category: Annotated[Category, BeforeValidator(_category), WithJsonSchema({"type": "string", "enum": FORMED})] = (
        Category.OTHER
    )
    weight: Annotated[float, BeforeValidator(_weight)] = Field(
        default=MIDDLING, description="0 to 1: how much it will matter"
    )
    lesson: Words = Field(default="", description="what to do about it in future, one sentence")
    emotions: Annotated[list[Emotion], BeforeValidator(_emotions)] = Field(
        default=[], description="exactly three, the strongest first"
    )
    foresight: Annotated[bool, BeforeValidator(truth)] = Field(
        default=False, description="whether it is about the future: a plan, an intention, an appointment"
    )
    reported: Annotated[bool, BeforeValidator(truth)] = Field(
        default=False, description="whether the turn only passes on what others say"
    )
    valid_from: Words = Field(default="", description="ISO date from which it holds; empty: since it was said")
    valid_until: Words = Field(default="", description="ISO date of the last day it holds; empty: until further notice")
    entities: Annotated[list[Named], BeforeValidator(partial(usable, Named))] = []
    facts: Annotated[list[Stated], BeforeValidator(partial(usable, Stated))] = []


def _memories(given: Any) -> list[Told]:
    """The items that have the form. When none of several has, the answer has not."""
    kept = usable(Told, given)
    if isinstance(given, list) and (kept or not given):
        return kept
    raise ValueError("no memory in it has a turn and a text")


class Memories(BaseModel):
    """All memories of the turns, in their order; none where nothing is worth remembering."""

    memories: Annotated[list[Told], BeforeValidator(_memories)]
