"""How well secrets, cards, accounts, numbers of the state, phones and mail are found: `python -m tests.evals privacy`.

Our lines hold what is to be found and what only looks like it: order numbers, commits, digests, ISBNs, versions, dates.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

from graphmem.errors import InvalidInputError
from graphmem.evaluation import report
from graphmem.language import privacy
from graphmem.model.privacy import Finding, PrivacyClass
from tests.evals import labelled

_REQUIRED = ("id", "lang", "text", "found")
_MOST_ERRORS = 50
_EVERY = 2
"""Every second line of our set is held back."""


@dataclass(frozen=True, slots=True)
class _Read:
    """A line, what stands in it, what was found, and the milliseconds that took."""

    case: labelled.Case
    there: tuple[Finding, ...]
    found: tuple[Finding, ...]
    ms: float

    @property
    def missed(self) -> list[Finding]:
        """What stands there and was not found whole."""
        return [
            one for one in self.there if not any(got.start <= one.start and one.end <= got.end for got in self.found)
        ]

    @property
    def false(self) -> list[Finding]:
        """What was found where nothing stands."""
        return [got for got in self.found if not any(got.start < one.end and one.start < got.end for one in self.there)]


def evaluate(data: Path | None = None) -> report.Report:
    """Recall of what stands in the lines, precision of what is found, and milliseconds a line, each line read once.

    What is found counts when it covers all of it; its class is told apart by the recall of each. Of our own set
    `held_back` covers the half that no rule was written by and `errors` only the others. Raises InvalidInputError for a
    file or a line that cannot be read.
    """
    cases = labelled.cases("privacy", data, _REQUIRED)
    privacy.find("Ada: +90 532 123 45 67, TR330006100519786457841326")  # tables that are read at first use
    read = [_read(case) for case in cases]
    metrics = _metrics(read)
    languages: dict[str, list[_Read]] = defaultdict(list)
    for one in read:
        languages[one.case["lang"]].append(one)
    metrics["by_language"] = {lang: _metrics(part) for lang, part in sorted(languages.items())}
    metrics["by_class"] = {kind.value: _of_class(read, kind) for kind in PrivacyClass}
    shown = read
    if data is None:
        held, shown = read[1::_EVERY], read[::_EVERY]
        metrics["held_back"] = _metrics(held) | {"by_class": {one.value: _of_class(held, one) for one in PrivacyClass}}
    errors = [
        {
            "id": one.case["id"],
            "text": one.case["text"],
            "missed": _told(one, one.missed),
            "false": _told(one, one.false),
        }
        for one in shown
        if one.missed or one.false
    ]
    return {
        "metrics": metrics,
        "errors": errors[:_MOST_ERRORS],
        "settings": report.settings(data=data.name if data else "privacy", lines=len(cases)),
    }


def _read(case: labelled.Case) -> _Read:
    text, there, at = str(case["text"]), [], 0
    try:
        for one in case["found"]:
            at = text.index(one["value"], at)
            there.append(Finding(PrivacyClass(one["class"]), at, at + len(one["value"])))
            at += len(one["value"])
    except (ValueError, TypeError, KeyError) as error:
        raise InvalidInputError(
            f"Line {case['id']} has a wrong `found` ({error}).",
            field="data",
            remedy="Each has a class and a value that stands in the text, in its order.",
        ) from error
    began = perf_counter()
    found = privacy.find(text)
    return _Read(case, tuple(there), found, (perf_counter() - began) * 1000)


def _metrics(read: Sequence[_Read]) -> dict[str, Any]:
    there = sum(len(one.there) for one in read)
    found = sum(len(one.found) for one in read)
    hits = there - sum(len(one.missed) for one in read)
    right = found - sum(len(one.false) for one in read)
    return {
        "lines": len(read),
        "recall": round(hits / there, 4) if there else 1.0,
        "precision": round(right / found, 4) if found else 1.0,
        "ms_median": round(median(one.ms for one in read), 4) if read else 0.0,
    }


def _of_class(read: Sequence[_Read], kind: PrivacyClass) -> dict[str, float]:
    there = [(one, span) for one in read for span in one.there if span.kind is kind]
    found = [(one, span) for one in read for span in one.found if span.kind is kind]
    hits = sum(_among(span, one.found) for one, span in there)
    right = sum(_among(span, one.there, whole=False) for one, span in found)
    return labelled.scores(hits=hits, said=len(found), there=len(there)) | {
        "precision": round(right / len(found), 4) if found else 1.0
    }


def _among(span: Finding, others: Sequence[Finding], *, whole: bool = True) -> bool:
    same = [one for one in others if one.kind is span.kind]
    if whole:
        return any(one.start <= span.start and span.end <= one.end for one in same)
    return any(one.start < span.end and span.start < one.end for one in same)


def _told(one: _Read, spans: Sequence[Finding]) -> list[str]:
    return [f"{span.kind.value} {one.case['text'][span.start : span.end][:60]}" for span in spans]
