"""Contradictions: a new statement with another value of the same subject and attribute, or its denial."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from graphmem.language.contradiction.alignment import align, same_subject
from graphmem.language.contradiction.attributes import denied_attribute, other_value
from graphmem.language.contradiction.claims import claims
from graphmem.language.contradiction.disputes import dispute, same_person
from graphmem.language.contradiction.ending import ENDING, LIKED, find_end
from graphmem.language.contradiction.instructions import instructed
from graphmem.language.contradiction.parts import parts
from graphmem.language.contradiction.rules import POLARITY, RULES, Conflict, is_outing, successor
from graphmem.language.contradiction.statement import USER, Statement
from graphmem.language.contradiction.supposition import is_supposed
from graphmem.language.contradiction.time_limits import is_for_a_time, is_of_one_time
from graphmem.language.contradiction.tokens import Kind, Token
from graphmem.language.contradiction.translation import in_english
from graphmem.language.corrections import without_retraction
from graphmem.language.doc import Doc, doc_of, reading
from graphmem.language.packs import pack
from graphmem.language.quotes import split, told_of
from graphmem.language.turkish import fold
from graphmem.model.language import ByLanguage, Language

__all__ = [
    "ENDING",
    "Contradiction",
    "Statement",
    "claims_something",
    "contradicts",
    "disputes",
    "ends_in_passing",
    "never_was",
    "statement",
    "undoes_nothing",
]


_AND = ByLanguage({Language.EN: re.compile(r",? and |; "), Language.TR: re.compile(r",? ve |; ")})
_DID_NOT = re.compile(r"\bdid(?:n['’]?t| not)\b", re.IGNORECASE)
_NEVER_WAS = ByLanguage(
    {
        Language.EN: re.compile(
            r"\b(?:have|has|had|[’']ve|[’']d)\s+never\b|\bnever\s+(?:once|actually|really|yet|even)\b", re.IGNORECASE
        ),
        Language.TR: re.compile(r"\bhiç(?:bir)?\b.*\w+(?:m[ae]d[ıi]|m[ae]m[ıi]şt[ıi])\w*", re.IGNORECASE),
    }
)
_LEAST, _SEVERAL = 3, 2
"""Least words of a part, and most parts of a statement that is read in parts."""


@dataclass(frozen=True, slots=True)
class Contradiction:
    """The reason why two statements cannot both be true now.

    Values are the differing words, folded, for logs. `in_part`: the old statement says several things, and the new one
    changes one of them.
    """

    subject: str
    attribute: str
    old_value: str
    new_value: str
    reason: str
    in_part: bool = False


@reading
def statement(doc: Doc) -> Statement:
    """Return a text in the form for comparison: subject, content, polarity. In a quote "I" is the speaker."""
    speaker, words = told_of(doc)
    found = pack(doc.language).read_statement(without_retraction(words.text, doc.language))
    if not speaker or found.subject != {USER}:
        return found
    named = tuple(Token(fold(part), Kind.NAME, fold(part), -1) for part in speaker.split())
    return replace(found, subject=frozenset(token.key for token in named), subject_tokens=named)


def contradicts(old: Doc, new: Doc) -> Contradiction | None:
    """Return the contradiction between a remembered statement and a new one, or None.

    Attributes with many values (likes, owns, visited) contradict only by denial of the same value or by explicit
    replacement. Statements about different subjects never contradict, nor do those of two people in two languages.
    """
    if old.language is new.language:
        before, after = statement(old), statement(new)
    else:
        sides = _in_one_language(old, new)
        if sides is None:
            return None
        before, after = sides
    return _contradiction(_conflict(before, after) or instructed(old, new, before, after), old, new, after)


def ends_in_passing(old: Doc, new: Doc) -> Contradiction | None:
    """Return the end that a clause or part of the new statement tells beside other things, or None.

    For texts of one language. The pair judge learned nothing from it.
    """
    if old.language is not new.language:
        return None
    return _contradiction(_end_in_passing(old, new) or _in_parts(statement(old), new), old, new, statement(new))


def disputes(old: Doc, new: Doc) -> Contradiction | None:
    """Return the disagreement of two clauses where neither statement replaces the other, or None."""
    if old.language is not new.language:
        return _in_a_part(old, new)
    before, after = statement(old), statement(new)
    if not same_person(before, after):
        return None
    found, part = dispute(told_of(old)[1], told_of(new)[1]), _in_a_part(old, new)
    if found is None or part is not None:
        return part
    return Contradiction(" ".join(sorted(after.subject)), found.about, found.old_value, found.new_value, found.reason)


def claims_something(doc: Doc) -> bool:
    """Whether a clause makes a claim that can be disputed: that something never was, a measure, a date."""
    found = claims(told_of(doc)[1])
    return bool(found.denials or found.measures or found.appointments)


def _in_a_part(old: Doc, new: Doc) -> Contradiction | None:
    """Return the contradiction of a part of the old statement that names its subject and says more.

    For example "the deadline is in May and its budget is 900".
    """
    speaker, words = split(old.text)
    parts = _AND[old.language].split(words)
    if len(parts) < _SEVERAL:
        return None
    quotes = (f"{speaker}: {part}" if speaker else part for part in parts if len(part.split()) >= _LEAST)
    found = next((one for quote in quotes if (one := contradicts(doc_of(quote, old.language), new))), None)
    return None if found is None else replace(found, in_part=True)


def _tells_whereabouts(found: Conflict) -> bool:
    """Whether the values are people or places, which may differ for a while, unlike dates or prices."""
    return not any(token.kind in (Kind.NUMBER, Kind.DATE) for token in (*found.old, *found.new))


def _in_one_language(old: Doc, new: Doc) -> tuple[Statement, Statement] | None:
    """Return both statements with English keys.

    "My mother" is another person in another speaker's words.
    """
    speaker = split(old.text)[0]
    if split(new.text)[0] != speaker:
        return None
    before, after = statement(old), statement(new)
    return in_english(before, after, speaker), in_english(after, before, speaker)


def _conflict(before: Statement, after: Statement) -> Conflict | None:
    if before.bag == after.bag and before.negative == after.negative:
        return None
    if not before.subject or not after.subject:
        return None  # a command, or about "it" without a known referent
    by_noun = denied_attribute(before, after) or other_value(before, after)
    if not same_subject(before, after):
        return successor(before, after) or by_noun
    pairs = align(before, after)
    return next((found for rule in RULES if (found := rule(before, after, pairs))), by_noun)


def _contradiction(found: Conflict | None, old: Doc, new: Doc, after: Statement) -> Contradiction | None:
    if (
        found is None
        or (found.attribute == POLARITY and (never_was(new) or _is_left_out_once(old, new, after)))
        or (is_supposed(new, found.new) and not is_supposed(old, found.old))
        or (is_for_a_time(new) and not is_for_a_time(old) and _tells_whereabouts(found))
    ):
        return None
    return Contradiction(
        subject=" ".join(sorted(after.subject)),
        attribute=found.attribute,
        old_value=_text(found.old),
        new_value=_text(found.new),
        reason=found.reason,
    )


def undoes_nothing(old: Doc, new: Doc) -> bool:
    """Whether the older statement holds in spite of shared words, for texts of one language.

    Examples are an outing with somebody whom the speaker has since left, and a habit that was left out once.
    """
    if old.language is not new.language:
        return False
    before, after = statement(old), statement(new)
    return is_outing(before, after) or _is_left_out_once(old, new, after)


def _is_left_out_once(old: Doc, new: Doc, after: Statement) -> bool:
    """Whether the new statement denies a single time, past or present, of a general old statement."""
    tells_habit = not (is_of_one_time(old) or statement(old).past)
    is_past = after.past or _DID_NOT.search(new.text) is not None
    return after.negative and is_past and tells_habit and is_of_one_time(new)


def never_was(doc: Doc) -> bool:
    """Whether a text says that something never happened, and retracts nothing ("that was my mistake").

    Past events do not become untrue by that: one of the two statements is wrong, and nobody knows which. Somebody who
    never does a thing may have done it before.
    """
    takes_back = without_retraction(doc.text, doc.language) != doc.text
    return not takes_back and _NEVER_WAS[doc.language].search(doc.text) is not None


def _end_in_passing(old: Doc, new: Doc) -> Conflict | None:
    """Return the old statement's end that the new one tells in passing, for one speaker and one language."""
    (speaker, told), (other, words) = split(old.text), split(new.text)
    return find_end(statement(doc_of(told, old.language)), doc_of(words, new.language)) if speaker == other else None


def _in_parts(before: Statement, new: Doc) -> Conflict | None:
    """Return the contradiction by a part of the new statement, if the whole says other things as well."""
    if before.verbs & LIKED:
        return None
    return next((found for part in parts(new) if (found := _conflict(before, statement(part)))), None)


def _text(tokens: tuple[Token, ...]) -> str:
    return " ".join(token.folded for token in tokens)
