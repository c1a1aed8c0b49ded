"""The prediction-error gate on labelled pairs, as it serves: precision and recall per action, trap and language.

For each pair the old statement is taught to an owner who knows two dozen statements of other matters, the new one is
taught in a dry run, and the old one is taken back with its turn. What counts is what the gate would have done to the
memory of the old statement; a new one that leaves it alone was created. Verdicts that the judge is not sure of are
links, so beside the actions stands what was more likely (`meant`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from graphmem.cognition.prediction_error import MAY_HAVE_CHANGED, MUCH_THE_SAME
from graphmem.errors import InvalidInputError
from graphmem.evaluation import report
from graphmem.evaluation.isolated import isolated
from graphmem.facade import GraphMem
from graphmem.model.gate import GateAction
from graphmem.model.language import RULED
from graphmem.model.observation import Observation
from graphmem.model.palace import Owner
from graphmem.model.transcript import Conversation, Role, Session, Turn
from graphmem.ports import Progress, silent
from tests.evals import labelled

MOST_ERRORS = 50
OTHERS = 24
"""Statements of other matters that the owner knows, of our own set."""

_MERGING = frozenset({GateAction.UPDATE, GateAction.REINFORCE})
_ORDER = (GateAction.SUPERSEDE, GateAction.REINFORCE, GateAction.UPDATE)
"""Of several statements of one text, the one that did most to the old memory counts."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What became of the new statement beside the old one, and why."""

    action: GateAction
    reason: str
    similarity: float


Answered = tuple[labelled.Case, Answer]


async def evaluate(memory: GraphMem, data: Path | None = None, progress: Progress = silent) -> report.Report:
    """Decide every pair of our set, or of the file `data`, and score it. Of our own set the held-back third is apart.

    Raises InvalidInputError for a line of another form, EmbeddingError when the embedder fails.
    """
    cases = labelled.cases("gate", data, ("id", "lang", "old", "new", "action"))
    _check(cases)
    answers: list[Answered] = []
    async with isolated(memory, "gate", data or Path("gate"), {}) as run:
        for language in _values(cases, "lang"):
            name = await run.file(others(language, cases), language, memories=True)
            for case in (one for one in cases if one["lang"] == language):
                answers.append((case, await _answer(memory, memory.owner(name), case)))
                progress("teaching pairs", len(answers), len(cases))
    return _report(answers, memory.embedder.model, data, cases)


def others(language: str, cases: Sequence[labelled.Case]) -> Conversation:
    """What the owner knows besides: statements that stand in no pair that is decided."""
    told = {case.get("old") for case in cases if case["lang"] == language}
    known = [case["a"] for case in labelled.cases("relations", None, ("lang", "a")) if case["lang"] == language]
    evenly = [text for text in known if text not in told]
    evenly = evenly[:: max(1, len(evenly) // OTHERS)][:OTHERS]
    turns = (
        Turn(text, "user", Role.USER, datetime(2026, 1, 5, 9, minute, tzinfo=UTC)) for minute, text in enumerate(evenly)
    )
    session = Session("other matters", datetime(2026, 1, 5, 9, tzinfo=UTC), tuple(turns))
    return Conversation(f"others-{language}", "other matters", None, (session,))


async def _answer(memory: GraphMem, owner: Owner, case: labelled.Case) -> Answer:
    before = await memory.observer.learn(owner, str(case["old"]))
    seen = await memory.observer.learn(owner, str(case["new"]), dry_run=True)
    if before.pointer is not None:
        await memory.memories.delete_drawer(owner, before.pointer)
    return _done(seen, {verdict.memory for verdict in before.statements})


def _done(seen: Observation, old: set[str | None]) -> Answer:
    """What was done to one of the `old` memories."""
    touched = [verdict for verdict in seen.statements if verdict.target in old]
    for action in _ORDER:
        for verdict in touched:
            if verdict.action == action:
                return Answer(action, verdict.reason, verdict.similarity)
    beside = (touched or list(seen.statements))[:1]
    if not beside:
        return Answer(GateAction.SKIP, "nothing was read", 0.0)
    return Answer(GateAction.CREATE, beside[0].reason, beside[0].similarity)


def _check(cases: Sequence[labelled.Case]) -> None:
    actions, languages = set(GateAction), set(RULED)
    for case in cases:
        for field, allowed in (("action", actions), ("lang", languages)):
            if case[field] not in allowed:
                raise InvalidInputError(
                    f"line {case['id']}: {field} is {case[field]!r}.",
                    field=field,
                    remedy=f"One of {', '.join(sorted(allowed))}.",
                )


def _report(answers: Sequence[Answered], model: str, data: Path | None, cases: list[labelled.Case]) -> report.Report:
    metrics = _scores(answers)
    metrics["by_trap"] = {trap: _scores(_where(answers, "trap", trap)) for trap in _values(cases, "trap")}
    metrics["by_language"] = {lang: _scores(_where(answers, "lang", lang)) for lang in _values(cases, "lang")}
    if data is None:
        metrics["tuned_on"] = _scores(_part(answers, labelled.tuned_on(cases)))
        metrics["held_back"] = _scores(_part(answers, labelled.held_back(cases)))
    errors = [_error(case, said) for case, said in answers if said.action != case["action"]]
    settings = report.settings(command="evaluate gate", data=str(data or "gate"), embedder=model)
    return {"metrics": metrics, "settings": settings, "errors": errors[:MOST_ERRORS]}


def _scores(answers: Iterable[Answered]) -> dict[str, Any]:
    """Per action precision, recall, F1 and count; accuracy; traps that ended as one memory with the other statement."""
    given = list(answers)
    found: dict[str, Any] = dict(labelled.precision_recall((case["action"], said.action) for case, said in given))
    found["accuracy"] = _share(given, lambda case, said: case["action"] == said.action)
    found["meant"] = _share(given, lambda case, said: case["action"] == _meant(said))
    found["count"] = len(given)
    for name, trap in (("digit_traps_merged", "digit"), ("traps_merged", None)):
        found[name] = sum(
            bool(case.get("trap"))
            and trap in (None, case.get("trap"))
            and said.action in _MERGING
            and GateAction(case["action"]) not in _MERGING
            for case, said in given
        )
    return found


def _share(answers: Sequence[Answered], right: Callable[[labelled.Case, Answer], bool]) -> float:
    return round(sum(right(case, said) for case, said in answers) / len(answers), 4) if answers else 1.0


def _meant(said: Answer) -> GateAction:
    """The action that was most likely, though it was not sure enough to be done."""
    for reason, action in _LINKS.items():
        if said.reason.startswith(reason):
            return action
    return said.action


_LINKS = {MAY_HAVE_CHANGED: GateAction.SUPERSEDE, MUCH_THE_SAME: GateAction.REINFORCE}


def _where(answers: Sequence[Answered], field: str, value: str) -> list[Answered]:
    return [(case, said) for case, said in answers if case.get(field) == value]


def _part(answers: Sequence[Answered], part: Sequence[labelled.Case]) -> list[Answered]:
    ids = {id(case) for case in part}
    return [(case, said) for case, said in answers if id(case) in ids]


def _values(cases: Sequence[labelled.Case], field: str) -> list[str]:
    return sorted({str(case[field]) for case in cases if case.get(field)})


def _error(case: labelled.Case, said: Answer) -> dict[str, Any]:
    return {
        "id": case["id"],
        "old": case["old"],
        "new": case["new"],
        "action": case["action"],
        "decided": said.action.value,
        "similarity": round(said.similarity, 3),
        "reason": said.reason,
    }
