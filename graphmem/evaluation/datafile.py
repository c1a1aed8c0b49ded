"""Research files as records: JSON or JSON lines, gzipped or not; errors name file, line and field."""

from __future__ import annotations

import gzip
import json
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NoReturn, TextIO

from graphmem.errors import InvalidInputError

CHUNK = 1 << 20
"""Characters read at a time from a list that is too long for memory."""

_KINDS = {str: "a text", list: "a list", Mapping: "an object", bool: "true or false"}


@dataclass(frozen=True, slots=True)
class Record:
    """One object of a file. `where` names it for people: "chats.jsonl:4", "data.json: questions[3]"."""

    where: str
    value: Mapping[str, Any]

    def text(self, name: str, *, blank: bool = False) -> str:
        """A field that is a text; a blank one is wrong unless `blank` allows it."""
        found: str = self._field(name, str)
        if not blank and not found.strip():
            self.wrong(name, "is empty")
        return found

    def maybe(self, name: str) -> str | None:
        """A text that may be missing or null."""
        return None if self.value.get(name) is None else self.text(name)

    def key(self, name: str) -> str:
        """A field that names something by a text or a whole number, as a text."""
        if isinstance(number := self.value.get(name), int):
            return str(number)
        return self.text(name)

    def flag(self, name: str) -> bool:
        """A field that is true or false; missing is false."""
        return False if self.value.get(name) is None else bool(self._field(name, bool))

    def texts(self, name: str) -> list[str]:
        """A list of texts or numbers, as texts."""
        found = self._field(name, list)
        if not all(isinstance(item, str | int) for item in found):
            self.wrong(name, "holds something else than texts")
        return [str(item) for item in found]

    def items(self, name: str) -> list[Any]:
        """A field that is a list of anything."""
        return list(self._field(name, list))

    def records(self, name: str) -> list[Record]:
        """A list of objects."""
        return [record(item, f"{self._inside(name)}[{place}]") for place, item in enumerate(self._field(name, list))]

    def groups(self, name: str) -> list[tuple[str, list[Record]]]:
        """An object of lists of objects, in its order."""
        inner = Record(self._inside(name), self._field(name, Mapping))
        return [(key, inner.records(key)) for key in inner.value]

    def day(self, name: str) -> datetime | None:
        """The midnight (UTC) of a date like 2024-05-08; None for null."""
        written = self.maybe(name)
        if written is None:
            return None
        try:
            return datetime.strptime(written[:10], "%Y-%m-%d").replace(tzinfo=UTC)
        except ValueError:
            self.wrong(name, f"is no date: {written[:40]!r}")

    def wrong(self, name: str, complaint: str) -> NoReturn:
        """Raise InvalidInputError about a field of this record."""
        raise InvalidInputError(
            f"{self.where}: field {name!r} {complaint}.", field="data", remedy="Compare it with the data's own form."
        )

    def _field(self, name: str, kind: Any) -> Any:
        if name not in self.value:
            self.wrong(name, "is missing")
        if not isinstance(self.value[name], kind):
            self.wrong(name, f"is not {_KINDS[kind]}")
        return self.value[name]

    def _inside(self, name: str) -> str:
        return f"{self.where}.{name}" if ": " in self.where else f"{self.where}: {name}"


def record(value: object, where: str) -> Record:
    """The value as a record. Raises InvalidInputError when it is no object."""
    if not isinstance(value, Mapping):
        raise InvalidInputError(f"{where} is no object.", field="data", remedy="Compare it with the data's own form.")
    return Record(where, value)


def stream(path: Path) -> Iterator[Record]:
    """The objects of one JSON list, one by one, however long it is. Raises InvalidInputError."""
    try:
        with gzip.open(path, "rt", encoding="utf-8") if path.suffix == ".gz" else path.open(encoding="utf-8") as file:
            yield from _items(path, file)
    except (OSError, EOFError, zlib.error, UnicodeDecodeError) as error:
        raise unreadable(path, error) from error


def unreadable(path: Path, error: Exception) -> InvalidInputError:
    """The error about an unreadable file."""
    why = getattr(error, "strerror", None) or str(error)
    return InvalidInputError(f"{path} cannot be read ({why}).", field="data", remedy="Name a file that exists.")


def _items(path: Path, file: TextIO) -> Iterator[Record]:
    """Yield objects; reads twice as much when one is incomplete, so that time stays linear."""
    decoder, text, size, place = json.JSONDecoder(), file.read(CHUNK).lstrip("\ufeff \n\r\t"), CHUNK, 0
    if not text.startswith("["):
        raise InvalidInputError(f"{path.name} is no JSON list.", field="data", remedy="Name a file that is one list.")
    text = text[1:]
    while not (text := text.lstrip(" \n\r\t,")).startswith("]"):
        try:
            value, end = decoder.raw_decode(text)
        except json.JSONDecodeError as error:
            more = file.read(size)
            if not more:
                raise InvalidInputError(
                    f"{path.name}: [{place}] is no JSON ({error.msg}).", field="data", remedy="Fetch the file again."
                ) from error
            text, size = text + more, size * 2
            continue
        yield record(value, f"{path.name}: [{place}]")
        text, place, size = text[end:], place + 1, CHUNK
