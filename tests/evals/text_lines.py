"""The labelled texts that heads are learned from: messages, instructions and questions, by writer."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import count
from pathlib import Path

from graphmem.language.observer.filters import Filter
from graphmem.model.category import Category
from graphmem.model.language import Language
from graphmem.model.transcript import Role
from graphmem.services.ingestion.draft import Message
from graphmem.services.reading import CATEGORY, INTENT, NO, SKIP, STANDING, YES, Setting
from tests.evals import formation, labelled
from tests.evals.pair_lines import OWN

STANDING_FILES = ("instructions", "held_back", "voices", "habits")
"""Writers whose lines tell whether they are instructions that hold from now on; two of them also as what. Only that one
is a rule is learned from it: with their tastes and procedures 0.2 % fewer of other writers' categories are right."""

PAIRED = {"gate": "old", "relations": "a"}
"""Sets of pairs, and which side of a pair is taken."""

PROJECTS = ("coding", "coding_long", "coding_told")
"""Sets of what people told an agent at work on a project with it."""

TALKS = ("sessions", "told")
"""Sets of what people told an assistant of their lives and their work, on no project with it."""

SESSIONS = (*TALKS, *PROJECTS)
"""Sets of what people told an assistant, in which writers marked what is worth remembering."""

PLAIN = 7
"""Every how many of the statements of which no more is told than that they are remembered is shown to the head of what
an assistant is told: with all three thousand it knows less of other writers' junk (AUROC 0.95 in place of 0.97)."""

TALK = "talk"
"""Who wrote the messages of `formation.jsonl`."""


@dataclass(frozen=True, slots=True)
class Line:
    """A labelled text: its label under each head that it has one for."""

    writer: str
    text: str
    language: Language
    labels: Mapping[str, str]


def message_lines(languages: Sequence[Language]) -> list[Line]:
    """All labelled messages, our own first; those that a filter stops have nothing to be told apart."""
    found = [_message(OWN, case) for case in labelled.cases("language", None, ("id", "lang", "text", "keep", "filter"))]
    for writer in writers("messages"):
        path = folder() / writer / "messages.jsonl"
        found += [_message(writer, case) for case in labelled.cases("language", path, ("id", "lang", "text", "keep"))]
    sets = {OWN: None} | {name: folder() / "standing" / f"{name}.jsonl" for name in STANDING_FILES}
    for name, standing in sets.items():
        for case in labelled.cases("standing", standing, ("id", "lang", "text", "standing")):
            labels = {STANDING: YES, Setting.PEOPLE: YES} if case["standing"] else {STANDING: NO}
            if case["standing"] and case.get("category", Category.POLICY) == Category.POLICY and name != OWN:
                labels[CATEGORY] = Category.POLICY.value
            found.append(Line(name, case["text"], Language(case["lang"]), labels))
    return [line for line in found if line.labels and line.language in languages]


def session_writers(sets: Sequence[str] = SESSIONS) -> dict[str, list[labelled.Case]]:
    """What people told an assistant in the sessions of some sets, by the writer."""
    found: dict[str, list[labelled.Case]] = {}
    for name in sets:
        for case in labelled.cases(name, None, (*formation.FIELDS, "role", "writer")):
            if case["role"] == Role.USER:
                found.setdefault(case["writer"], []).append(case)
    return found


def plain_lines() -> Iterator[Line]:
    """Statements that are remembered as they stand, of which nothing but that is told: the older one of each pair."""
    seen = count()
    for kind, side in PAIRED.items():
        paths = {OWN: None} | {writer: folder() / writer / f"{kind}.jsonl" for writer in writers(kind)}
        for writer, path in paths.items():
            cases = labelled.cases(kind, path, ("id", "lang", side))
            for text, language in dict.fromkeys((case[side], case["lang"]) for case in cases):
                heads = (Setting.PEOPLE,) if next(seen) % PLAIN else (Setting.PEOPLE, Setting.ASSISTANT)
                yield Line(writer, text, Language(language), dict.fromkeys(heads, YES))


def formed_by() -> dict[str, Path | None]:
    """The files of messages in which spans are marked, by their writers."""
    return {TALK: None} | {writer: folder() / writer / "formation.jsonl" for writer in writers("formation")}


def message_of(case: labelled.Case, project: str | None = None) -> Message:
    """A line of such a file as a turn."""
    said_at, language = datetime.fromisoformat(case["said_at"]), Language(case["lang"])
    return Message(case["id"], case["text"], case["speaker"], Role.USER, said_at, language, project=project)


def folder() -> Path:
    """Where the writers' lines are."""
    return labelled.DATA / "writers"


def writers(kind: str) -> list[str]:
    """The writers who have lines of a kind."""
    return sorted(path.name for path in folder().iterdir() if (path / f"{kind}.jsonl").is_file())


def _message(writer: str, case: labelled.Case) -> Line:
    labels: dict[str, str] = {}
    if case.get("filter") in (None, Filter.DENSITY) and case.get("role", "user") == "user":
        labels |= dict.fromkeys((Setting.PEOPLE, Setting.ASSISTANT), YES if case["keep"] else NO)
        is_rule = case.get("standing", case["category"] == "policy")
        labels[STANDING] = YES if is_rule else NO
    if case["keep"] and case["category"]:
        labels[CATEGORY] = case["category"]
    return Line(writer, case["text"], Language(case["lang"]), labels)


def question_lines(languages: Sequence[Language]) -> list[Line]:
    """All labelled questions, our own first."""
    cases = [(OWN, case) for case in labelled.cases("router", None, ("id", "lang", "query", "skip", "intent"))]
    for writer in writers("queries"):
        path = folder() / writer / "queries.jsonl"
        cases += [(writer, case) for case in labelled.cases("router", path, ("id", "lang", "query", "skip", "intent"))]
    found = []
    for writer, case in cases:
        labels = {SKIP: YES if case["skip"] else NO} | ({INTENT: case["intent"]} if case["intent"] else {})
        found.append(Line(writer, case["query"], Language(case["lang"]), labels))
    return [line for line in found if line.language in languages]
