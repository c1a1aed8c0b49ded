"""How often a statement's time is read right: `python -m tests.evals dates`, on our lines or others of their form."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from graphmem.errors import InvalidInputError
from graphmem.evaluation import report
from graphmem.language.temporal import resolve
from graphmem.model.language import Language
from tests.evals import labelled

_REQUIRED = ("id", "lang", "text", "said_at", "valid_from", "valid_until", "foresight")
_MOST_ERRORS = 50


@dataclass(frozen=True, slots=True)
class _Outcome:
    case: labelled.Case
    got: dict[str, Any]

    def right(self, key: str) -> bool:
        return bool(self.case[key] == self.got[key])


def evaluate(data: Path | None = None) -> report.Report:
    """Shares of lines whose days are exactly right, and precision, recall and F1 of foresight.

    Of our own set `held_back` covers the third that no rule was tuned on and `errors` only the others. Raises
    InvalidInputError for a file or a line that cannot be read.
    """
    cases = labelled.cases("dates", data, _REQUIRED)
    outcomes = [_outcome(case) for case in cases]
    languages: dict[str, list[_Outcome]] = defaultdict(list)
    for outcome in outcomes:
        languages[outcome.case["lang"]].append(outcome)
    metrics = _metrics(outcomes)
    metrics["by_language"] = {lang: _metrics(part) for lang, part in sorted(languages.items())}
    shown = outcomes
    if data is None:
        kept = {case["id"] for case in labelled.held_back(cases)}
        metrics["held_back"] = _metrics([outcome for outcome in outcomes if outcome.case["id"] in kept])
        shown = [outcome for outcome in outcomes if outcome.case["id"] not in kept]
    errors = [_error(outcome) for outcome in shown if not all(outcome.right(key) for key in _REQUIRED[4:])]
    return {
        "metrics": metrics,
        "errors": errors[:_MOST_ERRORS],
        "settings": report.settings(data=data.name if data else "dates", lines=len(cases)),
    }


def _outcome(case: labelled.Case) -> _Outcome:
    try:
        said_at = datetime.fromisoformat(case["said_at"])
        language = Language(case["lang"])
    except (TypeError, ValueError) as error:
        raise InvalidInputError(
            f"Line {case['id']} has a wrong said_at or lang ({error}).",
            field="data",
            remedy="said_at is an ISO date and time, lang en or tr.",
        ) from error
    reading = resolve(str(case["text"]), language, said_at if said_at.tzinfo else said_at.replace(tzinfo=UTC))
    got = {
        "valid_from": reading.valid_from.isoformat() if reading.valid_from else None,
        "valid_until": reading.valid_until.isoformat() if reading.valid_until else None,
        "foresight": reading.foresight,
    }
    return _Outcome(case, got)


def _metrics(outcomes: list[_Outcome]) -> dict[str, Any]:
    count = max(len(outcomes), 1)
    both = sum(outcome.right("valid_from") and outcome.right("valid_until") for outcome in outcomes)
    foresight = [(bool(outcome.case["foresight"]), bool(outcome.got["foresight"])) for outcome in outcomes]
    return {
        "valid_from_accuracy": round(sum(outcome.right("valid_from") for outcome in outcomes) / count, 4),
        "valid_until_accuracy": round(sum(outcome.right("valid_until") for outcome in outcomes) / count, 4),
        "both_accuracy": round(both / count, 4),
        "foresight": labelled.scores(
            hits=foresight.count((True, True)),
            said=sum(said for _, said in foresight),
            there=sum(true for true, _ in foresight),
        ),
        "lines": len(outcomes),
    }


def _error(outcome: _Outcome) -> dict[str, Any]:
    return {
        "id": outcome.case["id"],
        "text": outcome.case["text"],
        "said_at": outcome.case["said_at"],
        "expected": {key: outcome.case[key] for key in outcome.got},
        "got": outcome.got,
    }
