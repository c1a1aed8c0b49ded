"""Guards of a pair: whether its marks forbid that both texts say the same, whatever a judge says."""

from __future__ import annotations

from graphmem.language.guards import Guard
from graphmem.language.pairing import Compared

_FORBIDDING = (
    *("rivals", "quantities added", "quantity for a one", "kin differ", "contradicts", "dates exchanged"),
    *("names exchanged", "one apart"),
)
_KEPT = 0.4
"""Share of the shorter text's words in the other, from which a relative in one of them is its subject."""


def forbids_one(compared: Compared) -> bool:
    """Whether two texts cannot say the same.

    That is so if a number, measure, date, identifier or name of the newer text differs; if relatives or exclusive
    states disagree; if one verb has two objects; if one text tells an intention and the other its completion; or if a
    recurrence falls on other days.
    """
    marks = compared.marks
    of_kin = marks["kin on one side"] > 0 and marks["words kept"] >= _KEPT
    if of_kin or compared.differing & {Guard.DEED, Guard.RHYTHM}:
        return True
    if compared.of_other_values:
        return True
    return compared.of_another or compared.of_other_versions or any(marks[name] > 0 for name in _FORBIDDING)
