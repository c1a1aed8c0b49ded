"""The check of a whole archive before the first write: bytes, types, ranges, references and settings."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from graphmem.cognition.timetable import timetable
from graphmem.errors import ArchiveError, InvalidInputError
from graphmem.language.forgetting import Stated
from graphmem.model.archive import Part
from graphmem.model.dream import Step, StepReport
from graphmem.model.owner_settings import OwnerSettings
from graphmem.model.palace import Pointer
from graphmem.model.privacy import Handling, PrivacyClass
from graphmem.services.archive.packing import Unpacker
from graphmem.store.archive_schema import (
    CLASSES,
    DROPPED,
    EDGES,
    FURTHER,
    KEYS,
    NEEDED,
    edge_readers,
    node_readers,
    read_properties,
    required,
)
from graphmem.store.archives import Edge, Node

_KEY = re.compile(r"(?:[0-9a-f]{64}(?:/u[0-9a-f]{32}){0,8}(?: |$)){0,8}")
"""Form of a tombstone key: few enough parts that no write becomes slow."""

LONGEST_KEY = 1_000
"""Characters of a node's key."""

_WITHIN = {
    "Room": (("wing_id", "Wing"),),
    "Closet": (("room_id", "Room"),),
    "Drawer": (("wing_id", "Wing"), ("room_id", "Room"), ("closet_id", "Closet")),
}
"""Properties that refer to a node's containers, with their labels."""


@dataclass(slots=True)
class CheckedArchive:
    """The result of one pass over an archive: the owner's node, the two memories of each review,
    and, if wanted, the facts by memory."""

    owner: dict[str, Any] = field(default_factory=dict)
    stated: dict[str, list[Stated]] = field(default_factory=dict)
    reviews: dict[str, list[str]] = field(default_factory=dict)
    keys: dict[str, set[str]] = field(default_factory=dict)
    """Keys of nodes by label."""


def check(unpacker: Unpacker, *, facts: bool = False) -> CheckedArchive:
    """Read a whole archive; every byte is as it was written, and every line is valid. Raises ArchiveError."""
    checked = CheckedArchive()
    parts = {part.name: part for part in unpacker.manifest.parts}
    nodes = ["nodes/Owner", *(f"nodes/{label}" for label in CLASSES)]
    edges = [f"edges/{kind}" for kind in EDGES]
    if unknown := parts.keys() - {*nodes, *edges}:
        raise ArchiveError(f"it has an unknown part {min(unknown)[:80]!r}")
    for name in nodes:
        if name in parts:
            _check_nodes(checked, unpacker, parts[name])
    for name in edges:
        if name in parts:
            _check_edges(checked, unpacker, parts[name], facts=facts)
    if lone := [id_ for id_, pair in checked.reviews.items() if len(pair) != 2]:
        raise ArchiveError(f"its review {lone[0][:80]!r} is not of two memories")
    if not _KEY.fullmatch(str(checked.owner.get("tombstone_key") or "")):
        raise ArchiveError("its key of tombstones is none")
    if (settings := checked.owner.get("settings")) is not None and not _is_settings(settings):
        raise ArchiveError("its settings are none")
    return checked


def _check_nodes(checked: CheckedArchive, unpacker: Unpacker, part: Part) -> None:
    label = part.name.partition("/")[2]
    keys = checked.keys.setdefault(label, set())
    for number, node in enumerate(read(unpacker, part), 1):
        assert isinstance(node, Node)
        if node.key in keys:
            raise ArchiveError(f"line {number} of {part.name}: {node.key[:80]!r} is there twice")
        keys.add(node.key)
        for name, within in _WITHIN.get(label, ()):
            if node.properties.get(name) not in checked.keys.get(within, ()):
                raise ArchiveError(f"line {number} of {part.name}: its {name} is no {within} of the archive")
        if label == "Owner":
            checked.owner = node.properties
        elif label == "Review":
            checked.reviews[node.key] = []
        elif (wrong := _unreadable(label, node.properties)) is not None:
            raise ArchiveError(f"line {number} of {part.name}: its {wrong}")


def _unreadable(label: str, told: dict[str, Any]) -> str | None:
    """The part of a node that no reader could use despite its type; None for a valid one."""
    if label == "Drawer" and not _is_pointer(told.get("pointer")):
        return "pointer is none"
    if label == "DreamRun" and not _are_steps(told["steps"]):
        return "steps are none"
    if label == "Block" and len(told["memories"]) != len(told["marks"]):
        return "marks are not of its memories"
    if label == "Schedule" and not _is_timetable(told):
        return "cron or its time zone is none"
    return None


def _check_edges(checked: CheckedArchive, unpacker: Unpacker, part: Part, *, facts: bool) -> None:
    kind = EDGES[part.name.partition("/")[2]]
    for number, edge in enumerate(read(unpacker, part), 1):
        assert isinstance(edge, Edge)
        for label, key in ((kind.start, edge.start), (kind.end, edge.end)):
            if label != "Owner" and key not in checked.keys.get(label, ()):
                raise ArchiveError(f"line {number} of {part.name}: {key[:80]!r} is no {label} of the archive")
        if kind.start == "Review":
            checked.reviews[edge.start].append(edge.end)
        elif facts and kind.relation == "FACT" and edge.properties.get("memory_id"):
            checked.stated.setdefault(edge.properties["memory_id"], []).append(_stated(edge))


def _stated(fact: Edge) -> Stated:
    told = fact.properties
    single = told.get("slot") == f"{told.get('subject')} {told.get('predicate')}"
    return Stated(fact.start, told.get("predicate", ""), fact.end, single)


def _is_pointer(told: object) -> bool:
    try:
        return bool(Pointer.parse(str(told)))
    except InvalidInputError:
        return False


def _are_steps(text: str) -> bool:
    try:
        return all(StepReport(**(one | {"step": Step(one["step"])})) for one in json.loads(text))
    except (ValueError, TypeError, KeyError):
        return False


def _is_timetable(told: dict[str, Any]) -> bool:
    try:
        timetable(told.get("cron", ""), told.get("time_zone") or "UTC")
    except (ValueError, InvalidInputError, KeyError, OSError):
        return False
    return True


def _is_settings(text: str) -> bool:
    """Whether the settings service could have stored it: known classes of private data, names of agents."""
    try:
        told = json.loads(text)
        if not isinstance(told, dict) or not told.keys() <= {"privacy", "recall_off", "choices", "agents"}:
            return False
        privacy, off = told.get("privacy", {}), told.get("recall_off", [])
        if not isinstance(privacy, dict) or not isinstance(off, list) or not all(isinstance(one, str) for one in off):
            return False
        handling = {PrivacyClass(kind): Handling(way) for kind, way in privacy.items()}
        read = OwnerSettings().changed(privacy=handling, recall_off=tuple(off), choices=told.get("choices", {}))
        for agent, own in told.get("agents", {}).items():
            read = read.changed(choices=own, agent=agent)
    except (ValueError, TypeError, AttributeError, RecursionError, InvalidInputError):
        return False
    return True


def read(unpacker: Unpacker, part: Part) -> Iterator[Node | Edge]:
    """The nodes or edges of a part. Raises ArchiveError for a line that no release writes."""
    folder, _, kind = part.name.partition("/")
    reader = _node if folder == "nodes" else _edge
    for number, line in enumerate(unpacker.lines(part), 1):
        try:
            yield reader(kind, line)
        except ValueError as error:
            raise ArchiveError(f"line {number} of {part.name}: {error}") from error


def _node(label: str, line: dict[str, Any]) -> Node:
    key, labels = line.get("key"), line.get("labels")
    if not _is_key(key) or not isinstance(labels, list) or not FURTHER.issuperset(map(str, labels)):
        raise ValueError("its key or its labels are none")
    properties = read_properties(node_readers(label), line.get("properties"), DROPPED.get(label, frozenset()))
    if label != "Owner":
        name = KEYS.get(label, "id")
        if missing := sorted(required(label) - properties.keys()):
            raise ValueError(f"it has no {missing[0]}")
        if properties[name] != key:
            raise ValueError(f"its {name} is not what it is known by")
    return Node(str(key), properties, tuple(labels))


def _edge(kind: str, line: dict[str, Any]) -> Edge:
    start, end = line.get("start"), line.get("end")
    if not _is_key(start) or not _is_key(end):
        raise ValueError("its ends are none")
    properties = read_properties(edge_readers(kind), line.get("properties"))
    if missing := sorted(NEEDED.get(EDGES[kind].relation, frozenset()) - properties.keys()):
        raise ValueError(f"it has no {missing[0]}")
    for name, shape in (("before", dict), ("after", dict), ("conflicts", list)):
        if name in properties and not isinstance(json.loads(properties[name]), shape):
            raise ValueError(f"its {name} is of another shape")
    return Edge(str(start), str(end), properties)


def _is_key(value: object) -> bool:
    if not isinstance(value, str) or len(value) > LONGEST_KEY:
        return False
    value.encode()  # UnicodeEncodeError, a ValueError
    return True
