"""Questions for the block of a prompt, from any of five sets: with what answers them, or with no answer.

A file's kind is told by its form: LoCoMo's samples, BEAM's chats, MuSiQue's questions with their paragraphs, XQuAD's
paragraphs with their questions, questions to our own sessions with an assistant.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from graphmem.errors import InvalidInputError
from graphmem.evaluation.datafile import Record
from graphmem.model.transcript import Conversation, Role, Session
from tests.evals import cases, labelled, sessions, talks, xquad
from tests.evals.datafiles import load_records
from tests.evals.encoder.endings import FIELDS

NEVER = datetime(9999, 1, 1, tzinfo=UTC)
ABSTENTION = "abstention"
"""BEAM's name for questions whose subject was talked about, but not what they ask."""

FIRST_WEEKS = ("id", "chat", "role", "speaker", "said_at", "text")
"""Of a message of `first_weeks.jsonl`: four people's first weeks with an assistant, by one writer; and of
`everyday.jsonl`: what two people told of themselves in 36 short messages each. Its questions tell what may stand
`beside` the evidence and harms nobody; they are by who wrote the rules of blocks, and nothing is chosen by them."""

_TOLD = (("sessions", sessions.FIELDS), ("first_weeks", FIRST_WEEKS), ("months", sessions.FIELDS),
         ("everyday", FIRST_WEEKS))  # fmt: skip

_ANSWERS = ("answer", "ideal_answer", "ideal_response", "ideal_summary")


@dataclass(frozen=True, slots=True)
class Question:
    """A question to the conversation `part`, the source ids of what answers it (none: nothing does) and the answer that
    is wanted ("": not known). `others` are parts that know nothing of it; none: all others of the set."""

    part: str
    fold: str
    group: str
    text: str
    evidence: tuple[str, ...]
    answer: str = ""
    others: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class DataSet:
    """Conversations by part, whether they are filed with memories, and the questions over them."""

    name: str
    kind: str
    conversations: Mapping[str, Conversation]
    memories: bool
    questions: Sequence[Question]


def load(path: Path) -> DataSet:
    """The questions of a file. Raises InvalidInputError for one of no known form."""
    records = load_records(path)
    kind = _kind(path, records[0].value)
    if kind == "xquad":
        return _xquad(path)
    if kind == "sessions":
        return _sessions(path, records)
    found = cases.KINDS[kind](path)
    answers = _answers(records)
    questions = [
        Question(one.part, one.fold, one.group, one.text, one.evidence, answers.get(one.text, ""))
        for one in found.cases
    ]
    if kind == "beam":
        questions += _unanswerable(records)
    return DataSet(path.name, kind, found.conversations, found.memories, questions)


def _kind(path: Path, first: Mapping[str, Any]) -> str:
    if "probing_questions" in first:
        return "beam"
    if "chat" in first and "evidence" in first:
        return "sessions"
    if "qa" in first:
        return "locomo"
    if "qas" in first:
        return "xquad"
    if "paragraphs" in first or ("questions" in first and "corpus" in first):
        return "musique"
    raise InvalidInputError(
        f"{path.name} is of no form that is known.",
        field="data",
        remedy="Give LoCoMo's, BEAM's, MuSiQue's or XQuAD's file, or questions to our sessions.",
    )


def _xquad(path: Path) -> DataSet:
    """Each language's articles as two conversations, every other one in each, asked in their own language."""
    found = xquad.load(path)
    parts: dict[str, Conversation] = {}
    places: dict[str, int] = {}
    for language, whole in found.paragraphs.items():
        for half in (0, 1):
            sessions = tuple(whole.sessions[half::2])
            places |= {turn.source_id or "": half for session in sessions for turn in session.turns}
            parts[f"{language.value} {half}"] = replace(whole, key=f"{whole.key} {half}", sessions=sessions)
    questions = []
    for language in found.paragraphs:
        for one in found.questions:
            half = places[one.paragraph]
            part, other = f"{language.value} {half}", f"{language.value} {1 - half}"
            questions.append(
                Question(part, part, language.value, one.text[language], (one.paragraph,), others=(other,))
            )
    return DataSet(path.name, "xquad", parts, False, questions)


def _sessions(path: Path, records: Sequence[Record]) -> DataSet:
    """A session by each of the writers, of one language and number, as what one user told an assistant; or somebody's
    first weeks or seven months with one."""
    asked_of = {_person(record.text("chat")) for record in records}
    lines = [case for case in _told(path) if _person(str(case["chat"])) in asked_of]
    chats = talks.by_chat(case | {"speaker": case["role"]} for case in lines)
    told: dict[str, list[Session]] = {}
    for chat, said in chats.items():
        told.setdefault(_person(chat), []).extend(talks.conversation(chat, said).sessions)
    parts = {
        person: Conversation(person, person, person, tuple(sorted(own, key=lambda one: one.started_at or NEVER)))
        for person, own in told.items()
    }
    asked = [
        Question(
            _person(record.text("chat")), _person(record.text("chat")), record.text("kind"), record.text("question"),
            tuple(record.value["evidence"]), record.text("answer", blank=True),
        )
        for record in records
    ]  # fmt: skip
    unanswered = [replace(one, group=ABSTENTION) for one in asked if not one.evidence]
    return DataSet(_name(path), "sessions", parts, True, [*(one for one in asked if one.evidence), *unanswered])


def _told(path: Path) -> Iterator[labelled.Case]:
    """What was told of which a file asks: a writer's own talks where they lie beside it, else all of our sessions."""
    if (talk := path.with_name("talk.jsonl")).is_file():
        for case in labelled.cases("talks", talk, FIELDS):
            yield case | {"role": Role.USER}
        return
    for name, fields in _TOLD:
        yield from labelled.cases(name, None, fields)


def _name(path: Path) -> str:
    """What a set is called: questions to a writer's talks by the writer."""
    return f"{path.parent.name}.jsonl" if path.name == "questions.jsonl" else path.name


def _person(chat: str) -> str:
    """`life-en-03` and `work-en-03` are taken for one user's; each chat of a writer of talks, `loft-c1`, is another
    one's."""
    first, _, rest = chat.partition("-")
    return rest if "-" in rest else f"{first}-{rest}"


def _answers(records: Sequence[Record]) -> dict[str, str]:
    """Gold answers by question, where they are given."""
    return {
        str(item["question"]): str(item[name])
        for item in _items([record.value for record in records])
        for name in _ANSWERS
        if item.get(name) not in (None, "")
    }


def _items(value: object) -> Iterator[Mapping[str, Any]]:
    """Every object with a question, in whatever nesting."""
    if isinstance(value, Mapping):
        if isinstance(value.get("question"), str):
            yield value
        for inner in value.values():
            yield from _items(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _items(inner)


def _unanswerable(records: Sequence[Record]) -> Iterator[Question]:
    for record in records:
        part = f"beam-{record.key('chat_id')}"
        for ability, asked in record.groups("probing_questions"):
            if ability == ABSTENTION:
                for item in asked:
                    yield Question(part, part, ABSTENTION, item.text("question"), ())
