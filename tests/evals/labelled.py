"""Labelled sets: JSON lines, our own in `tests/evals/data` or of the same form in any file."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from graphmem.errors import InvalidInputError

Case = dict[str, Any]
DATA = Path(__file__).parent / "data"
"""Our own lines, and those of other writers."""

HELD_BACK = 3
"""Every third line of a set of ours, by its place, is held back: rules are tuned on the others only."""


def cases(name: str, data: Path | None, required: Iterable[str]) -> list[Case]:
    """The lines of `data`, or of our own set `name`; each has at least the `required` keys.

    Raises InvalidInputError that names the file, the line and what is wrong with it.
    """
    if data is None:
        text, source = _own(name), name
    else:
        try:
            text, source = data.read_text("utf-8"), str(data)
        except (OSError, UnicodeDecodeError) as error:
            raise InvalidInputError(
                f"{data} cannot be read ({error}).", field="data", remedy="Name a file of JSON lines."
            ) from error
    wanted = tuple(required)
    lines = [(number, line) for number, line in enumerate(text.splitlines(), start=1) if line.strip()]
    if not lines:
        raise InvalidInputError(f"{source} has no lines.", field="data", remedy="One JSON object a line.")
    return [_case(line, f"{source}:{number}", wanted) for number, line in lines]


def _own(name: str) -> str:
    return (DATA / f"{name}.jsonl").read_text("utf-8")


def tuned_on(cases: list[Case]) -> list[Case]:
    """The part of a set of ours that rules may be tuned on."""
    return [case for place, case in enumerate(cases, start=1) if place % HELD_BACK]


def held_back(cases: list[Case]) -> list[Case]:
    """The part of a set of ours that rules have not seen."""
    return cases[HELD_BACK - 1 :: HELD_BACK]


def precision_recall(pairs: Iterable[tuple[str, str]]) -> dict[str, dict[str, float]]:
    """Per label, from (true, predicted) pairs: precision, recall, F1 in 0–1 (1 of nothing) and count."""
    counted: dict[str, list[int]] = {}
    for true, predicted in pairs:
        for label in (true, predicted):
            counted.setdefault(label, [0, 0, 0])
        counted[true][2] += 1
        counted[predicted][1] += 1
        counted[true][0] += true == predicted
    return {label: scores(hits=hits, said=said, there=there) for label, (hits, said, there) in sorted(counted.items())}


def scores(*, hits: int, said: int, there: int) -> dict[str, float]:
    """Precision, recall and F1 of `hits` right answers among `said`, of `there` to find."""
    precision = hits / said if said else 1.0
    recall = hits / there if there else 1.0
    f1 = 2 * precision * recall / (precision + recall) if precision + recall else 0.0
    return {"precision": round(precision, 4), "recall": round(recall, 4), "f1": round(f1, 4), "count": there}


def _case(line: str, where: str, required: tuple[str, ...]) -> Case:
    try:
        value = json.loads(line)
    except json.JSONDecodeError as error:
        raise InvalidInputError(
            f"{where} is no JSON ({error.msg}).", field="data", remedy="One object a line."
        ) from error
    if not isinstance(value, Mapping):
        raise InvalidInputError(f"{where} is no object.", field="data", remedy="One JSON object a line.")
    missing = [key for key in required if key not in value]
    if missing:
        raise InvalidInputError(
            f"{where} lacks {', '.join(missing)}.", field="data", remedy=f"Each line has {', '.join(required)}."
        )
    return dict(value)
