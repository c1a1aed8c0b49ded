"""`tests.evals changes`: whether a message that tells a change of mind closes the memory it ends, and no other.

A line is `{"id", "lang", "speaker", "known": […], "message", "closes"}`: what the speaker said before, what they say
now, and the place (from 0) of the known statement that holds no longer, null when all still do. The owner knows two
dozen statements of other matters besides. What counts is what the message would close; beside it stands what it would
put on the review list (`asked`), of which a person decides.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from graphmem.cognition.prediction_error import MAY_HAVE_CHANGED
from graphmem.errors import InvalidInputError
from graphmem.evaluation import report
from graphmem.evaluation.isolated import isolated
from graphmem.facade import GraphMem
from graphmem.model.gate import GateAction
from graphmem.model.palace import Owner
from graphmem.ports import Progress, silent
from tests.evals import labelled
from tests.evals.gate import others
from tests.evals.untold import untell

MOST_ERRORS = 50
_FIELDS = ("id", "lang", "speaker", "known", "message", "closes")
_BEFORE = timedelta(days=30)


@dataclass(frozen=True, slots=True)
class Answer:
    """Places of the known statements that a message would close, or ask about, and what the gate said."""

    closed: frozenset[int]
    asked: frozenset[int]
    reasons: tuple[str, ...]


async def evaluate(memory: GraphMem, data: Path | None = None, progress: Progress = silent) -> report.Report:
    """Precision and recall of closed memories on `data`, or on our own set. Raises InvalidInputError."""
    cases = labelled.cases("changes", data, _FIELDS)
    for case in cases:
        if case["closes"] is not None and case["closes"] not in range(len(case["known"])):
            problem = f"line {case['id']}: closes is {case['closes']!r}."
            raise InvalidInputError(problem, field="closes", remedy="Give the place in known, from 0, or null.")
    answers: list[tuple[labelled.Case, Answer]] = []
    async with isolated(memory, "changes", data or Path("changes"), {}) as run:
        for language in sorted({case["lang"] for case in cases}):
            own = [case for case in cases if case["lang"] == language]
            name = await run.file(others(language, own), language, memories=True)
            for case in own:
                answers.append((case, await _answer(memory, memory.owner(name), case)))
                progress("telling changes", len(answers), len(cases))
    metrics = _scores(answers)
    metrics["by_language"] = {
        lang: _scores([one for one in answers if one[0]["lang"] == lang])
        for lang in sorted({case["lang"] for case in cases})
    }
    errors = [
        {**case, "closed": sorted(said.closed), "reasons": said.reasons}
        for case, said in answers
        if said.closed != _wanted(case)
    ]
    settings = report.settings(command="evaluate changes", data=str(data or "changes"), embedder=memory.embedder.model)
    return {"metrics": metrics, "settings": settings, "errors": errors[:MOST_ERRORS]}


async def _answer(memory: GraphMem, owner: Owner, case: labelled.Case) -> Answer:
    now = datetime.now(UTC)
    speaker = str(case["speaker"])
    before = [
        await memory.observer.observe(
            owner, str(text), speaker=speaker, said_at=now - _BEFORE + timedelta(minutes=minute)
        )
        for minute, text in enumerate(case["known"])
    ]
    places = {verdict.memory: place for place, seen in enumerate(before) for verdict in seen.statements}
    told = await memory.observer.observe(owner, str(case["message"]), speaker=speaker, said_at=now, dry_run=True)
    await untell(memory, owner, *(seen.pointer for seen in before))
    closed = {places.get(one.target, -1) for one in told.statements if one.action == GateAction.SUPERSEDE}
    asked = {places.get(one.target, -1) for one in told.statements if one.reason.startswith(MAY_HAVE_CHANGED)}
    return Answer(
        frozenset(closed), frozenset(asked), tuple(f"{one.action.value}: {one.reason}" for one in told.statements)
    )


def _wanted(case: labelled.Case) -> frozenset[int]:
    return frozenset() if case["closes"] is None else frozenset({int(case["closes"])})


def _scores(answers: Iterable[tuple[labelled.Case, Answer]]) -> dict[str, object]:
    given: Sequence[tuple[labelled.Case, Answer]] = list(answers)
    return {
        "closed": found((said.closed, _wanted(case)) for case, said in given),
        "asked": found((said.asked, _wanted(case)) for case, said in given),
        "lines": len(given),
    }


def found(given: Iterable[tuple[frozenset[int], frozenset[int]]]) -> dict[str, object]:
    """Precision and recall of places, given those found and those wanted of each line."""
    pairs = list(given)
    return dict(
        labelled.scores(
            hits=sum(len(found & wanted) for found, wanted in pairs),
            said=sum(len(found) for found, _ in pairs),
            there=sum(len(wanted) for _, wanted in pairs),
        )
    )
