"""LongMemEval's instances: a question, the chats it is hidden in, and where the evidence lies."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path

from graphmem.errors import InvalidInputError
from graphmem.evaluation import datafile
from graphmem.evaluation.datafile import Record
from graphmem.model.transcript import Conversation, Role, Session, Turn

ABSTENTION = "_abs"
"""The suffix of ids of questions that nothing in the chats answers."""

_DATE = re.compile(r"(\d{4}/\d{1,2}/\d{1,2})\D*(\d{1,2}:\d{2})?")


@dataclass(frozen=True, slots=True)
class Instance:
    """One question over its own haystack. A turn's id is `{place of its session}:{place in it}`."""

    id: str
    type: str
    question: str
    answer: str
    asked_at: str
    haystack: Conversation
    sessions: tuple[str, ...]
    """The session's id by place."""
    answer_sessions: frozenset[str]
    answer_turns: frozenset[str]

    @property
    def abstention(self) -> bool:
        """Whether the right answer is that the chats do not say it."""
        return self.id.endswith(ABSTENTION)

    @property
    def turns(self) -> int:
        """Number of turns of its chats."""
        return sum(1 for _ in self.haystack.turns)


def read(path: Path, first: int | None = None) -> Iterator[Instance]:
    """The instances of a file, at most `first` of them, one by one: the largest file has gigabytes.

    Raises InvalidInputError by record and field.
    """
    found = False
    for record in islice(datafile.stream(path), first):
        found = True
        yield _instance(record)
    if not found:
        raise InvalidInputError(f"{path.name} holds no question.", field="data", remedy="Name LongMemEval's file.")


def _instance(record: Record) -> Instance:
    ids, dates = record.texts("haystack_session_ids"), record.texts("haystack_dates")
    chats = record.items("haystack_sessions")
    if not len(ids) == len(dates) == len(chats):
        record.wrong("haystack_sessions", f"has {len(chats)} sessions for {len(ids)} ids and {len(dates)} dates")
    sessions, evidence = [], set()
    for place, (id_, date, chat) in enumerate(zip(ids, dates, chats, strict=True)):
        if not isinstance(chat, list):
            record.wrong("haystack_sessions", f"[{place}] is not a list of turns")
        where = f"{record.where}.haystack_sessions[{place}]"
        moment, turns = _moment(record, date), []
        for number, item in enumerate(chat):
            message = datafile.record(item, f"{where}[{number}]")
            turn = _turn(message, f"{place}:{number}", moment)
            if turn.text.strip():
                turns.append(turn)
                evidence |= {f"{place}:{number}"} if message.flag("has_answer") else set()
        sessions.append(Session(f"{id_}, {date}", moment, tuple(turns)))
    id_ = record.text("question_id")
    return Instance(
        id=id_,
        type=record.text("question_type"),
        question=record.text("question"),
        answer=str(record.value.get("answer", "")),
        asked_at=record.maybe("question_date") or "",
        haystack=Conversation(f"longmemeval-{id_}", id_, None, tuple(sessions)),
        sessions=tuple(ids),
        answer_sessions=frozenset(record.texts("answer_session_ids")) & frozenset(ids),
        answer_turns=frozenset(evidence),
    )


def _turn(message: Record, id_: str, moment: datetime) -> Turn:
    try:
        role = Role(message.text("role"))
    except ValueError:
        message.wrong("role", "is none of " + ", ".join(Role))
    return Turn(message.text("content", blank=True), role.value, role, moment, id_)


def _moment(record: Record, date: str) -> datetime:
    """Dates look like 2023/05/20 (Sat) 02:21; a missing clock is midnight."""
    found = _DATE.match(date.strip())
    try:
        if found is None:
            raise ValueError(date)
        return datetime.strptime(f"{found[1]} {found[2] or '00:00'}", "%Y/%m/%d %H:%M").replace(tzinfo=UTC)
    except ValueError:
        record.wrong("haystack_dates", f"holds no date: {date[:40]!r}")
