"""Recurrences of two statements: whether they are one, or the new one leaves out an occurrence."""

from __future__ import annotations

from datetime import UTC, datetime

from graphmem.language.contradiction import statement
from graphmem.language.contradiction.time_limits import is_of_one_time
from graphmem.language.doc import Doc, reading
from graphmem.language.quotes import told_of
from graphmem.language.temporal import resolve
from graphmem.language.temporal.repeats import rule_of
from graphmem.language.temporal.words import fold
from graphmem.model.recurrence import Rule, are_one

_SOME_DAY = datetime(2001, 1, 1, tzinfo=UTC)
"""Any day serves: a cancellation does not depend on when it was said."""


@reading
def rhythm(doc: Doc) -> Rule | None:
    """Return the recurrence rule of a text, or None."""
    found = rule_of(fold(told_of(doc)[1].text), doc.language)
    return None if found is None else found.rule


def rhythms_apart(one: Doc, other: Doc) -> bool:
    """Whether both tell a recurrence, and these differ."""
    told = rhythm(one), rhythm(other)
    return told[0] is not None and told[1] is not None and not are_one(told[0], told[1])


def is_exception(old: Doc, new: Doc) -> bool:
    """Whether the new statement only cancels or moves one occurrence of the old one's recurrence."""
    if rhythm(old) is None or rhythm(new) is not None:
        return False
    return _calls_off(new) or (is_of_one_time(new) and not statement(new).quits)


@reading
def _calls_off(doc: Doc) -> bool:
    return any(one.off for one in resolve(told_of(doc)[1].text, doc.language, _SOME_DAY).expressions)
