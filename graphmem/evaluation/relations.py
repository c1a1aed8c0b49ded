"""`graphmem evaluate relations`: the six relations between two memories, without a model.

A line is `{"id", "lang", "a", "b", "type", "direction"}`; `b` was said right after `a`. Type accuracy counts every
line, null included. Direction accuracy counts the lines that have a direction and whose type is right; `directed` is
the share of all lines with a direction of which both are right.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from graphmem.cognition import relations
from graphmem.cognition.relations import Described
from graphmem.evaluation import labelled, report
from graphmem.evaluation.labelled import Case
from graphmem.language.contradiction import contradicts
from graphmem.language.describe import describe
from graphmem.language.entities import find
from graphmem.model.language import Language
from graphmem.model.relation import RelationType

MOST_ERRORS = 50
_NONE = "none"
_FIELDS = ("id", "lang", "a", "b", "type", "direction")


@dataclass(frozen=True, slots=True)
class Answer:
    """What the rules say of a line."""

    type: RelationType | None
    direction: str | None
    rule: str


def answer(case: Case) -> Answer:
    """The relation between the two texts of a line."""
    language = Language(case["lang"])
    disagree = contradicts(case["a"], case["b"], language) is not None
    old, new = _described("a", case["a"], language), _described("b", case["b"], language)
    found = relations.relate(new, old, adjacent=True, verdict=relations.verdict(new, old, contradicts=disagree))
    if found is None:
        return Answer(None, None, "")
    direction = None if found.type.symmetric else f"{found.source}->{found.target}"
    return Answer(found.type, direction, found.detected_by)


def evaluate(data: Path | None = None) -> report.Report:
    """Accuracy of type and direction on `data`, or on our own set with its held-back third apart."""
    cases = labelled.cases("relations", data, _FIELDS)
    answers = [(case, answer(case)) for case in cases]
    metrics = _scores(answers)
    metrics["by_type"] = labelled.precision_recall((_name(case["type"]), _name(found.type)) for case, found in answers)
    metrics["by_language"] = {
        lang: _scores([pair for pair in answers if pair[0]["lang"] == lang])
        for lang in sorted({case["lang"] for case in cases})
    }
    if data is None:
        kept = {case["id"] for case in labelled.held_back(cases)}
        metrics["tuned_on"] = _scores([pair for pair in answers if pair[0]["id"] not in kept])
        metrics["held_back"] = _scores([pair for pair in answers if pair[0]["id"] in kept])
    return {"metrics": metrics, "settings": report.settings(set="relations"), "errors": list(_errors(answers))}


def _described(id_: str, text: str, language: Language) -> Described:
    content = describe(text, language)
    return Described(
        id_,
        content.stems,
        entities=frozenset(mention.uri for mention in find(text, language)),
        names=content.names,
        capitals=content.capitals,
        topics=content.topics,
        own_topics=content.own_topics,
        clauses=content.clauses,
        chain=content.chain,
        replaces=content.replaces,
    )


def _scores(answers: Iterable[tuple[Case, Answer]]) -> dict[str, object]:
    counts: dict[str, int] = defaultdict(int)
    for case, found in answers:
        counts["lines"] += 1
        right = case["type"] == found.type
        counts["right"] += right
        if case["direction"] is not None:
            counts["directed"] += 1
            counts["directed_type"] += right
            counts["directed_right"] += right and case["direction"] == found.direction
    return {
        "type_accuracy": _share(counts["right"], counts["lines"]),
        "direction_accuracy": _share(counts["directed_right"], counts["directed_type"]),
        "directed": _share(counts["directed_right"], counts["directed"]),
        "lines": counts["lines"],
    }


def _errors(answers: list[tuple[Case, Answer]]) -> list[dict[str, object]]:
    wrong = [
        {**case, "found": found.type, "found_direction": found.direction, "rule": found.rule}
        for case, found in answers
        if case["type"] != found.type or case["direction"] != found.direction
    ]
    return wrong[:MOST_ERRORS]


def _share(part: int, whole: int) -> float:
    return round(part / whole, 4) if whole else 1.0


def _name(kind: str | None) -> str:
    return kind or _NONE
