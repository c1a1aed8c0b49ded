"""Questions for the block of a prompt, from any of four research sets: with what answers them, or with no answer.

A file's kind is told by its form: LoCoMo's samples, BEAM's chats, MuSiQue's questions with their paragraphs, XQuAD's
paragraphs with their questions.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from graphmem.errors import InvalidInputError
from graphmem.evaluation import cases, datafile, xquad
from graphmem.evaluation.datafile import Record
from graphmem.model.transcript import Conversation

ABSTENTION = "abstention"
"""BEAM's name for questions whose subject was talked about, but not what they ask."""

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
    records = datafile.load(path)
    kind = _kind(path, records[0].value)
    if kind == "xquad":
        return _xquad(path)
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
    if "qa" in first:
        return "locomo"
    if "qas" in first:
        return "xquad"
    if "paragraphs" in first or ("questions" in first and "corpus" in first):
        return "musique"
    raise InvalidInputError(
        f"{path.name} is of no form that is known.",
        field="data",
        remedy="Give LoCoMo's, BEAM's, MuSiQue's or XQuAD's file.",
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
