"""Limits of an untrusted archive: it sets no rule, ends no person's statement, gives no orders."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from graphmem.language.observer.injection import injection
from graphmem.model.language import Language
from graphmem.model.memory import DataSource, WriteSource
from graphmem.model.transcript import Role
from graphmem.model.trust import MOST_CONFIDENCE, OUTSIDE, is_outside
from graphmem.store.archives import Node

ENDING = frozenset({
    *("SUPERSEDES Memory Memory", "CONTRADICTS Memory Memory", "CHANGED DreamRun Memory", "VERSION_OF Memory Memory"),
    *("WITHHELD Memory Entity", "OLDER Review Memory", "NEWER Review Memory"),
})  # fmt: skip
"""Kinds of edges that end, change or hide a memory."""

_SPOKEN = {"Memory": ("text", "gist", "lesson", "name", "event", "outcome", "steps"), "Entity": ("name", "aliases")}
"""Properties that answers show, by label. Turns are unchanged: recall withholds those with orders."""


def gives_orders(label: str, node: Node) -> bool:
    """Whether a memory or an entity tries to override an assistant's instructions."""
    language = Language(node.properties.get("language", Language.EN.value))
    return any(injection(text, language) for text in _texts(label, node.properties))


def from_outside(label: str, node: Node) -> Node:
    """The node as a document's words: no rule, not pinned, and no more confident than a document."""
    told = node.properties
    if label == "Drawer":
        return node if is_outside(Role(told["role"])) else _with(node, role=Role.DOCUMENT.value)
    if label != "Memory":
        return node
    source = DataSource(told["data_source"])
    source = source if source in OUTSIDE else DataSource.DOCUMENT
    sure = min(told.get("source_confidence", 1.0), MOST_CONFIDENCE[source])
    flags: dict[str, Any] = dict.fromkeys({"pinned", "immutable"} & told.keys(), False)
    return _with(node, data_source=source.value, write_source=WriteSource.IMPORT.value, source_confidence=sure, **flags)


def _with(node: Node, **changed: Any) -> Node:
    return replace(node, properties=node.properties | changed)


def _texts(label: str, told: dict[str, Any]) -> Iterator[str]:
    for name in _SPOKEN.get(label, ()):
        value = told.get(name, ())
        yield from (value,) if isinstance(value, str) else value
