"""Ids of an archive's nodes in the store of the import.

Ids are digests that begin with their owner's key. The operator of the store may keep them. Under another name, or for a
mere holder of a key, they are made anew: those of wings, closets and schedules from their names; those of rooms and
turns likewise if the old id proves to be made so, so that a continued conversation finds its turns; all others from the
old id. So nobody can take an id that another owner's node would have.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import replace
from datetime import datetime
from itertools import product
from typing import Any

from graphmem.model.ids import digest
from graphmem.model.palace import Owner
from graphmem.store import tombstones
from graphmem.store.archive_schema import ID, KEYS, REFERENCES
from graphmem.store.archives import Edge, Node

MOST_REPEATED = 8
"""Repetitions of a text in a conversation up to which its turn is recognised."""

MOST_SESSIONS = 60
MOST_TWINS = 3


class Identities:
    """Translates nodes and edges of an archive, in the archive's order."""

    def __init__(self, source: Owner, target: Owner, *, trusted: bool) -> None:
        self.source, self.target = source, target
        self.as_they_are = trusted and source.key == target.key
        self._new: dict[str, str] = {}
        """New ids of recognised wings, rooms, closets, turns and schedules, by old id."""
        self._own: set[str] = set()
        """Ids of the batch that already belong to the owner."""
        self._slugs: dict[str, str] = {}
        """Slugs of wings by old id, from which room ids are made."""

    @property
    def asks(self) -> bool:
        """Whether `own` must be called with the ids that already belong to the owner."""
        return not self.as_they_are and self.source.key == self.target.key

    def own(self, ids: Collection[str]) -> None:
        """Set the ids of the next batch that already belong to the owner."""
        self._own = set(ids)

    def tombstone_key(self, key: object) -> str | None:
        """The key for the archive's hashes in this store."""
        if not isinstance(key, str) or self.source.key == self.target.key:
            return key if isinstance(key, str) else None
        return tombstones.rename_key(key, self.target)

    def node(self, label: str, node: Node) -> Node:
        """The node with its new id."""
        if self.as_they_are:
            return node
        properties = {name: value for name, value in node.properties.items() if name != "id"}
        for name in REFERENCES.get(label, ()):
            if name in properties:
                properties[name] = self._renamed(properties[name])
        key = self._key(label, node, properties)
        if "id" in node.properties:
            properties["id"] = key
        return replace(node, key=key, properties=properties)

    def edge(self, type_: str, start: str, end: str, edge: Edge) -> Edge:
        """The edge between the new ids; `start` and `end` are the labels of its ends."""
        if self.as_they_are:
            return edge
        properties = dict(edge.properties)
        for name in REFERENCES.get(type_, ()):
            if name in properties:
                properties[name] = self._renamed(properties[name])
        return Edge(self._end(start, edge.start), self._end(end, edge.end), properties)

    def _end(self, label: str, key: str) -> str:
        if label in KEYS or label == "Owner":
            return key
        return self._hash(key) if label == "TombstoneKey" else self._id(key)

    def _key(self, label: str, node: Node, properties: Mapping[str, Any]) -> str:
        if label in KEYS:
            return node.key
        if label == "TombstoneKey":
            return self._hash(node.key)
        make = _MADE.get(label)
        if make is None:
            return self._id(node.key)
        if label == "Wing":
            self._slugs[node.key] = str(node.properties.get("slug"))
        wing = self._slugs.get(str(node.properties.get("wing_id")), "")
        beside = {"_room": properties.get("room_id"), "_wing": wing}
        found = make(self.source, self.target, node.key, node.properties | beside)
        new = found or self._id(node.key)
        self._new[node.key] = new
        return new

    def _hash(self, key: str) -> str:
        return key if self.source.key == self.target.key else tombstones.rehash(key, self.target)

    def _id(self, old: str) -> str:
        if (new := self._new.get(old)) is not None:
            return new
        return old if old in self._own else digest(self.target.key, "import", old)

    def _renamed(self, value: Any) -> Any:
        if isinstance(value, list):
            return [self._renamed(one) for one in value]
        return ID.sub(lambda found: self._id(found[0]), value) if isinstance(value, str) else value


def ids_of(nodes: Iterable[Node | Edge]) -> set[str]:
    """All values in nodes or edges that may be an id."""
    found: set[str] = set()
    for one in nodes:
        ends = (one.key,) if isinstance(one, Node) else (one.start, one.end)
        for value in (*ends, *one.properties.values()):
            for text in value if isinstance(value, list) else (value,):
                if isinstance(text, str) and len(text) < LONGEST_REFERENCE:
                    found.update(ID.findall(text))
    return found


LONGEST_REFERENCE = 20_000
"""Characters of a property that may hold ids; longer texts hold none."""


def _wing(_source: Owner, target: Owner, _old: str, told: Mapping[str, Any]) -> str:
    return digest(target.key, "wing", str(told.get("slug")))


def _closet(_source: Owner, _target: Owner, _old: str, told: Mapping[str, Any]) -> str:
    return digest(str(told["_room"]), "closet", str(told.get("slug")))


def _schedule(_source: Owner, target: Owner, _old: str, told: Mapping[str, Any]) -> str:
    return digest(target.key, "schedule", str(told.get("kind")))


def _usage(_source: Owner, target: Owner, _old: str, told: Mapping[str, Any]) -> str:
    return digest("usage", target.key, *(str(told.get(name)) for name in ("source", "model", "day")))


def _drawer(source: Owner, target: Owner, old: str, told: Mapping[str, Any]) -> str | None:
    moment = _iso(told.get("said_at"))
    identity = (str(told.get("source_id") or ""), str(told.get("speaker") or ""), moment, str(told.get("text")))
    parts = ("drawer", str(told.get("conversation")), *identity)
    for count in range(1, MOST_REPEATED + 1):
        if digest(source.key, *parts, str(count)) == old:
            return digest(target.key, *parts, str(count))
    return None


def _room(source: Owner, target: Owner, old: str, told: Mapping[str, Any]) -> str | None:
    started = [_iso(told.get("started_at")), *map(str, range(MOST_SESSIONS))]
    for start, twins in product(started, range(MOST_TWINS)):
        parts = ("room", str(told.get("_wing")), str(told.get("conversation")), start, str(twins))
        if digest(source.key, *parts) == old:
            return digest(target.key, *parts)
    return None


def _iso(moment: object) -> str:
    return moment.isoformat() if isinstance(moment, datetime) else ""


_MADE: Mapping[str, Callable[[Owner, Owner, str, Mapping[str, Any]], str | None]] = {
    "Wing": _wing,
    "Closet": _closet,
    "Schedule": _schedule,
    "Usage": _usage,
    "Drawer": _drawer,
    "Room": _room,
}
