"""Claims of single clauses in longer statements: that something never happened, a measure, a date.

People report news in a clause: "I want to speed up the page, which has improved to 250 ms". Each clause is read for
itself, so that such news meets older statements.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from graphmem.language.contradiction.tokens import Kind, Token, Written
from graphmem.language.contradiction.vocabulary import keys
from graphmem.language.doc import Doc, reading
from graphmem.language.packs import pack
from graphmem.language.stopwords import is_stop_word
from graphmem.language.wordlists import words
from graphmem.model.language import ByLanguage, Language

_UNITS = (
    (re.compile(r"(\d)\s?%|(?<!\w)%\s?(\d+(?:[.,]\d+)*)|\by[üu]zde\s+(\d+(?:[.,]\d+)*)", re.IGNORECASE), "percent"),
    (re.compile(r"[$€£₺]\s?(\d+(?:[.,]\d+)*)"), "money"),
)
_GLUED = re.compile(r"(\d)(ms|s|kg|km|cm|gb|mb|kb|fps|px|h|min|tl|k)\b", re.IGNORECASE)
_ISO = re.compile(r"\s*\(?\b\d{4}-\d\d-\d\d\b\)?")
_CLOCK = re.compile(r"\d{1,2}(?::\d\d)?[ap]m|\d{1,2}:\d\d")
_YEAR = re.compile(r"(?:19|20)\d\d")
_PLAIN_NUMBER = re.compile(r"\d+(?:\.\d+)?")
_MARKS = frozenset(",;.!?")
_ENDS = ByLanguage(
    {
        Language.EN: frozenset(
            {"but", "because", "so", "which", "since", "although", "though", "while", "whereas", "how", "why", "that"}
            | {"what", "when", "where", "who", "after", "especially", "considering", "given", "as"}
        ),
        Language.TR: frozenset({"ama", "fakat", "ancak", "cunku", "ki", "yoksa"}),
    }
)
_JOINTS = frozenset({"and", "ve", "that"})
"""Words that begin a clause if a verb follows soon."""
_EXAMPLES = frozenset({"like", "such", "including", "gibi"})
_NEVER = ByLanguage({Language.EN: frozenset({"never"}), Language.TR: frozenset({"hic", "asla", "hicbir"})})
_ALTERNATIVES = frozenset({"or", "and", "nor", "ve", "veya", "yahut", "da"})
_SYMBOLS = frozenset(
    {"percent", "money", "ms", "kg", "km", "gb", "mb", "kb", "tb", "px", "fps", "tl", "lira", "dollars", "euros"}
)
_POINTING = frozenset({"it", "which", "this", "that"})
_SPEAKER = frozenset({"user", "i", "we"})
_ALSO_NOUNS = frozenset({"plan", "plans", "help", "aim", "hope", "hopes", "wish", "need", "needs", "tips", "advice"})
"""Words for wishes that are things after "the" or "my"."""
_DETERMINERS = frozenset({"the", "a", "an", "my", "our", "this", "that", "his", "her", "their"})
_HELPERS = frozenset({"have", "has", "had", "are", "is", "were", "was", "do", "did"})
_TAKEN_OFF = frozenset({"cut", "reduced", "gained", "lost", "dropped", "saved", "trimmed", "removed", "shaved"})
_SHORTEST_PLURAL = 3
_ENOUGH_ABOUT = 2
_TURKISH_NOUN = 2
"""Most words of the noun that a Turkish number counts: its verb follows at once."""
_FURTHEST_NOUN = 4
"""Most words between a number and the noun that it counts."""


@dataclass(frozen=True, slots=True)
class Clause:
    """A part of a statement with one predicate.

    `real`: it states a present or past fact; `denied`: it denies one.
    """

    written: tuple[Written, ...]
    tokens: tuple[Token, ...]
    language: Language
    start: int
    real: bool
    denied: bool

    @property
    def is_purpose(self) -> bool:
        """Whether it only tells the purpose of something."""
        return self.written[0].folded == "to"

    @property
    def points_back(self) -> bool:
        """Whether its subject is in the clause before: "which has improved", "it is moved"."""
        return self.written[0].folded in _POINTING

    @property
    def folded(self) -> frozenset[str]:
        """The clause's words as written, folded."""
        return frozenset(word.folded for word in self.written)


@dataclass(frozen=True, slots=True)
class Denial:
    """A claim that something never happened: the verb, and things by alternative ("courses or trainings")."""

    verb: str
    alternatives: tuple[tuple[Token, ...], ...]


@dataclass(frozen=True, slots=True)
class Measure:
    """A number with the thing that it counts or measures.

    `unit` is the key of the noun or the name of a symbol, `about` the clause's other words. `moved`: the text says that
    the value changed; `aim`: it is only wished for; `set_anew`: somebody set it to another value.
    """

    value: str
    unit: str
    close: tuple[Token, ...]
    about: tuple[Token, ...]
    verbs: frozenset[str]
    moved: bool
    aim: bool
    set_anew: bool


@dataclass(frozen=True, slots=True)
class Appointment:
    """A date or an hour with its event; `nouns` are events of which there is one at a time."""

    when: frozenset[str]
    nouns: frozenset[str]
    about: tuple[Token, ...]
    moved: bool


@dataclass(frozen=True, slots=True)
class Claims:
    """The claims of one text's clauses."""

    clauses: tuple[Clause, ...]
    denials: tuple[Denial, ...]
    measures: tuple[Measure, ...]
    appointments: tuple[Appointment, ...]


@reading
def claims(doc: Doc) -> Claims:
    """Return the claims of a text."""
    language = doc.language
    parts = tuple(_clauses(doc.text, language))
    return Claims(
        clauses=parts,
        denials=tuple(denial for clause in parts if (denial := _denial(clause, language))),
        measures=tuple(measure for place in range(len(parts)) for measure in _measures(parts, place, language)),
        appointments=tuple(found for place in range(len(parts)) if (found := _appointment(parts, place, language))),
    )


def _clauses(text: str, language: Language) -> Iterator[Clause]:
    spelled, tokens = pack(language).scan(_spelled_out(text))
    start = 0
    for end in _boundaries(spelled, tokens, language):
        if end > start:
            yield _clause(spelled, tokens, start, end, language)
        start = end


def _spelled_out(text: str) -> str:
    """Return the text with units as words of their own: "65%" and "yüzde 65" both as "65 percent"."""
    for pattern, name in _UNITS:
        text = pattern.sub(lambda found, name=name: f"{''.join(filter(None, found.groups()))} {name}", text)  # type: ignore[misc]
    return _GLUED.sub(r"\1 \2", _ISO.sub("", text))


def _boundaries(spelled: Sequence[Written], tokens: Sequence[Token], language: Language) -> Iterator[int]:
    verbs = {token.place for token in tokens if token.is_verb}
    numbers = [token.place for token in tokens if token.kind is Kind.NUMBER]
    for place, word in enumerate(spelled):
        after = {place + 1, place + 2, place + 3} & verbs
        opens = word.folded in _ENDS[language] and word.folded != "that"
        opens = opens or (word.folded == "due" and _next(spelled, place) == "to")
        if opens or (word.folded in _JOINTS and after) or _begins_within(spelled, place, verbs, numbers):
            yield place
        elif word.folded in _MARKS and not _goes_on(spelled, place):
            yield place + 1
    yield len(spelled)


def _begins_within(spelled: Sequence[Written], place: int, verbs: set[int], numbers: Sequence[int]) -> bool:
    """Whether a clause begins without a conjunction: "the advice User got", "5 interviews to improve it"."""
    if not place or not {place + 1, place + 2} & verbs:
        return False
    if spelled[place].folded == "to":
        return bool(numbers) and numbers[0] < place
    before = spelled[place - 1].folded
    is_noun = before[0].isalpha() and not is_stop_word(before, Language.EN) and place - 1 not in verbs
    return spelled[place].folded in _SPEAKER and not spelled[place].suffix and is_noun and place + 1 in verbs


def _goes_on(spelled: Sequence[Written], place: int) -> bool:
    """Whether a comma only sets off an example or an item of a list: "tools, like Zotero"."""
    return spelled[place].folded == "," and _next(spelled, place) in _EXAMPLES


def _next(spelled: Sequence[Written], place: int) -> str:
    return spelled[place + 1].folded if place + 1 < len(spelled) else ""


def _clause(spelled: Sequence[Written], tokens: Sequence[Token], start: int, end: int, language: Language) -> Clause:
    said = tuple(spelled[start:end])
    inside = tuple(token for token in tokens if start <= token.place < end)
    folded = {word.folded for word in said if word.head != "May"}
    return Clause(
        written=said,
        tokens=inside,
        language=language,
        start=start,
        real=not _is_unreal(said, folded, language) and not _asks_how(said, inside),
        denied=pack(language).denies(said),
    )


def _is_unreal(said: Sequence[Written], folded: Collection[str], language: Language) -> bool:
    """Whether a clause only wishes or plans; "the basic plan" is a thing."""
    found = words(f"{language.value}/gate_unreal").intersection(folded)
    if not found or language is Language.TR or not found <= _ALSO_NOUNS:
        return bool(found)
    for place, word in enumerate(said):
        determined = any(one.folded in _DETERMINERS or one.suffix == "s" for one in said[max(0, place - 2) : place])
        if word.folded in found and not determined:
            return True
    return False


def _asks_how(said: Sequence[Written], tokens: Sequence[Token]) -> bool:
    """Whether a clause asks how or where to do something; "how my score rose to 90" states it."""
    if not said or said[0].folded not in _ENDS[Language.EN]:
        return False
    asks_to = len(said) > 1 and said[1].folded == "to"
    return asks_to or (said[0].folded == "how" and not any(token.kind is Kind.NUMBER for token in tokens))


def _denial(clause: Clause, language: Language) -> Denial | None:
    """Return the denial of a clause with "never"; in Turkish the verb must be negative as well."""
    if not clause.denied:
        return None
    at = next((place for place, word in enumerate(clause.written) if word.folded in _NEVER[language]), None)
    if at is None:
        return None
    said = [token for token in clause.tokens if language is Language.TR or token.place >= clause.start + at]
    verbs = [token for token in said if token.is_verb]
    verb = (verbs[-1] if language is Language.TR else verbs[0]) if verbs else None
    ends = {clause.start + place for place, word in enumerate(clause.written) if word.folded in _ALTERNATIVES}
    ends |= {clause.start + place for place, word in enumerate(clause.written) if word.folded in _EXAMPLES}
    groups: list[list[Token]] = [[]]
    for token in said:
        if groups[-1] and any(groups[-1][-1].place < end < token.place for end in ends):
            groups.append([])
        if token is not verb and token.place not in ends and _says_something(token, language):
            groups[-1].append(token)
    things = tuple(tuple(group) for group in groups if group)
    return Denial(verb.key, things) if verb and things else None


def _says_something(token: Token, language: Language) -> bool:
    return token.key not in keys("generic", language) and token.kind not in (Kind.NUMBER, Kind.DATE)


def _measures(parts: Sequence[Clause], place: int, language: Language) -> Iterator[Measure]:
    clause = parts[place]
    if clause.denied:
        return
    numbers = [token for token in clause.tokens if _is_measured(token, clause, language)]
    for token in numbers:
        counted = _counted(token, clause, language)
        if _is_former(token, numbers, clause) or _is_no_level(token, clause):
            continue
        about = [
            other
            for other in clause.tokens
            if other not in counted and _says_something(other, language) and _is_thing(other, clause)
        ]
        beside = parts[place - 1] if place else parts[1] if len(parts) > 1 else None
        if beside and not beside.is_purpose and (len(about) < _ENOUGH_ABOUT or clause.points_back):
            about += [other for other in beside.tokens if _says_something(other, language) and _is_thing(other, beside)]
        yield Measure(
            value=token.key,
            unit=counted[-1].key if counted else "",
            close=tuple(counted[:-1]),
            about=tuple(about),
            verbs=_verbs(clause),
            moved=_moves(clause, language),
            aim=not clause.real,
            set_anew=bool(clause.folded & words(f"{language.value}/gate_sets")),
        )


def _verbs(clause: Clause) -> frozenset[str]:
    """Return the keys of a clause's verbs, with "var", although it is no content word."""
    found = {other.key for other in clause.tokens if other.is_verb}
    return frozenset(found | ({"var"} & clause.folded if clause.language is Language.TR else set()))


def _is_thing(token: Token, clause: Clause) -> bool:
    """Whether a token names a thing; a bare verb right after a noun does: "unit test coverage"."""
    if not token.is_verb or token.folded.endswith(("ma", "me")):
        return True
    before = next((other for other in clause.tokens if other.place == token.place - 1), None)
    is_bare = clause.language is not Language.TR and not token.folded.endswith(("ed", "ing", "s"))
    return is_bare and before is not None and before.kind is Kind.WORD and not before.is_verb


def _is_measured(token: Token, clause: Clause, language: Language) -> bool:
    """Whether a number measures something: not a day of a month, a year, a version or an hour.

    In words it measures only from three on: people say "one" and "two" of any pair.
    """
    if token.kind is not Kind.NUMBER or not _PLAIN_NUMBER.fullmatch(token.key):
        return False
    if token.key in ("0", "1", "2") and not token.folded[0].isdigit():
        return False
    near = {other.place for other in clause.tokens if other.kind is Kind.DATE}
    if near & {token.place - 1, token.place + 1}:
        return False
    before = clause.written[token.place - clause.start - 1] if token.place > clause.start else None
    is_name = before is not None and before.head[:1].isupper() and not before.is_first and language is not Language.TR
    return not is_name and not _YEAR.fullmatch(token.key)


def _counted(token: Token, clause: Clause, language: Language) -> list[Token]:
    """Return the counted noun with the words before it: "12 conditional probability problems"."""
    found: list[Token] = []
    by_place = {other.place: other for other in clause.tokens}
    for place in range(token.place + 1, token.place + 1 + _FURTHEST_NOUN):
        other = by_place.get(place)
        if (
            other is None
            or not _is_thing(other, clause)
            or (language is not Language.TR and other.folded in _HELPERS)
            or other.kind in (Kind.NUMBER, Kind.DATE)
        ):
            break
        found.append(other)
        if language is not Language.TR and _is_plural(other.folded):
            break
        if not {other.folded, other.key}.isdisjoint(_SYMBOLS) or (
            language is Language.TR and len(found) == _TURKISH_NOUN
        ):
            break
    return found


def _is_plural(folded: str) -> bool:
    """Whether an English noun looks plural and ends a counted phrase: "5 coin toss problems | relate"."""
    return folded.endswith("s") and not folded.endswith(("ss", "us", "is")) and len(folded) > _SHORTEST_PLURAL


def _is_former(token: Token, numbers: Sequence[Token], clause: Clause) -> bool:
    """Whether a value is the former one: "from 60% to 85%"."""
    before = clause.written[token.place - clause.start - 1].folded if token.place > clause.start else ""
    return before == "from" and any(other.place > token.place for other in numbers)


def _is_no_level(token: Token, clause: Clause) -> bool:
    """Whether a number is no level: a label ("version 3.2"), a difference ("by 15%", "cut 1,200 words")."""
    before = clause.written[token.place - clause.start - 1].folded if token.place > clause.start else ""
    return before == "by" or before in words("gate_labels") or before in _TAKEN_OFF


def _moves(clause: Clause, language: Language) -> bool:
    listed = words(f"{language.value}/gate_moves")
    if language is not Language.TR:
        return bool(clause.folded & listed)
    return any(folded.startswith(root) for folded in clause.folded for root in listed)


def _appointment(parts: Sequence[Clause], place: int, language: Language) -> Appointment | None:
    """Return the event with its time; None without a day or hour, or without a noun of a single event."""
    clause = parts[place]
    when = {token.key for token in clause.tokens if token.kind is Kind.DATE}
    days = {token.place for token in clause.tokens if token.kind is Kind.DATE}
    for token in clause.tokens:
        beside = {token.place - 1, token.place + 1} & days
        if token.kind is Kind.NUMBER and (beside or _CLOCK.fullmatch(token.folded)):
            when.add(token.key)
    if not when:
        return None
    told = (*parts[place - 1].tokens, *clause.tokens) if place and clause.points_back else clause.tokens
    nouns = frozenset(token.key for token in told) & keys("attributes", language)
    if not nouns:
        return None
    about = tuple(
        token for token in told if _says_something(token, language) and not token.is_verb and token.key not in nouns
    )
    return Appointment(frozenset(when), nouns, about, _moves(clause, language))
