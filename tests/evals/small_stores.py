"""`python -m tests.evals small`: what a statement ends in the store of somebody who has told two to six things.

A line is `{"id", "lang", "group", "told": […], "new", "ends": [places in told], "kind"}`; the lines of a group tell the
same things first. `kind` is how the new one tells: a new value, an event, of this once, of somebody else's matter …
Each is told to a memory of its own, as a deliberate statement, and what the gate would do is counted: closed, or asked
about.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import Any

from graphmem.cognition.prediction_error import MAY_HAVE_CHANGED
from graphmem.evaluation import report
from graphmem.evaluation.isolated import isolated
from graphmem.facade import GraphMem
from graphmem.model.gate import GateAction
from graphmem.model.observation import StatementVerdict
from graphmem.ports import Progress, silent
from graphmem.services.change_judge import plain
from tests.evals import labelled
from tests.evals.changes import MOST_ERRORS, Answer, found
from tests.evals.whole_stores import UNREAD, Recorder, StatementCase, recording, small_files, words

FIELDS = ("id", "lang", "group", "told", "new", "ends", "kind")

KINDS = {"new_value": "value", "consequence": "event", "others": "somebody", "history": "past"}
"""The names that whole stores have for how something is told, where they differ."""

ASKS = (MAY_HAVE_CHANGED, "disagrees")
"""How reasons begin for which somebody is asked."""

_SAME = 0.6
"""Share of a memory's words from which it is of the statement that has them."""


@dataclass(frozen=True, slots=True)
class Told:
    """A line, told: the ids of what was told before, what the gate would do, and what it met."""

    case: labelled.Case
    ids: tuple[str | None, ...]
    verdicts: tuple[StatementVerdict, ...]
    recorder: Recorder


def cases(path: Path) -> list[labelled.Case]:
    """The lines of a file. Raises InvalidInputError."""
    return labelled.cases("small", path, FIELDS)


async def told(memory: GraphMem, path: Path, progress: Progress, *, judged: bool) -> AsyncIterator[Told]:
    """Every line of a file, told. Without `judged` a recorder stands in the place of the judge of changes."""
    lines = cases(path)
    done = 0
    async with isolated(memory, "small", path, {}) as run:
        for name, group in groupby(lines, key=lambda line: str(line["group"])):
            owner = memory.owner(run.owner(name))
            first, *rest = group
            before = [await memory.observer.learn(owner, str(text)) for text in first["told"]]
            ids = tuple(seen.statements[0].memory if seen.statements else None for seen in before)
            for line in (first, *rest):
                with nullcontext(Recorder()) if judged else recording() as recorder:
                    seen = await memory.observer.learn(owner, str(line["new"]), dry_run=True)
                yield Told(line, ids, seen.statements, recorder)
            await run.over(name)
            done += 1 + len(rest)
            progress(path.parent.name, done, len(lines))


async def record(memory: GraphMem, path: Path, progress: Progress = silent) -> list[StatementCase]:
    """What the new statements of a file meet, for the judge of changes to learn from: those of one statement."""
    found = []
    async for one in told(memory, path, progress, judged=False):
        if len(one.recorder.asked) == 1:
            found.append(_met(path.parent.name, one))
    return found


def _met(writer: str, one: Told) -> StatementCase:
    ((new, near, language),) = one.recorder.asked
    kind = str(one.case["kind"])
    ends = []
    for memory in near:
        place = place_of(plain(memory.text), one.case["told"])
        ends.append(None if place is None else place in one.case["ends"])
    return StatementCase(writer, str(one.case["group"]), language, KINDS.get(kind, kind), new, near, tuple(ends))


def place_of(text: str, told: Sequence[str]) -> int | None:
    """The place of the statement that a memory is of; None where none holds most of its words."""
    own = words(text)
    shares = [len(own & words(one)) / max(1, len(own)) for one in told]
    best = max(range(len(shares)), key=shares.__getitem__)
    return best if shares[best] >= _SAME else None


async def evaluate(memory: GraphMem, data: Path | None = None, progress: Progress = silent) -> report.Report:
    """Precision and recall of what is closed and asked about on `data`, or on all files of writers whom nothing learns
    from; by language and by kind. Raises InvalidInputError."""
    paths = [data] if data else [path for name, path in small_files().items() if name in UNREAD]
    answers = [answer(one) for path in paths async for one in told(memory, path, progress, judged=True)]
    metrics = scores(answers)
    metrics["by_language"] = _parts(answers, "lang")
    metrics["by_kind"] = _parts(answers, "kind")
    errors = [
        {**case, "closed": sorted(said.closed), "reasons": said.reasons}
        for case, said in answers
        if said.closed - set(case["ends"])
    ]
    settings = report.settings(command="evaluate small", data=str(data or "small"), embedder=memory.embedder.model)
    return {"metrics": metrics, "settings": settings, "errors": errors[:MOST_ERRORS]}


def answer(one: Told) -> tuple[labelled.Case, Answer]:
    """The places that a line closes and asks about."""
    places = {id_: place for place, id_ in enumerate(one.ids)}
    closed = {places.get(said.target, -1) for said in one.verdicts if said.action == GateAction.SUPERSEDE}
    asked = {places.get(said.target, -1) for said in one.verdicts if said.reason.startswith(ASKS)}
    reasons = tuple(f"{said.action.value}: {said.reason}" for said in one.verdicts)
    return one.case, Answer(frozenset(closed), frozenset(asked), reasons)


def scores(answers: Iterable[tuple[labelled.Case, Answer]]) -> dict[str, Any]:
    """Of what is closed, and of what is asked about, how much is right and how much of what ends it is, in percent."""
    given = list(answers)
    return {
        "closed": found((said.closed, frozenset(case["ends"])) for case, said in given),
        "asked": found((said.asked, frozenset(case["ends"])) for case, said in given),
        "either": found((said.closed | said.asked, frozenset(case["ends"])) for case, said in given),
        "lines": len(given),
    }


def _parts(answers: Sequence[tuple[labelled.Case, Answer]], key: str) -> dict[str, Any]:
    names = sorted({str(case[key]) for case, _ in answers})
    return {name: scores(one for one in answers if one[0][key] == name) for name in names}
