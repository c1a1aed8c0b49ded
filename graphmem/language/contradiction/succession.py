"""Successions: a new statement tells a change of an older one with hardly a shared word.

For example "14 Brudenell Grove is my address now" after "I live on Cardigan Road". Mostly it is unclear whether the
older statement ends, so the speaker is asked. Therefore only statements of one person are compared, and only if the new
words themselves tell a change. The patterns are the lists `gate_follows` of the packs.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache

from graphmem.language.contradiction.alignment import align_tokens, is_same
from graphmem.language.contradiction.statement import USER, Statement
from graphmem.language.contradiction.supposition import is_supposed
from graphmem.language.contradiction.time_limits import holds_for_a_time
from graphmem.language.contradiction.tokens import Kind, Token, is_given_name
from graphmem.language.contradiction.vocabulary import keys
from graphmem.language.doc import Doc, reading
from graphmem.language.observer.patterns import plain
from graphmem.language.packs import pack
from graphmem.language.quotes import bare, split
from graphmem.language.wordlists import lines, words
from graphmem.model.language import ByLanguage, Language

_HABIT_WORDS = 9
"""Most words of a statement of a habit; a longer one says more."""
_MOST_BESIDE = 2
"""Most words of a statement beside the rescheduled occasion, to be over by that."""
_LEAST_KIN = 5
"""Letters of a Turkish word for kin that is recognised under an ending."""
_LEAST_EVENT = 3
"""Least letters of a word that identifies an occasion."""
_SOFT, _TOLD = "gbcd", (Kind.WORD, Kind.NAME)
"""Soft letters before a vowel with their hard ones, and the kinds of words that name a thing."""
_OURS = frozenset({"we", "us", "our", "ours", "biz", "bize", "bizi", "bizim", "bizde", "bizden"})
_WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")
_CLOCK = re.compile(r"\b\d{1,2}(?:[:.]\d\d|\s?[ap]m)\b")
_BETWEEN = ByLanguage(
    {
        Language.EN: re.compile(r"[.!?,;:()]+(?:\s+|$)|\s+(?:but|because|so|although|though|which)\s+", re.IGNORECASE),
        Language.TR: re.compile(r"[.!?,;:()]+(?:\s+|$)|\s+(?:ama|çünkü|cunku|fakat|ancak|yani)\s+", re.IGNORECASE),
    }
)
_DAY = re.compile(r"\b\d{1,2}(?:st|nd|rd|th|'?(?:s?[iu]n?[dt]?[ae]n?))\b")


@dataclass(frozen=True, slots=True)
class _Clause:
    """A clause of a statement: folded, and its content words."""

    text: str
    tokens: tuple[Token, ...]


@dataclass(frozen=True, slots=True)
class Succession:
    """The matter that changed, and whether the words leave no doubt that the older statement is over."""

    matter: str
    sure: bool = False


def find_succession(old: Doc, new: Doc) -> Succession | None:
    """Return the change of the older statement's matter, or None. For two statements of one language."""
    if old.language is not new.language:
        return None
    told = _change_clauses(new)
    if not told or is_supposed(old) or _plain_words(old) == _plain_words(new):
        return None
    known = _clauses(old)
    if split(old.text)[0] != split(new.text)[0]:
        # Another person's words end nothing; but any member of a team may put off its appointment.
        return _put_off(known, told, new.language)
    for clause in told:
        if found := _matter(old, clause, new.language) or _between(known, clause, new.language):
            return found
    return Succession("habit") if _is_habit(old, new) else None


def changed_matters(new: Doc) -> tuple[str, ...]:
    """Return the matters that a statement says have changed."""
    return tuple(dict.fromkeys(name for clause in _change_clauses(new) for name in _anew(clause, new.language)))


def tells_state(matter: str, old: Doc) -> bool:
    """Whether a statement tells the state of a matter."""
    return any(name == matter and pattern.search(_plain_words(old)) for name, pattern in _patterns("is", old.language))


@cache
def sentence(matter: str, language: Language) -> str:
    """Return a sentence that tells the state of a matter, as a query; "" without a listed one."""
    rows = (told.split(" ", 1) for kind, told in _rows(language) if kind == "say")
    return next((text for name, text in rows if name == matter), "")


@reading
def _change_clauses(doc: Doc) -> tuple[_Clause, ...]:
    """Return the clauses of a new statement that may tell a change."""
    if is_supposed(doc):
        return ()
    return tuple(
        clause
        for clause in _clauses(doc)
        if not _has("never", clause.text, doc.language) and not holds_for_a_time(clause.text, doc.language)
    )


def _anew(clause: _Clause, language: Language) -> list[str]:
    return [name for name, pattern in _patterns("anew", language) if pattern.search(clause.text)]


def _matter(old: Doc, clause: _Clause, language: Language) -> Succession | None:
    """Return the change of a matter of which everybody has one: where they live, whom they live with."""
    return next((Succession(name) for name in _anew(clause, language) if tells_state(name, old)), None)


def _between(known: Sequence[_Clause], clause: _Clause, language: Language) -> Succession | None:
    """Return the change that only both statements' words together tell."""
    for before in known:
        if _is_of_others(before.tokens, clause.tokens, language):
            continue
        if _is_moved(before, clause, language):
            return Succession("moved", len(known) == 1 and _is_all_of_it(before, clause, language))
        if _is_left(before.text, clause.text, language):
            return Succession("left")
        if _is_given_up(before, clause, language):
            return Succession("given up")
    return None


def _put_off(known: Sequence[_Clause], told: Sequence[_Clause], language: Language) -> Succession | None:
    """Return the change of one person's appointment by another speaker who names exactly it."""
    if len(known) != 1 or _owned(known[0], language):
        return None
    is_same = any(
        _is_moved(known[0], clause, language) and _is_all_of_it(known[0], clause, language) for clause in told
    )
    return Succession("moved") if is_same else None


def _owned(clause: _Clause, language: Language) -> bool:
    """Whether a clause is about the speaker's own: "my dentist" is not another person's."""
    return not set(_WORD.findall(clause.text)).isdisjoint(words(f"{language.value}/speaker_words") - _OURS)


def _is_moved(old: _Clause, new: _Clause, language: Language) -> bool:
    """Whether an occasion with a time in the old clause gets another time."""
    if not _has("moved", new.text, language) or not (_tells_time(old) and _tells_time(new)):
        return False
    if _times(old) == _times(new) and _times(new):
        return False
    named = _subjects(new)
    return any(_is_one_event(one, other, language) for one in named if _may_be_event(one) for other in old.tokens)


def _subjects(clause: _Clause) -> tuple[Token, ...]:
    """Return the nouns of a clause; its first word may be one though it looks like a verb.

    For example "launch is pushed to …".
    """
    first, *rest = clause.tokens or (None,)
    if first is None or not first.is_verb or not any(one.is_verb for one in rest):
        return clause.tokens
    return replace(first, is_verb=False), *rest


def _is_all_of_it(old: _Clause, new: _Clause, language: Language) -> bool:
    """Whether the new clause names exactly the occasion of the old one, which says little else."""
    said, told = ([one for one in _subjects(clause) if _is_named(one, language)] for clause in (old, new))
    pairs = align_tokens(said, told, language)
    return bool(pairs.shared) and not pairs.only_new and len(pairs.only_old) <= _MOST_BESIDE


def _is_named(token: Token, language: Language) -> bool:
    return token.kind is Kind.NAME or _is_thing(token, language)


def _may_be_event(token: Token) -> bool:
    return token.kind not in (Kind.DATE, Kind.NUMBER) and len(token.folded) >= _LEAST_EVENT


def _is_one_event(one: Token, other: Token, language: Language) -> bool:
    if _is_thing(one, language) and _is_thing(other, language) and is_same(one, other, language):
        return True
    return not _event(one.folded, language).isdisjoint(_event(other.folded, language))


def _is_called(token: Token, what: str, key: str, language: Language) -> bool:
    return token.key == key or (language is Language.TR and token.folded.startswith(what))


def _is_left(known: str, told: str, language: Language) -> bool:
    """Whether a person leaves who belongs here by the old clause."""
    if not _has("bond", known, language):
        return False
    said = set(_WORD.findall(known))
    for pattern in _plain("left", language):
        for found in pattern.finditer(told):
            who = found["who"].partition("'")[0]
            forms = {who, who.removesuffix("s")} if language is not Language.TR else {who}
            if any(form in said and is_given_name(form, has_capital=True) for form in forms):
                return True
    return False


def _is_given_up(old: _Clause, new: _Clause, language: Language) -> bool:
    """Whether the speaker sells or gives up a possession or habit that the old clause tells."""
    if not _has("going", old.text, language) or not _kin_of(old.tokens, language) <= _kin_of(new.tokens, language):
        return False
    for pattern in _plain("dropped", language):
        for found in pattern.finditer(new.text):
            what = next((one for one in found.groupdict().values() if one), "")
            key = pack(language).key(what)
            stem = what[:-1] if language is Language.TR and what[-1:] in _SOFT and len(what) > _LEAST_KIN else what
            if len(what) < _LEAST_EVENT or key in keys("generic", language):
                continue
            if any(token.kind in _TOLD and _is_called(token, stem, key, language) for token in old.tokens):
                return True
    return False


def _is_habit(old: Doc, new: Doc) -> bool:
    """Whether the speaker has changed a habit: both statements are short and about one thing."""
    known, told = _plain_words(old), _plain_words(new)
    if max(len(known.split()), len(told.split())) > _HABIT_WORDS or not _has("habit", told, new.language):
        return False
    before, after = _spoken_statement(old), _spoken_statement(new)
    if USER not in before.subject or USER not in after.subject or before.past or before.quits or after.past:
        return False
    pairs = align_tokens(_things(before), _things(after), new.language)
    return bool(pairs.shared and pairs.only_new)


def is_of_another(old: Doc, new: Doc) -> bool:
    """Whether the new statement is about a person whom the old one does not name.

    For example "my cousin's wedding" beside "our wedding", or "a colleague of mine switched" beside "I use Vim".
    """
    if old.language is not new.language:
        return False
    before, after = _spoken_statement(old), _spoken_statement(new)
    about = list(after.subject_tokens)
    if new.language is Language.TR:
        about += [token for token in _clauses(new)[0].tokens if not token.link and not token.is_verb]
    if not _kin_of(about, new.language) <= _kin_of(_tokens(old), old.language):
        return True
    names = {token.folded for token in after.subject_tokens if is_given_name(token.folded, has_capital=True)}
    return before.subject == {USER} and bool(names) and names.isdisjoint(_whole_words(old))


def _is_of_others(before: Sequence[Token], after: Sequence[Token], language: Language) -> bool:
    return not _kin_of(after, language) <= _kin_of(before, language)


def _kin_of(tokens: Sequence[Token], language: Language) -> frozenset[int]:
    """Return the list lines of words for relatives and others; Turkish ones under any ending."""
    known = _kin()
    found = {known[token.folded] for token in tokens if token.folded in known}
    if language is Language.TR:
        heads = {token.folded[:length] for token in tokens for length in range(_LEAST_KIN, len(token.folded))}
        found |= {known[head] for head in heads & known.keys()}
    return frozenset(found)


def _tells_time(clause: _Clause) -> bool:
    is_dated = any(token.kind is Kind.DATE for token in clause.tokens)
    return is_dated or _CLOCK.search(clause.text) is not None or _DAY.search(clause.text) is not None


def _times(clause: _Clause) -> frozenset[str]:
    return frozenset(token.key for token in clause.tokens if token.kind in (Kind.DATE, Kind.NUMBER))


def _is_thing(token: Token, language: Language) -> bool:
    if token.kind is Kind.NAME:
        return False
    return token.kind is Kind.WORD and not token.is_verb and token.key not in keys("generic", language)


def _things(said: Statement) -> list[Token]:
    return [token for token in (*said.content, *said.rejected) if _is_thing(token, said.language)]


@cache
def _event(folded: str, language: Language) -> frozenset[int]:
    """Return the list lines of occasions that a word stands for; in Turkish by its first letters."""
    listed = _plain("event", language)
    return frozenset(place for place, pattern in enumerate(listed) if pattern.match(folded))


@reading
def _clauses(doc: Doc) -> tuple[_Clause, ...]:
    parts = (part.strip() for part in _BETWEEN[doc.language].split(bare(doc.text)))
    return tuple(_Clause(plain(part), tuple(pack(doc.language).scan(part)[1])) for part in parts if part)


@reading
def _spoken_statement(doc: Doc) -> Statement:
    """Return the words of a quote, with its speaker as the user."""
    return pack(doc.language).read_statement(bare(doc.text))


def _tokens(doc: Doc) -> list[Token]:
    return [token for clause in _clauses(doc) for token in clause.tokens]


def _whole_words(doc: Doc) -> frozenset[str]:
    return frozenset(_WORD.findall(_plain_words(doc)))


@reading
def _plain_words(doc: Doc) -> str:
    return plain(bare(doc.text))


def _has(kind: str, text: str, language: Language) -> bool:
    return any(pattern.search(text) for pattern in _plain(kind, language))


@cache
def _kin() -> dict[str, int]:
    """Return folded words for relatives and friends, without doctors, teachers and managers."""
    found: dict[str, int] = {}
    for place, line in enumerate(lines("statements_kin")):
        relation, _, told = line.partition(":")
        if relation not in _SERVING:
            found |= {word: place for one in told.split(",") if " " not in (word := plain(one).strip())}
    return found


_SERVING = frozenset({"has_doctor", "has_teacher", "reports_to", "has_lead", "has_name", "has_roommate"})


@cache
def _plain(kind: str, language: Language) -> tuple[re.Pattern[str], ...]:
    return tuple(re.compile(told) for name, told in _rows(language) if name == kind)


@cache
def _patterns(kind: str, language: Language) -> tuple[tuple[str, re.Pattern[str]], ...]:
    rows = (told.split(" ", 1) for name, told in _rows(language) if name == kind)
    return tuple((matter, re.compile(told)) for matter, told in rows)


@cache
def _rows(language: Language) -> tuple[tuple[str, str], ...]:
    rows = (line.partition(" ") for line in lines(f"{language.value}/gate_follows"))
    return tuple((kind, told) for kind, _, told in rows)
