"""What the marks of a pair allow to conclude, whatever a judge says: that both say one thing, that the newer one ends
the older, that it tells of a change at all."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from graphmem.language.guards import Guard
from graphmem.language.pairing import Compared

_FORBIDDING = (
    *("rivals", "quantities added", "quantity for a one", "kin differ", "contradicts", "dates exchanged"),
    *("names exchanged", "one apart"),
)
_EXCHANGED = ("numbers exchanged", "names exchanged", "dates exchanged", "one apart")
_TOLD = ("new changed", "new corrects")
_OPPOSED = ("contradicts", "contradicted", "disputes", "rejects it")
_SAID_ALREADY = 0.35
"""Share of the older text's words that a newer one says again when it speaks of a change of just that."""
_ASKED_ALREADY, _ASKED_ALIKE = 0.25, 0.25
"""The same from which somebody may be asked about it, and the share of the shorter text's content words that both have:
of the questions that this adds in long talks and chats every other one is right (17 of 33), as of the rest."""
_CAUSAL = (
    *("old is the cause told", "old is the effect told"),
    *("new is the cause told", "new is the effect told"),
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


def forbids_change(compared: Compared) -> bool:
    """Whether the new text may speak of something else than the old one: kin differ or only one of the texts names any
    (what happens to a sister ends nothing of one's own), or one tells the other as its cause or effect; or the old one
    tells a change itself, or a number, date, name, word or one of what goes side by side is another, and nothing tells
    of a change. Nor does it who says that something never was: one of the two is wrong,
    or who leaves out one time of what comes again and again."""
    marks = compared.marks

    def has(names: Iterable[str]) -> bool:
        return any(marks[name] > 0 for name in names)

    if compared.denies_past or compared.is_exception or has(("kin differ", "kin on one side", *_CAUSAL)):
        return True
    told = has(_TOLD)
    side_by_side = marks["rivals"] > 0 and not (told or has(("contradicts",)))
    of_another = has(_EXCHANGED) and not (told or has(("new changes",)))
    return side_by_side or of_another or (marks["old changes"] > 0 and not told)


def tells_change(compared: Compared) -> bool:
    """Whether the words of the newer text tell of a change of what the older one says, or deny a part of it. Most of
    what stands near a statement in a long talk goes on where it stopped, and changes nothing."""
    marks = compared.marks
    if any(marks[name] > 0 for name in _OPPOSED):
        return True
    return _speaks_of_change(marks) and marks["covered"] >= _SAID_ALREADY


def may_tell_change(compared: Compared) -> bool:
    """The same where somebody is asked whether it is one, of two texts that are not of somebody's kin on one side."""
    marks = compared.marks
    if tells_change(compared):
        return True
    is_of_one = marks["kin differ"] == 0 and marks["kin on one side"] == 0
    says_again = marks["covered"] >= _ASKED_ALREADY and compared.shared >= _ASKED_ALIKE
    return is_of_one and says_again and _speaks_of_change(marks)


def _speaks_of_change(marks: Mapping[str, float]) -> bool:
    return any(marks[name] > 0 for name in (*_TOLD, "new changes"))
