"""Disputes: two statements disagree in single clauses, and neither replaces the other.

A dispute is weaker than a contradiction: the longer statement says other things as well, which stay true. So nothing is
closed; the two are linked, and a reader of one sees the other.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from graphmem.language.contradiction.alignment import align_tokens
from graphmem.language.contradiction.claims import Appointment, Claims, Clause, Denial, Measure, claims
from graphmem.language.contradiction.statement import Statement
from graphmem.language.contradiction.tokens import Kind, Token, is_given_name
from graphmem.language.contradiction.vocabulary import groups, keys
from graphmem.language.doc import Doc
from graphmem.model.language import Language

_TO_BE = frozenset({"have", "be", "do"})
_ASSISTANT = "assist"
"""The key of the assistant."""
_ALIKE = 0.34
"""Share of the briefer measure's other words that two measures of a general unit must have in common."""
_NEAR = 2.0
"""Highest ratio of two values if only the unit tells what is measured."""
_BRIEF = 4
"""Most words beside a number of which the noun alone is enough in common."""
_MOST_OF_IT = 0.66
"""Share of the denied things that the other statement has to name."""


@dataclass(frozen=True, slots=True)
class Dispute:
    """The disagreement of two clauses. Values are folded, for logs."""

    about: str
    old_value: str
    new_value: str
    reason: str


def dispute(old: Doc, new: Doc) -> Dispute | None:
    """Return the disagreement of the two texts' clauses, or None.

    The caller ensures that both have one speaker.
    """
    before, after, language = claims(old), claims(new), new.language
    denial = _denial_dispute(before, after, language) or _denial_dispute(after, before, language)
    return denial or _value_dispute(before, after, language)


def same_person(old: Statement, new: Statement) -> bool:
    """Whether no name tells the subjects apart; things may differ, since each clause has its own subject."""
    is_assistant = [any(token.key == _ASSISTANT for token in side.subject_tokens) for side in (old, new)]
    return is_assistant[0] == is_assistant[1] and _no_other_name(old, new) and _no_other_name(new, old)


def _no_other_name(one: Statement, other: Statement) -> bool:
    """Whether the other statement has each name of the subject too, or as an ordinary word ("Veli")."""
    known = {token.key for token in other.subject_tokens if token.kind is Kind.NAME}
    words = (*other.subject_tokens, *other.content)
    known |= {token.key for token in words if token.kind is Kind.WORD}
    things = {token.key for token in words if not is_given_name(token.folded, has_capital=True)}
    return all(token.key in known | things for token in one.subject_tokens if token.kind is Kind.NAME)


def _denial_dispute(denying: Claims, telling: Claims, language: Language) -> Dispute | None:
    """Return the dispute of "I've never taken an online course" with "I enrolled in an online course"."""
    events = [clause for clause in telling.clauses if clause.real and not clause.denied]
    for denial in denying.denials:
        for clause in events:
            if _has_denied_deed(denial, clause, language) and _names_denied_things(denial, events, clause, language):
                value = " ".join(token.folded for token in clause.tokens)
                return Dispute(denial.verb, "never", value, "said to have happened and never to have happened")
    return None


def _has_denied_deed(denial: Denial, clause: Clause, language: Language) -> bool:
    verbs = {token.key for token in clause.tokens if token.is_verb}
    if denial.verb in verbs:
        return True
    deeds = groups("{}/gate_deeds", language)
    denied = {line for line, _ in deeds.get(denial.verb, ())}
    return any(denied & {line for line, _ in deeds.get(verb, ())} for verb in verbs)


def _names_denied_things(denial: Denial, events: Sequence[Clause], clause: Clause, language: Language) -> bool:
    """Whether the clause with the deed names most of the denied things; other clauses may name the rest."""
    named_in_clause = _named(denial, clause.tokens, language)
    named_anywhere = _named(denial, [token for part in events for token in part.tokens], language)
    denied = sum(len(things) for things in denial.alternatives)
    for things, named, named_here in zip(denial.alternatives, named_anywhere, named_in_clause, strict=True):
        if not named_here:
            continue
        if named == len(things) and (
            named > 1 or sum(named_anywhere) > 1 or denied == 1 or things[0].kind is Kind.NAME
        ):
            return True
        if named_here > 1 and named >= _MOST_OF_IT * len(things):
            return True
    return False


def _named(denial: Denial, tokens: Iterable[Token], language: Language) -> list[int]:
    """Return how many things of each alternative the tokens name."""
    things = [token for token in tokens if not token.is_verb]
    return [len(align_tokens(group, things, language).shared) for group in denial.alternatives]


def _value_dispute(before: Claims, after: Claims, language: Language) -> Dispute | None:
    for old in before.measures:
        for new in after.measures:
            if _is_other_measure(old, new, language):
                return Dispute(new.unit, old.value, new.value, "another measure")
    for then in before.appointments:
        for now in after.appointments:
            if _is_other_time(then, now, language):
                was, will = (" ".join(sorted(one.when)) for one in (then, now))
                return Dispute(min(now.nouns), was, will, "another time")
    return None


def _is_other_measure(old: Measure, new: Measure, language: Language) -> bool:
    """Whether both measure one thing in one unit, and the value moved or the deed was repeated."""
    if old.value == new.value or not _same_unit(old, new) or (old.aim != new.aim and not new.set_anew):
        return False
    if old.close and new.close and not align_tokens(old.close, new.close, language).shared:
        return False
    mine, others = (*old.close, *old.about), (*new.close, *new.about)
    shared = len(align_tokens(mine, others, language).shared)
    if _is_plain_unit(new, language) and shared < _ALIKE * min(len(mine), len(others)):
        return False
    if new.moved:
        needed = _shared_words_needed(old, new, language)
        return shared >= needed and (needed > 0 or _is_near(old, new))
    if float(new.value) <= float(old.value) or old.aim:
        return False
    same_noun = len(old.close) == len(align_tokens(old.close, new.close, language).shared)
    return bool((old.verbs & new.verbs) - _TO_BE) and same_noun and _counts_one_thing(old, new, shared, language)


def _counts_one_thing(old: Measure, new: Measure, shared: int, language: Language) -> bool:
    """Whether two counts of one deed are about one thing, by shared words."""
    return shared > 1 if _is_plain_unit(new, language) else bool(old.close or shared)


def _is_near(old: Measure, new: Measure) -> bool:
    low, high = sorted((float(old.value), float(new.value)))
    return high <= _NEAR * low


def _is_plain_unit(measure: Measure, language: Language) -> bool:
    """Whether the unit can measure anything, such as a percentage."""
    return measure.unit in keys("units", language)


def _shared_words_needed(old: Measure, new: Measure, language: Language) -> int:
    """Return how many other words two measures of one unit must share, if the newer one has moved."""
    if _is_plain_unit(new, language):
        return 2
    says_more = old.about and new.about and (new.unit or len(new.about) > _BRIEF)
    return 1 if says_more else 0


def _same_unit(old: Measure, new: Measure) -> bool:
    if not old.unit:
        return False
    if old.unit == new.unit:
        return True
    # "has reached 165" after "commits": the noun stands before the number
    return not new.unit and new.moved and any(token.key == old.unit for token in new.about)


def _is_other_time(old: Appointment, new: Appointment, language: Language) -> bool:
    """Whether the same event has another time, and the text says that it is moved or new."""
    if not new.moved or not old.nouns & new.nouns or not _differ(old.when, new.when):
        return False
    common = len(align_tokens(old.about, new.about, language).shared)
    return 2 * common >= min(len(old.about), len(new.about))


def _differ(old: frozenset[str], new: frozenset[str]) -> bool:
    """Whether each names a day or hour that the other lacks; fewer details are no difference."""
    return bool(old - new) and bool(new - old)
