"""The labelled texts that heads are learned from: messages, instructions and questions, by writer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

from graphmem.evaluation import labelled
from graphmem.evaluation.heads import OWN
from graphmem.language.observer.filters import Filter
from graphmem.model.language import Language
from graphmem.services.text_judging import CATEGORY, INTENT, KEEP, NO, SKIP, STANDING, YES

STANDING_FILES = ("instructions", "held_back")
"""Two writers whose lines tell only whether they are instructions that hold from now on."""


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
            label = YES if case["standing"] else NO
            found.append(Line(name, case["text"], Language(case["lang"]), {STANDING: label}))
    return [line for line in found if line.labels and line.language in languages]


def folder() -> Path:
    """Where the writers' lines are."""
    return Path(str(files("graphmem.evaluation"))) / "data" / "writers"


def writers(kind: str) -> list[str]:
    """The writers who have lines of a kind."""
    return sorted(path.name for path in folder().iterdir() if (path / f"{kind}.jsonl").is_file())


def _message(writer: str, case: labelled.Case) -> Line:
    labels: dict[str, str] = {}
    if case.get("filter") in (None, Filter.DENSITY) and case.get("role", "user") == "user":
        labels[KEEP] = YES if case["keep"] else NO
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
