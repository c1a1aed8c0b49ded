"""Conflicts in an attribute with one value, whichever of its words is the subject.

"The lead of our team is Tom", "Tom is the lead of our team" and "our team has no lead any more" share an attribute;
rules that compare subjects see three.
"""

from __future__ import annotations

from collections.abc import Sequence

from graphmem.language.contradiction.alignment import Alignment, align_tokens
from graphmem.language.contradiction.rules import Conflict
from graphmem.language.contradiction.statement import USER, Statement
from graphmem.language.contradiction.tokens import RELATIVE_DAYS, Kind, Token
from graphmem.language.contradiction.vocabulary import keys
from graphmem.model.language import Language

_LIGHT = frozenset({"have", "be", "exist", "become", "ol", "var"})
"""Keys of verbs that only link a thing with its attribute."""
_VALUES = frozenset({Kind.NAME, Kind.NUMBER, Kind.DATE})
_LONGEST_VALUE = 4
_LEAST = 2
"""Least shared words: the attribute, and its owner or qualifier."""


def denied_attribute(old: Statement, new: Statement) -> Conflict | None:
    """Return the conflict if the new statement denies the old one's attribute or all of its words."""
    denies = new.negative or new.quits
    if not denies or old.negative or old.quits or old.past or not _is_plain(old) or _other_owner(old, new):
        return None
    found = align_tokens(_content(new), _content(old), new.language)
    if found.only_old or len(found.shared) < _LEAST or not _nouns(found, new):
        return None
    if _people(found.shared) > 1 and old.subject != new.subject:
        return None
    return Conflict(_nouns(found, new)[0], tuple(_content(old)), tuple(_content(new)), "what was so is denied")


def other_value(old: Statement, new: Statement) -> Conflict | None:
    """Return the conflict if both state the attribute and name different values."""
    if any(one.negative or one.quits or not one.is_copular for one in (old, new)):
        return None
    if (new.past and not new.changed) or _other_owner(old, new):
        return None
    found = align_tokens(_content(old), _content(new), new.language)
    nouns = _nouns(found, new)
    if len(found.shared) < _LEAST or not nouns or not _is_other(found.only_old, found.only_new):
        return None
    if not (_states(old, nouns, found.only_old) and _states(new, nouns, found.only_new)):
        return None
    return Conflict(nouns[0], found.only_old, found.only_new, f"another {nouns[0]}")


def _states(told: Statement, nouns: Sequence[str], value: Sequence[Token]) -> bool:
    """Whether a value stands where the text states it: "the deadline is …", "… is the lead of our team".

    A value elsewhere tells the owner, or which of several is meant.
    """
    is_turkish = Language.TR in (told.language, told.said_in)
    noun = max((one for one in (*told.subject_tokens, *told.content) if one.key in nouns), key=lambda one: one.place)
    follows = all(token in told.content and token.place > noun.place for token in value)
    if follows and (is_turkish or noun in told.subject_tokens):
        return True
    if tuple(value) != told.subject_tokens or any(token.kind is not Kind.NAME for token in value):
        return False
    return noun == max(told.content, key=lambda one: one.place) if is_turkish else told.definite


def _content(told: Statement) -> list[Token]:
    """Return all words except linking verbs; words given up count where they are denied."""
    given_up = told.rejected if told.negative or told.quits else ()
    tokens = (*told.subject_tokens, *told.content, *given_up)
    return [token for token in tokens if token.key not in _LIGHT]


def _is_plain(told: Statement) -> bool:
    """Whether the statement only says what something is, or has."""
    return told.is_copular or told.main in _LIGHT or told.changed


def _other_owner(old: Statement, new: Statement) -> bool:
    return (old.subject == {USER}) != (new.subject == {USER})


def _nouns(found: Alignment, new: Statement) -> list[str]:
    nouns = keys("attributes", new.language)
    return sorted(token.key for token in found.shared if token.key in nouns and token.kind is Kind.WORD)


def _people(tokens: Sequence[Token]) -> int:
    return sum(token.kind is Kind.NAME for token in tokens)


def _is_other(before: Sequence[Token], after: Sequence[Token]) -> bool:
    """Whether a short value stands in the place of another of its kind."""
    if not (0 < len(before) <= _LONGEST_VALUE and 0 < len(after) <= _LONGEST_VALUE):
        return False
    kinds = [{token.kind for token in side} for side in (before, after)]
    is_relative = any(token.key in RELATIVE_DAYS for token in (*before, *after))
    return kinds[0] == kinds[1] and kinds[0] <= _VALUES and not is_relative
