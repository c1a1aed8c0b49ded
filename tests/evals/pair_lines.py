"""The labelled pairs that heads are learned from, by writer."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from graphmem.model.language import Language
from tests.evals import labelled

OWN = "own"
"""The writer of the evaluations' own lines: the rules were tuned on most of them, so no figure is taken from them."""


@dataclass(frozen=True, slots=True)
class Line:
    """A labelled pair."""

    writer: str
    id: str
    language: Language
    old: str
    new: str
    label: str


def lines(kind: str) -> list[Line]:
    """All labelled pairs of a kind, "gate" or "relations", our own first."""
    folder = labelled.DATA / "writers"
    found = list(_lines(kind, OWN, None))
    for writer in sorted({path.parent.name for path in folder.glob(f"*/{kind}.jsonl")}):
        found += _lines(kind, writer, folder / writer / f"{kind}.jsonl")
    return found


def _lines(kind: str, writer: str, data: Path | None) -> Iterator[Line]:
    if kind == "gate":
        for case in labelled.cases(kind, data, ("id", "lang", "old", "new", "action")):
            yield Line(writer, case["id"], Language(case["lang"]), case["old"], case["new"], case["action"])
        return
    for case in labelled.cases(kind, data, ("id", "lang", "a", "b", "type", "direction")):
        label = relation_label(case["type"], case["direction"])
        yield Line(writer, case["id"], Language(case["lang"]), case["a"], case["b"], label)


def relation_label(type_: str | None, direction: str | None) -> str:
    """The label of a relation from a to b: with ">" or "<" where it has a direction."""
    if direction is None:
        return type_ or "none"
    return f"{type_}{'>' if direction == 'a->b' else '<'}"


def mirrored(label: str) -> str:
    """The label of a pair with its texts exchanged."""
    return label[:-1] + {">": "<", "<": ">"}[label[-1]] if label[-1] in "<>" else label
