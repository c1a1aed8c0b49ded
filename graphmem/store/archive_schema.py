"""Schema of an owner's archive: every label and type of edge, with its possible properties.

It comes from the neomodel classes, which a test compares with the live database. An archive of another store is checked
against it before anything is written.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Mapping
from dataclasses import MISSING, dataclass, fields
from datetime import UTC, datetime
from enum import StrEnum
from functools import cache
from typing import Any

from neomodel import (
    ArrayProperty,
    AsyncStructuredNode,
    AsyncStructuredRel,
    BooleanProperty,
    DateTimeNeo4jFormatProperty,
    FloatProperty,
    IntegerProperty,
    JSONProperty,
    StringProperty,
)

from graphmem.cognition.occurrences import read_recurrence
from graphmem.model.category import Category, Priority
from graphmem.model.dream import RunState
from graphmem.model.entity import EntityType
from graphmem.model.instant import LAST
from graphmem.model.interval import FOREVER
from graphmem.model.job import JobKind
from graphmem.model.language import Language
from graphmem.model.memory import DataSource, Memory, SubTier, TemporalType, Tier, WriteSource
from graphmem.model.palace import WingKind
from graphmem.model.review import ReviewState
from graphmem.model.tombstone import Reason
from graphmem.model.transcript import Role
from graphmem.store import edges, labels, nodes

CLASSES: Mapping[str, type[AsyncStructuredNode]] = {
    cls.__name__: cls
    for cls in (
        *(nodes.Agent, nodes.Session, nodes.Wing, nodes.Room, nodes.Closet, nodes.Drawer, nodes.Entity, nodes.Tier),
        *(nodes.Memory, nodes.DreamRun, nodes.Review, nodes.Block, nodes.Schedule, nodes.Usage),
        *(nodes.Workflow, nodes.Outcome),
        *(nodes.Tombstone, nodes.TombstoneKey),
    )
}
"""Labels in the order of writing: containers first, tombstones last.
Tombstones that come with an archive must not bar its own memories."""

LEFT_OUT = {
    "Owner": "is in the manifest",
    "ApiKey": "keys leave no store; their labels are in the manifest",
    "AuditEntry": "what was done in a store, by whom, stays with it",
    "Job": "work under way belongs to the store that does it; how much of it there was is in the manifest",
    "Request": "answers that are kept for a day for senders who repeat themselves",
    "Lease": "is of a process",
    "SchemaVersion": "is of a store",
    "SchemaLock": "is of a store",
}
"""Labels that no archive contains, with the reason."""

FURTHER = frozenset({*labels.DRAWERS.values(), *labels.MEMORIES.values(), "Procedure", "Episode"})
"""Labels that a drawer or a memory may have beside its own."""

KEYS = {"Session": "id", "Entity": "uri", "Tier": "name"}
"""Properties that identify a node within its owner; other labels use `id`, unique in the store."""


@dataclass(frozen=True, slots=True)
class EdgeKind:
    """A type of edge between two labels; `carries` are the classes of its properties."""

    relation: str
    start: str
    end: str
    carries: tuple[type[AsyncStructuredRel], ...] = ()

    @property
    def name(self) -> str:
        """The name in queries and in the parts of an archive."""
        return f"{self.relation} {self.start} {self.end}"


EDGES: Mapping[str, EdgeKind] = {
    kind.name: kind
    for kind in (
        EdgeKind("HAS_WING", "Owner", "Wing"),
        EdgeKind("HAS_ROOM", "Wing", "Room"),
        EdgeKind("HAS_CLOSET", "Room", "Closet"),
        EdgeKind("HAS_DRAWER", "Closet", "Drawer"),
        EdgeKind("NEXT", "Drawer", "Drawer"),
        EdgeKind("VERSION_OF", "Memory", "Memory"),
        EdgeKind("DERIVED_FROM", "Memory", "Drawer"),
        EdgeKind("DERIVED_FROM", "Memory", "Memory"),
        EdgeKind("IN_TIER", "Memory", "Tier", (edges.TierSpell,)),
        EdgeKind("MENTIONS", "Memory", "Entity", (edges.Naming,)),
        EdgeKind("FACT", "Entity", "Entity", (edges.FactEdge,)),
        EdgeKind("SAME_AS", "Entity", "Entity", (edges.Merge,)),
        *(
            EdgeKind(relation, "Memory", "Memory", (edges.Causal,))
            for relation in ("SUPERSEDES", "CONTRADICTS", "CAUSES", "ELABORATES", "SAME_ENTITY", "RELATED_TO")
        ),
        EdgeKind("COACTIVATED", "Memory", "Memory", (edges.Coactivation,)),
        EdgeKind("HOLDS", "Session", "Memory", (edges.Held,)),
        EdgeKind("CHANGED", "DreamRun", "Memory", (edges.Change,)),
        EdgeKind("OLDER", "Review", "Memory"),
        EdgeKind("NEWER", "Review", "Memory"),
        EdgeKind("FOUND_IN", "Workflow", "Memory"),
        EdgeKind("BECAME", "Workflow", "Memory"),
        EdgeKind("OUTCOME_OF", "Outcome", "Memory"),
        EdgeKind("WITHHELD", "Memory", "Entity", (edges.Naming, edges.Withholding)),
        EdgeKind("WITHHELD", "Entity", "Entity", (edges.FactEdge, edges.Withholding)),
        EdgeKind("BARS", "Tombstone", "TombstoneKey"),
    )
}
"""Kinds of edges in the order of writing."""

Reader = Callable[[object], object]

MOST = 1_000_000_000
"""Largest count or number: GraphQL's integers end at 2^31, and counters need room to grow."""

FIRST_YEAR, LAST_YEAR = 100, 9_000
"""Bounds of an instant that is no open end: windows around it must fit into a datetime."""

LONGEST_TEXT = 2_000_000
"""Characters of a property; a turn has a twentieth of it at most."""

LONGEST_LIST = 100_000

_OF_A_STORE = {
    *("key", "name", "erased_at", "last_written_at", "moved_to", "moving_to", "arriving_from"),
    *("audit_number", "audit_sealed", "audit_head", "audit_dropped", "audit_dropped_hash", "unsealed"),
}
"""Properties of an owner's node that belong to one store, or are in the manifest."""


DROPPED: Mapping[str, frozenset[str]] = {"Entity": frozenset({"stale", "summarised_at", "summary"})}
"""Properties of earlier releases by label: exports leave them out, imports ignore them."""


@cache
def node_readers(label: str) -> Mapping[str, Reader]:
    """The reader of each property of a label from JSON, `owner` left out."""
    if label == "Owner":
        return _readers(nodes.Owner, without=_OF_A_STORE)
    found = _readers(CLASSES[label], without={"owner", "embedding", "embedding_model", "token_states"})
    found = found | {name: read for (of, name), read in _CHECKED.items() if of == label}
    return found | {name: _one_of(words) for (of, name), words in WORDS.items() if of == label}


@cache
def required(label: str) -> frozenset[str]:
    """The properties that every node of the label must have."""
    if label == "Memory":
        names = {one.name for one in fields(Memory) if one.default is MISSING and one.default_factory is MISSING}
        return _required(label) | ((names - {"emotions"}) & node_readers(label).keys())
    return _required(label)


def _required(label: str) -> frozenset[str]:
    defined = CLASSES[label].defined_properties(rels=False, aliases=False).items()
    needed = NEEDED.get(label, frozenset())
    names = {getattr(one, "db_property", None) or name for name, one in defined if getattr(one, "required", False)}
    words = {name for of, name in WORDS if of == label and name not in OPTIONAL_WORDS}
    return frozenset((names | words | needed) - {"owner"})


OPTIONAL_WORDS = frozenset({"sub_tier"})


NEEDED: Mapping[str, frozenset[str]] = {
    label: frozenset(names.split())
    for label, names in {
        "Wing": "number",
        "Room": "number wing_id conversation",
        "Drawer": "pointer position speaker conversation",
        "DreamRun": "number at by awake planned changed slept undone steps",
        "Review": "reason confidence proposed_at",
        "Workflow": "name steps marks worked failed proposed_at",
        "Outcome": "procedure version success counted tools at",
        "Schedule": "cron time_zone version",
        "Block": "memories marks turns made_at",
        "IN_TIER": "since reason",
        "FACT": "fact_id predicate valid_from valid_until recorded_at retracted_at confidence",
        "SAME_AS": "recorded_at",
        "CHANGED": "run number place at step rules evidence before after",
        "COACTIVATED": "count last_at",
        "HOLDS": "added_at",
        **dict.fromkeys(
            ("SUPERSEDES", "CONTRADICTS", "CAUSES", "ELABORATES", "SAME_ENTITY", "RELATED_TO"),
            "confidence detected_by valid_from valid_until recorded_at retracted_at",
        ),
    }.items()
}
"""Properties that readers and queries need beside the classes' required ones, by label or edge type."""


@cache
def edge_readers(kind: str) -> Mapping[str, Reader]:
    """The reader of each property of a kind of edge from JSON."""
    found: dict[str, Reader] = {}
    for carried in EDGES[kind].carries:
        found |= _readers(carried, without={"owner"})
    return found


def read_properties(
    readers: Mapping[str, Reader], given: object, dropped: frozenset[str] = frozenset()
) -> dict[str, Any]:
    """The properties as the database takes them. Raises ValueError that names an invalid property."""
    if not isinstance(given, dict):
        raise ValueError("its properties are no object")
    read = {}
    for name, value in given.items():
        if name in dropped:
            continue
        if name not in readers:
            raise ValueError(f"it has an unknown property {name!r}")
        try:
            read[name] = readers[name](value)
        except (TypeError, ValueError, OverflowError, RecursionError) as error:
            raise ValueError(f"its {name} is {ascii(value)[:80]}") from error
    return read


def _readers(cls: Any, without: set[str]) -> dict[str, Reader]:
    found = {}
    for name, defined in cls.defined_properties(rels=False, aliases=False).items():
        stored = getattr(defined, "db_property", None) or name
        if stored not in without:
            found[stored] = _reader_of(defined)
    return found


def _reader_of(defined: object) -> Reader:
    if isinstance(defined, ArrayProperty):
        return _list
    for kind, reader in _READERS.items():
        if isinstance(defined, kind):
            return reader
    return _text


def _text(value: object) -> str:
    if not isinstance(value, str) or len(value) > LONGEST_TEXT:
        raise TypeError
    value.encode()  # UnicodeEncodeError (a ValueError) for a lone surrogate, which no driver can send
    return value


def _moment(value: object) -> datetime:
    moment = datetime.fromisoformat(_text(value))
    moment = moment.astimezone(UTC) if moment.tzinfo else moment.replace(tzinfo=UTC)
    if not FIRST_YEAR <= moment.year <= LAST_YEAR and moment not in (FOREVER, LAST):
        raise ValueError
    return moment


def _flag(value: object) -> bool:
    if not isinstance(value, bool):
        raise TypeError
    return value


def _number(value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise TypeError
    number = float(value)
    if not math.isfinite(number) or abs(number) > MOST:
        raise ValueError
    return number


def _json(value: object) -> str:
    json.loads(_text(value), parse_constant=_no_constant)
    return str(value)


def _no_constant(name: str) -> float:
    raise ValueError(f"{name} is no JSON")


def _one_of(words: type[StrEnum]) -> Reader:
    return lambda value: words(_text(value)).value


def _count(value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise TypeError
    if abs(value) > MOST:
        raise ValueError
    return value


def _list(value: object) -> list[str]:
    if not isinstance(value, list) or len(value) > LONGEST_LIST:
        raise TypeError
    return [_text(one) for one in value]


_READERS: Mapping[type, Reader] = {
    BooleanProperty: _flag,
    DateTimeNeo4jFormatProperty: _moment,
    IntegerProperty: _count,
    JSONProperty: _json,
    FloatProperty: _number,
    StringProperty: _text,
}

_CHECKED: Mapping[tuple[str, str], Reader] = {("Memory", "recurrence"): lambda value: read_recurrence(_text(value))}
"""Properties with a check of their own, since invalid values would break later calculations."""

REFERENCES: Mapping[str, tuple[str, ...]] = {
    "Room": ("wing_id", "last_drawer"),
    "Closet": ("room_id",),
    "Drawer": ("wing_id", "room_id", "closet_id", "withheld", "further_tombstones"),
    "Memory": ("quote_drawer", "tombstone", "further_tombstones", "merged_into", "invalidated_with"),
    "Block": ("memories", "turns"),
    "DreamRun": ("steps", "taken_back"),
    "Outcome": ("procedure",),
    "Tombstone": ("memory",),
    "Schedule": ("last_run",),
    "FACT": ("fact_id", "version_of", "memory_id", "also"),
    "WITHHELD": ("fact_id", "version_of", "memory_id", "also"),
    "IN_TIER": ("run", "closed_by"),
    "COACTIVATED": ("origin",),
    "CHANGED": ("run", "evidence", "before", "after", "conflicts"),
}
"""Properties with ids of other nodes, by label or edge type; an import under another name maps them."""

ID = re.compile(r"\b[0-9a-f]{32}\b")
"""An id within such a property."""

WORDS: Mapping[tuple[str, str], type[StrEnum]] = {
    ("Wing", "kind"): WingKind,
    ("Drawer", "role"): Role,
    ("Drawer", "language"): Language,
    ("Entity", "type"): EntityType,
    ("Tier", "name"): Tier,
    ("Memory", "category"): Category,
    ("Memory", "priority"): Priority,
    ("Memory", "tier"): Tier,
    ("Memory", "sub_tier"): SubTier,
    ("Memory", "language"): Language,
    ("Memory", "write_source"): WriteSource,
    ("Memory", "data_source"): DataSource,
    ("Memory", "temporal_type"): TemporalType,
    ("DreamRun", "state"): RunState,
    ("Review", "state"): ReviewState,
    ("Workflow", "state"): ReviewState,
    ("Schedule", "kind"): JobKind,
    ("Tombstone", "reason"): Reason,
}
"""Properties with a fixed set of words, on which readers rely."""
