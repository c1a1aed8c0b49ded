"""Whether the marks of a pair allow to conclude, whatever a judge says, that both say one thing."""

from __future__ import annotations

from graphmem.language.guards import Guard
from graphmem.language.pairing import Compared

_FORBIDDING = (
    *("rivals", "quantities added", "quantity for a one", "kin differ", "contradicts", "dates exchanged"),
    *("names exchanged", "one apart"),
)
_KEPT = 0.4
"""Share of the shorter text's words that the other has, from which a relative in one of them is who it is about."""


def forbids_one(compared: Compared) -> bool:
    """Whether a number, measure, date, identifier or name of the newer text is another, whatever is around it, kin or
    what excludes each other disagree, the same verb has another object, one tells what is meant to be done and the
    other that it is, or what comes again comes on other days: two such texts never say the same."""
    marks = compared.marks
    of_kin = marks["kin on one side"] > 0 and marks["words kept"] >= _KEPT
    if of_kin or compared.differing & {Guard.DEED, Guard.RHYTHM}:
        return True
    if compared.of_other_values:
        return True
    return compared.of_another or compared.of_other_versions or any(marks[name] > 0 for name in _FORBIDDING)
