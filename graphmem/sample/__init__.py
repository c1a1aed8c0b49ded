"""Invented conversations of a team and a family, April and May 2026, in English, Turkish and both.

They hold what memory has to cope with: decisions with reasons, causes across sessions, preferences and facts that
change, corrections, contradictions, plans, rules, a frightening night, small talk, and one prompt injection.
`questions` asks about them, and names the turns that hold the answer; `links` names the turns whose memories a reader
would relate to each other, and how.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from enum import StrEnum
from importlib.resources import files
from typing import Any

from graphmem.language.transcripts import read_transcript
from graphmem.model.language import Language
from graphmem.model.relation import RelationType
from graphmem.model.transcript import Reading

__all__ = ["UNKNOWN", "QuestionKind", "SampleLink", "SampleQuestion", "conversations", "links", "questions"]


UNKNOWN = "What is Marcus allergic to?"
"""A question about somebody of the sample that nothing in it answers."""


class QuestionKind(StrEnum):
    """What finding the answer takes."""

    CAUSAL = "causal"
    TEMPORAL = "temporal"
    PREFERENCE = "preference"
    ENTITY_PROFILE = "entity_profile"
    COMPOUND = "compound"
    FACTUAL = "factual"


@dataclass(frozen=True, slots=True)
class SampleQuestion:
    """A question with a short answer; `evidence` are the `source_id`s of the turns that hold it."""

    id: str
    text: str
    language: Language
    kind: QuestionKind
    answer: str
    evidence: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SampleLink:
    """A relation between the memories of two turns, given by `source_id`, with the reason `why`.
    A cause CAUSES its effect; the newer SUPERSEDES the older."""

    type: RelationType
    source: str
    target: str
    why: str


def conversations() -> Reading:
    """The sample conversations, in the order they took place."""
    readings = [read_transcript(name, data) for name, data in sorted(_files().items())]
    return Reading(
        tuple(conversation for reading in readings for conversation in reading.conversations),
        tuple(rejected for reading in readings for rejected in reading.rejected),
    )


def questions() -> tuple[SampleQuestion, ...]:
    """The questions, in the order of their file."""
    return tuple(
        SampleQuestion(
            id=row["id"],
            text=row["question"],
            language=Language(row["language"]),
            kind=QuestionKind(row["kind"]),
            answer=row["answer"],
            evidence=tuple(row["evidence"]),
        )
        for row in _rows("questions")
    )


def links() -> tuple[SampleLink, ...]:
    """The relations a reader would draw, in the order of their file; every type is there."""
    return tuple(
        SampleLink(RelationType(row["type"]), source=row["from"], target=row["to"], why=row["why"])
        for row in _rows("links")
    )


def _rows(name: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads((files(__name__) / "data" / f"{name}.json").read_text(encoding="utf-8"))
    return found


def _files() -> dict[str, bytes]:
    """The conversation files by name; their names begin with their place in time."""
    return {
        entry.name: entry.read_bytes()
        for entry in (files(__name__) / "data").iterdir()
        if entry.name[0].isdigit() and entry.name.endswith(".json")
    }
