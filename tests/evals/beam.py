"""BEAM (long chats with probing questions): its chats as conversations, its questions with their gold messages."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import groupby
from pathlib import Path

from graphmem.evaluation.datafile import Record
from graphmem.model.transcript import Conversation, Role, Session, Turn
from tests.evals.datafiles import load_records

_MARKER = re.compile(r"\s*->->\s*[\d,\s]*$")
_PAIRS = {
    "knowledge_update": ("original_info", "updated_info"),
    "contradiction_resolution": ("first_statement", "second_statement"),
}


@dataclass(frozen=True, slots=True)
class Question:
    """A probing question with the ids of the messages that answer it; `older` and `newer` when it asks about a pair."""

    text: str
    ability: str
    evidence: tuple[str, ...]
    older: tuple[str, ...] = ()
    newer: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Chat:
    """One chat with its questions."""

    conversation: Conversation
    questions: tuple[Question, ...]

    @property
    def turns(self) -> int:
        """How many messages it has."""
        return sum(1 for _ in self.conversation.turns)


def load(path: Path) -> list[Chat]:
    """The chats of a BEAM file, one JSON object a line, gzipped or not. Raises InvalidInputError by line and field."""
    return [_chat(record) for record in load_records(path)]


def _chat(record: Record) -> Chat:
    key = f"beam-{record.key('chat_id')}"
    sessions = []
    for batch, group in groupby(record.records("messages"), key=lambda message: message.key("batch")):
        messages = list(group)
        started = _anchor(messages)
        turns = tuple(turn for message in messages if (turn := _turn(message, started)).text.strip())
        sessions.append(Session(f"{key} batch {batch}", started, turns))
    conversation = Conversation(key, key, key, tuple(sessions))
    known = {turn.source_id for turn in conversation.turns}
    questions = tuple(
        question
        for ability, asked in record.groups("probing_questions")
        for question in (_question(item, ability) for item in asked)
        if question.evidence and set(question.evidence) <= known
    )
    return Chat(conversation, questions)


def _turn(message: Record, started: datetime | None) -> Turn:
    try:
        role = Role(message.text("role"))
    except ValueError:
        message.wrong("role", "is none of " + ", ".join(Role))
    text = _MARKER.sub("", message.text("content", blank=True))
    return Turn(text=text, speaker=role.value, role=role, said_at=started, source_id=message.key("id"))


def _anchor(messages: list[Record]) -> datetime | None:
    """The date a batch is anchored at; BEAM writes it like March-15-2024."""
    for message in messages:
        if anchor := message.value.get("time_anchor"):
            try:
                return datetime.strptime(str(anchor), "%B-%d-%Y").replace(tzinfo=UTC)
            except ValueError:
                continue
    return None


def _question(item: Record, ability: str) -> Question:
    sources = item.value.get("source_chat_ids") or {}
    names = _PAIRS.get(ability)
    paired = names is not None and isinstance(sources, dict)
    older, newer = (tuple(_ids(sources.get(name))) for name in names) if names and paired else ((), ())
    return Question(item.text("question"), ability, tuple(dict.fromkeys(_ids(sources))), older, newer)


def _ids(value: object) -> Iterator[str]:
    """Every message id in whatever nesting BEAM has."""
    if isinstance(value, dict):
        for item in value.values():
            yield from _ids(item)
    elif isinstance(value, list):
        for item in value:
            yield from _ids(item)
    elif value is not None:
        yield str(value)
