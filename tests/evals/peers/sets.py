"""What peers are given: conversations with questions of LoCoMo and LongMemEval, in the form of the protocol."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any

from graphmem.errors import InvalidInputError
from graphmem.evaluation import locomo
from graphmem.evaluation.longmemeval import instances
from graphmem.model.transcript import Conversation, Turn


class Half(StrEnum):
    """A part of LoCoMo's development file: what the left-out weights never saw, and what they were chosen on."""

    HELD = "held"
    TUNED = "tuned"


HELD = frozenset({"conv-26", "conv-30", "conv-41"})
"""LoCoMo's conversations that `left_out.json` was chosen without."""


@dataclass(frozen=True, slots=True)
class Question:
    """A question with the turns and sessions that answer it."""

    text: str
    category: str
    turns: frozenset[str]
    sessions: frozenset[str]


@dataclass(frozen=True, slots=True)
class Talk:
    """A conversation to file and what is asked about it. `sessions` has the session of every turn, by its id."""

    space: str
    title: str
    turns: tuple[Mapping[str, Any], ...]
    sessions: Mapping[str, str]
    questions: tuple[Question, ...]


def of_locomo(path: Path, half: Half | None) -> list[Talk]:
    """LoCoMo's conversations of a half, all of them without one. Raises InvalidInputError where it holds none."""
    talks = []
    for sample in locomo.load(path):
        if half is not None and (sample.conversation.key in HELD) is not (half is Half.HELD):
            continue
        turns, sessions = _turns(sample.conversation)
        asked = tuple(
            Question(one.text, one.category, frozenset(one.evidence), frozenset(sessions[id_] for id_ in one.evidence))
            for one in sample.questions
        )
        talks.append(Talk(sample.conversation.key, sample.conversation.title, turns, sessions, asked))
    if not talks:
        raise InvalidInputError(
            f"{path.name} has no conversation of the {half} half.", field="half", remedy="Give LoCoMo's file of five."
        )
    return talks


def records(path: Path, half: Half) -> list[Any]:
    """The records of LoCoMo's file that a half has."""
    found: list[Any] = json.loads(path.read_bytes())
    return [one for one in found if (one["sample_id"] in HELD) is (half is Half.HELD)]


def of_longmemeval(path: Path) -> Iterator[Talk]:
    """LongMemEval's instances one by one; those that nothing answers, or without evidence, are left out as there."""
    for instance in instances.read(path):
        turns, _ = _turns(instance.haystack)
        sessions = {str(turn["id"]): instance.sessions[int(str(turn["id"]).split(":")[0])] for turn in turns}
        if not instance.abstention and instance.answer_turns:
            asked = Question(instance.question, instance.type, instance.answer_turns, instance.answer_sessions)
            yield Talk(instance.haystack.key, instance.haystack.title, turns, sessions, (asked,))


def _turns(conversation: Conversation) -> tuple[tuple[Mapping[str, Any], ...], Mapping[str, str]]:
    pairs = [(session.title, turn) for session in conversation.sessions for turn in session.turns]
    turns = tuple(told(turn, session) for session, turn in pairs)
    return turns, {str(turn.source_id): session for session, turn in pairs}


def told(turn: Turn, session: str) -> Mapping[str, Any]:
    """A turn as the protocol has it."""
    return {
        "id": turn.source_id or "",
        "session": session,
        "speaker": turn.speaker,
        "role": turn.role.value,
        "text": turn.text,
        "said_at": None if turn.said_at is None else turn.said_at.isoformat(),
    }


def digest(talks: Sequence[Talk]) -> str:
    """SHA-256 of what is asked, of which conversation, with what answers it."""
    asked = [
        [talk.space, one.text, one.category, sorted(one.turns), sorted(one.sessions)]
        for talk in talks
        for one in talk.questions
    ]
    return hashlib.sha256(json.dumps(asked, ensure_ascii=False).encode()).hexdigest()


def cases_digest(cases: Sequence[Mapping[str, Any]]) -> str | None:
    """SHA-256 of labelled lines, None of none."""
    return hashlib.sha256(json.dumps(list(cases), ensure_ascii=False).encode()).hexdigest() if cases else None


def file_digest(path: Path) -> str:
    """SHA-256 of a file."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
