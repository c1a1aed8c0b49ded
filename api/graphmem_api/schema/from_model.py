"""Types whose fields are those of a value of the model, under the same names."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping
from enum import Enum
from functools import cache
from typing import Any, Self, TypeVar

from strawberry.types.base import StrawberryList, StrawberryOptional
from strawberry.types.enum import StrawberryEnumDefinition

T = TypeVar("T")
Convert = Callable[[Any], Any]


class FromModel:
    """A type whose fields are those of a value of the model."""

    @classmethod
    def of(cls, value: Any) -> Self:
        """The object of the schema for a value."""
        return copy_fields(cls, value)


def copy_fields(kind: type[T], value: Any, **other: Any) -> T:
    """An object of the schema from a value: each field by name, except the given ones."""
    shown: Any = kind
    fields = {name: convert(getattr(value, name)) for name, convert in _fields(shown) if name not in other}
    return kind(**fields, **other)


@cache
def _fields(kind: Any) -> tuple[tuple[str, Convert], ...]:
    told = {field.python_name: field.type for field in kind.__strawberry_definition__.fields}
    return tuple((one.name, _converting(told.get(one.name))) for one in dataclasses.fields(kind) if one.init)


def _converting(kind: Any) -> Convert:
    """The conversion of a value to a type: lists item by item, a mapping to names and values."""
    if isinstance(kind, StrawberryOptional):
        inner = _converting(kind.of_type)
        return lambda value: None if value is None else inner(value)
    if isinstance(kind, StrawberryList):
        held: Any = kind.of_type
        each = _converting(held)
        return lambda value: (
            [held.entry(*one) for one in value.items()] if isinstance(value, Mapping) else [each(one) for one in value]
        )
    if isinstance(kind, StrawberryEnumDefinition):
        return kind.wrapped_cls
    if kind is str:
        return lambda value: value.value if isinstance(value, Enum) else value
    return getattr(kind, "of", lambda value: value)
