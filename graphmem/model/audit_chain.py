"""The chain of an owner's audit: each entry holds the SHA-256 of the previous entry, and its own.

The hash is that of the entry as JSON in UTF-8: keys sorted, no spaces, the time in UTC with microseconds, `previous`
included and `hash` left out. Changing, removing, inserting or moving an entry breaks the chain there, unless all later
hashes are made anew. A signed export has the hash of the last entry, which reveals that as well.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any

from graphmem.model.audit import Entry, Verb

GENESIS = "0" * 64
"""The hash before the first entry."""


@dataclass(frozen=True, slots=True)
class Anchor:
    """An end of a chain: number and hash of an entry. At the start, those of the last pruned entry."""

    number: int = 0
    hash: str = GENESIS


@dataclass(frozen=True, slots=True)
class Broken:
    """The first break of a chain: the entry's number or id, as far as it has them, and the reason."""

    number: int | None
    id: str | None
    reason: str


@dataclass(frozen=True, slots=True)
class Checked:
    """The check of a chain from behind its `anchor` to its `head`.

    It has the number of entries, the number of entries of verbs in progress, and the first break. `signed`: whether an
    export's signature was checked, None without one.
    """

    owner: str
    count: int
    anchor: Anchor
    head: Anchor
    broken: Broken | None = None
    under_way: int = 0
    signed: bool | None = None


def written(entry: Entry) -> dict[str, Any]:
    """An entry as JSON, for the chain and for exports."""
    return {
        "number": entry.number,
        "at": entry.at.astimezone(UTC).isoformat(timespec="microseconds"),
        "id": entry.id,
        "verb": entry.verb.value,
        "via": entry.via,
        "key": entry.key,
        "agent": entry.agent,
        "person": entry.person,
        "ids": list(entry.ids),
        "count": entry.count,
        "before": entry.before,
        "after": entry.after,
        "open": entry.open,
        "previous": entry.previous,
        "hash": entry.hash,
    }


def read(line: Mapping[str, Any]) -> Entry:
    """The inverse of `written`. Raises KeyError, TypeError or ValueError for an invalid line."""
    told = {**line, "at": datetime.fromisoformat(line["at"]), "verb": Verb(line["verb"]), "ids": tuple(line["ids"])}
    return Entry(**told)


def canonical(value: Mapping[str, Any]) -> bytes:
    """The form of JSON that is hashed and signed."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def digest(entry: Entry) -> str:
    """The hash of an entry whose `previous` is set."""
    told = written(entry)
    del told["hash"]
    return hashlib.sha256(canonical(told)).hexdigest()


def sealed(entries: Iterable[Entry], before: Anchor) -> list[Entry]:
    """Entries in order with both hashes, the first one after `before`."""
    chain = []
    previous = before.hash
    for entry in entries:
        linked = replace(entry, previous=previous)
        chain.append(replace(linked, hash=digest(linked)))
        previous = chain[-1].hash or ""
    return chain


class Following:
    """Checks a chain entry by entry."""

    def __init__(self, anchor: Anchor) -> None:
        self.at = anchor
        self.count = 0

    def take(self, entry: Entry) -> Broken | None:
        """The break at the next entry, if there is one."""
        expected = self.at.number + 1
        if entry.number != expected:
            if entry.number is None or entry.number < expected:
                return Broken(entry.number, entry.id, "stands where it does not belong, or was inserted")
            return Broken(expected, None, "is missing")
        if entry.hash != digest(entry):
            return Broken(entry.number, entry.id, "is not what it was when it was sealed")
        if entry.previous != self.at.hash:
            return Broken(entry.number, entry.id, "does not follow on the entry before it")
        self.at, self.count = Anchor(expected, entry.hash), self.count + 1
        return None

    def end(self, head: Anchor) -> Broken | None:
        """The break at the end, if the entries do not end at `head`."""
        if self.at.number < head.number:
            return Broken(self.at.number + 1, None, "is missing")
        return (
            None if self.at == head else Broken(self.at.number, None, "is not the end that the chain was said to have")
        )
