"""graphmem's constants of the order of turns, chosen on some conversations alone, so that others are left out.

The shipped values were chosen on all five of LoCoMo's development conversations. Here every constant starts at the
lowest value it is tried at, whatever is shipped, and one after another takes its best value on the given conversations,
once. The mean of recall @5 and @10 there is above that of the shipped values by then.
What is tried are the grids of `constants.py`, which somebody chose who knew all five; so was the form of the order.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import ExitStack
from typing import Any

import numpy as np

from graphmem.errors import InvalidInputError
from graphmem.ports import Progress, silent
from tests.evals import replay, tune
from tests.evals.constants import CONSTANTS, Constant, Value
from tests.evals.stored_hits import Stored

Values = dict[str, Value]


async def chosen(
    stored: Stored, constants: Sequence[Constant] = CONSTANTS, progress: Progress = silent
) -> dict[str, Any]:
    """The constants by name, and their figure on what they were chosen on. Raises InvalidInputError without questions.

    Constants of this process change while it works.
    """
    if not stored.asked:
        raise InvalidInputError("There are no questions to choose by.", field="data", remedy="Give the other half.")
    order = [one for one in constants if one.order]
    values: Values = {one.name: one.tried[0] for one in order}
    with replay.remembering():
        best = await asyncio.to_thread(_figure, stored, order, values)
        for done, constant in enumerate(order, start=1):
            values[constant.name], best = await asyncio.to_thread(_best, stored, order, values, constant, best)
            progress("choosing constants", done, len(order))
    return {
        "learned_from": sorted({asked.case.part for asked in stored.asked}),
        "questions": len(stored.asked),
        "figure": best,
        "constants": values,
    }


def _best(
    stored: Stored, order: Sequence[Constant], values: Values, constant: Constant, figure: float
) -> tuple[Value, float]:
    """The value of the highest figure; the one it has where none is better."""
    found = {values[constant.name]: figure}
    for value in constant.tried:
        if value not in found:
            found[value] = _figure(stored, order, {**values, constant.name: value})
    best = max(found, key=lambda value: found[value])
    return best, found[best]


def _figure(stored: Stored, order: Sequence[Constant], values: Values) -> float:
    with ExitStack() as stack:
        for constant in order:
            stack.enter_context(constant.at(values[constant.name]))
        figures = replay.figures(stored)
    return tune.figure(figures, tune.RECALL, np.ones(len(stored.asked), dtype=np.bool_))
