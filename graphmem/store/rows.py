"""Records as flat rows for Bolt, and times that come back as plain numbers."""

from __future__ import annotations

from dataclasses import fields
from datetime import UTC, datetime, timedelta
from functools import cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from _typeshed import DataclassInstance


def row_of(record: DataclassInstance) -> dict[str, Any]:
    """A record's fields by name; unlike `dataclasses.asdict`, which deep-copies lists number by number."""
    return {name: getattr(record, name) for name in _names(type(record))}


_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def instant(microseconds: int | None) -> datetime | None:
    """The UTC time at so many microseconds since 1970; None for None."""
    return None if microseconds is None else instant_of(microseconds)


def instant_of(microseconds: int) -> datetime:
    """The same for a time that is always known."""
    return _EPOCH + timedelta(microseconds=microseconds)


@cache
def _names(kind: type[DataclassInstance]) -> tuple[str, ...]:
    return tuple(field.name for field in fields(kind))
