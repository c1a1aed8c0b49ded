"""The prediction-error gate on labelled pairs of statements: precision and recall per action, trap and language.

Each pair is decided as if the old statement were the only memory there is. Beside the gate as it serves, the report has
what the embedder alone and the words alone would decide.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from graphmem.cognition.prediction_error import CREATE_BELOW, Neighbour, NewStatement, decide
from graphmem.errors import InvalidInputError
from graphmem.evaluation import labelled, report
from graphmem.language.detect import detect
from graphmem.language.formation import claimed
from graphmem.model.gate import GateAction
from graphmem.model.language import Language
from graphmem.ports import Embedder, Progress, Purpose, silent
from graphmem.services.gating import NearMemory, read_neighbour

MOST_ERRORS = 50
_MERGING = frozenset({GateAction.UPDATE, GateAction.REINFORCE})
_IMPORTANT = NewStatement(importance=1.0)
"""The labels know no SKIP: every statement of the set is worth a memory."""
_BATCH = 64

Decided = tuple[labelled.Case, Neighbour]


async def evaluate(embedder: Embedder, data: Path | None = None, progress: Progress = silent) -> report.Report:
    """Decide every pair of our set, or of the file `data`, and score it. Of our own set the held-back third is apart.

    Raises InvalidInputError for a line of another form, EmbeddingError when the embedder fails.
    """
    cases = labelled.cases("gate", data, ("id", "lang", "old", "new", "action"))
    _check(cases)
    cosines = await _cosines(embedder, cases, progress)
    read = [_neighbour(case, cosine, embedder.model) for case, cosine in zip(cases, cosines, strict=True)]
    decided = list(zip(cases, read, strict=True))
    metrics = _scores(decided)
    metrics["by_trap"] = {trap: _scores(_of(decided, "trap", trap)) for trap in _values(cases, "trap")}
    metrics["by_language"] = {lang: _scores(_of(decided, "lang", lang)) for lang in _values(cases, "lang")}
    metrics["signals"] = {
        "embedder": _scores([(case, _by_embedder(one)) for case, one in decided]),
        "words": _scores([(case, _by_words(one)) for case, one in decided]),
    }
    if data is None:
        metrics["tuned_on"] = _scores(_part(decided, labelled.tuned_on(cases)))
        metrics["held_back"] = _scores(_part(decided, labelled.held_back(cases)))
    errors = [_error(case, one) for case, one in decided if _action(one) != case["action"]]
    settings = report.settings(command="evaluate gate", data=str(data or "gate"), embedder=embedder.model)
    return {"metrics": metrics, "settings": settings, "errors": errors[:MOST_ERRORS]}


def _check(cases: Sequence[labelled.Case]) -> None:
    actions, languages = set(GateAction), set(Language)
    for case in cases:
        for field, allowed in (("action", actions), ("lang", languages)):
            if case[field] not in allowed:
                raise InvalidInputError(
                    f"line {case['id']}: {field} is {case[field]!r}.",
                    field=field,
                    remedy=f"One of {', '.join(sorted(allowed))}.",
                )


async def _cosines(embedder: Embedder, cases: Sequence[labelled.Case], progress: Progress) -> list[float]:
    found: list[float] = []
    for start in range(0, len(cases), _BATCH):
        batch = cases[start : start + _BATCH]
        old = await embedder.embed([str(case["old"]) for case in batch], Purpose.PASSAGE)
        new = await embedder.embed([str(case["new"]) for case in batch], Purpose.PASSAGE)
        found += (old * new).sum(axis=1).astype(float).tolist()
        progress("embedding pairs", len(found), len(cases))
    return found


def _neighbour(case: labelled.Case, cosine: float, model: str) -> Neighbour:
    language = detect(case["new"], default=Language(case["lang"]))
    near = NearMemory(id=str(case["id"]), text=str(case["old"]), cosine=cosine)
    new = str(case["new"])
    return read_neighbour(new, near, model, language, claimed(new, language))


def _by_embedder(one: Neighbour) -> Neighbour:
    return Neighbour(id=one.id, similarity=one.similarity)


def _by_words(one: Neighbour) -> Neighbour:
    return replace(one, similarity=CREATE_BELOW if one.contradicts else 0.0)


def _action(one: Neighbour) -> GateAction:
    return decide(_IMPORTANT, [one]).action


def _scores(decided: Iterable[Decided]) -> dict[str, Any]:
    """Per action precision, recall, F1 and count; accuracy; traps that ended as one memory with the other statement."""
    answered = [(case, _action(one)) for case, one in decided]
    found: dict[str, Any] = dict(labelled.precision_recall((case["action"], action) for case, action in answered))
    right = sum(case["action"] == action for case, action in answered)
    found["accuracy"] = round(right / len(answered), 4) if answered else 1.0
    found["count"] = len(answered)
    found["digit_traps_merged"] = sum(case.get("trap") == "digit" and action in _MERGING for case, action in answered)
    return found


def _of(decided: Sequence[Decided], field: str, value: str) -> list[Decided]:
    return [(case, one) for case, one in decided if case.get(field) == value]


def _part(decided: Sequence[Decided], part: Sequence[labelled.Case]) -> list[Decided]:
    ids = {id(case) for case in part}
    return [(case, one) for case, one in decided if id(case) in ids]


def _values(cases: Sequence[labelled.Case], field: str) -> list[str]:
    return sorted({str(case[field]) for case in cases if case.get(field)})


def _error(case: labelled.Case, one: Neighbour) -> dict[str, Any]:
    decision = decide(_IMPORTANT, [one])
    return {
        "id": case["id"],
        "old": case["old"],
        "new": case["new"],
        "action": case["action"],
        "decided": decision.action.value,
        "similarity": round(decision.similarity, 3),
        "reason": decision.reason,
    }
