"""`python -m tests.evals relations`: the six relations between two memories, as mining writes them.

A line is `{"id", "lang", "a", "b", "type", "direction"}`; `b` was said right after `a`. All lines of a language are
mined into one owner, each on a day of its own, after statements of other matters: every line stands among hundreds of
others, as in anybody's store. What is scored are the edges that were written between the memories of its two turns.

Type accuracy counts every line, null included. Direction accuracy counts the lines that have a direction and whose type
is right; `directed` is the share of all lines with a direction of which both are right.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from graphmem.evaluation import report
from graphmem.evaluation.isolated import isolated
from graphmem.facade import GraphMem
from graphmem.model.relation import RelationType
from graphmem.model.transcript import Conversation, Role, Session, Turn
from graphmem.ports import Progress, silent
from graphmem.store.relations import RelatedPair
from tests.evals import labelled
from tests.evals.labelled import Case

MOST_ERRORS = 50
OTHERS = 24
"""Statements of other matters that an owner knows before the first line, of the gate's set."""

FIRST_DAY = datetime(2026, 1, 5, 9, tzinfo=UTC)
PRECEDENCE = tuple(RelationType)
"""Of several relations between two turns the first of these counts."""

_NONE = "none"
_FIELDS = ("id", "lang", "a", "b", "type", "direction")


@dataclass(frozen=True, slots=True)
class Answer:
    """What was written for a line."""

    type: RelationType | None = None
    direction: str | None = None


async def evaluate(memory: GraphMem, data: Path | None = None, progress: Progress = silent) -> report.Report:
    """Accuracy of type and direction on `data`, or on our own set with its held-back third apart."""
    cases = labelled.cases("relations", data, _FIELDS)
    languages = sorted({case["lang"] for case in cases})
    found: dict[str, Answer] = {}
    async with isolated(memory, "relations", data or Path("relations"), {}) as run:
        for language in languages:
            own = [case for case in cases if case["lang"] == language]
            owner = await run.file(_conversation(own, language), language, memories=True, progress=progress)
            written = await memory.memories.related(memory.owner(owner), *RelationType)
            found |= {case["id"]: _answer(case["id"], written) for case in own}
    answers = [(case, found[case["id"]]) for case in cases]
    metrics = _scores(answers)
    metrics["by_type"] = labelled.precision_recall((_name(case["type"]), _name(said.type)) for case, said in answers)
    metrics["by_language"] = {
        lang: _scores([pair for pair in answers if pair[0]["lang"] == lang]) for lang in languages
    }
    if data is None:
        kept = {case["id"] for case in labelled.held_back(cases)}
        metrics["tuned_on"] = _scores([pair for pair in answers if pair[0]["id"] not in kept])
        metrics["held_back"] = _scores([pair for pair in answers if pair[0]["id"] in kept])
    settings = report.settings(set="relations", embedder=memory.embedder.model)
    return {"metrics": metrics, "settings": settings, "errors": list(_errors(answers))}


def _conversation(cases: Sequence[Case], language: str) -> Conversation:
    """The lines of a language, a day each, after a day of other matters."""
    others = [case["old"] for case in labelled.cases("gate", None, ("lang", "old")) if case["lang"] == language]
    evenly = others[:: len(others) // OTHERS][:OTHERS]
    said = [_session(0, [(f"other {place}", text) for place, text in enumerate(evenly)])]
    for day, case in enumerate(cases, start=1):
        said.append(_session(day, [(f"{case['id']} {side}", str(case[side])) for side in "ab"]))
    return Conversation(f"relations-{language}", "relations", None, tuple(said))


def _session(day: int, texts: Sequence[tuple[str, str]]) -> Session:
    start = FIRST_DAY + timedelta(days=day)
    turns = (
        Turn(text, "user", Role.USER, start + timedelta(minutes=minute), source)
        for minute, (source, text) in enumerate(texts)
    )
    return Session(f"day {day}", start, tuple(turns))


def _answer(id_: str, written: Sequence[RelatedPair]) -> Answer:
    """The relation of most weight between the memories of a line's two turns."""
    for kind in PRECEDENCE:
        for one in written:
            if one.type != kind:
                continue
            for source, target in (("a", "b"), ("b", "a")):
                if f"{id_} {source}" in one.new_sources and f"{id_} {target}" in one.old_sources:
                    return Answer(kind, None if kind.symmetric else f"{source}->{target}")
    return Answer()


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
        {**case, "found": found.type, "found_direction": found.direction}
        for case, found in answers
        if case["type"] != found.type or case["direction"] != found.direction
    ]
    return wrong[:MOST_ERRORS]


def _share(part: int, whole: int) -> float:
    return round(part / whole, 4) if whole else 1.0


def _name(kind: str | None) -> str:
    return kind or _NONE
