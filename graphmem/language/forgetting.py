"""Marks of forgotten statements: subject, attribute and value in one spelling, for hashing.

Two texts that share a mark say the same thing: the whole statement in other letters, a fact in either language, the
value of an attribute, or a number, address or account of one person. All else is kept: forgetting too much is as wrong
as forgetting too little.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from graphmem.language.contradiction import statement
from graphmem.language.contradiction.alignment import align
from graphmem.language.contradiction.statement import USER, Statement
from graphmem.language.contradiction.tokens import RELATIVE_DAYS, Kind, Token
from graphmem.language.contradiction.vocabulary import keys
from graphmem.language.doc import Doc, doc_of, reading
from graphmem.language.quotes import ASSISTANT, bare, dated, label, split
from graphmem.language.spelling import plain
from graphmem.language.temporal.bound_removal import unbounded
from graphmem.language.turkish import fold
from graphmem.model.language import Language

STATEMENT, IDENTIFIER, TURN = "statement", "identifier", "turn"
ANYBODY = "anybody"
"""Prefix of the attribute of a mark that holds for every speaker."""

_LEAST_DIGITS = 7
"""Least digits of an identifier; fewer may be a price, a year or a count of anybody."""
_NATIONAL = 10
"""Digits of a telephone number without country and trunk prefix."""
_LONGEST_NUMBER = 15
"""Most digits of a telephone number with its country (E.164); more are an account or a card."""
_MOST_VALUES = 4
_MOST_OF_FACT = 4
"""Most keys of a statement that says only a fact with many values: subject, verb, object."""

_DAY = re.compile(r"(?<!\d)(?:\d{4}-\d\d-\d\d|\d{1,2}[./]\d{1,2}[./]\d{2,4})(?:T[\d:.]+Z?)?(?!\d)")
_THOUSANDS = re.compile(r"(?<![\d.,])\d{1,3}(?:[.,]\d{3})+(?![\d.,]?\d)")
_DIGITS = re.compile(r"\+?\(?\d(?:[\s().\-/\u00a0\u2010-\u2013]{0,3}\d)*")
_APART = re.compile(r"\d(?:[\W_]{0,6}\d)*")
"""Digits with any separators, in the plain spelling."""
_CLOCK = re.compile(r"(?<![\d:])\d{1,2}:\d\d(?::\d\d)?(?![\d:])")
_IBAN = re.compile(r"\b[A-Za-z]{2}\d{2}(?:[ -]?[A-Za-z0-9]{4}){2,7}(?:[ -]?[A-Za-z0-9]{1,3})?\b")
_PLATE = re.compile(r"\b(\d{2})[ -]?([A-Z]{1,3})[ -]?(\d{2,5})\b")
_CLOCKS = frozenset({"AM", "PM"})
_MAIL = re.compile(r"[\w.+\-]{1,64}@[\w\-]+(?:\.[\w\-]+)+")
_MAIL_SPELT = re.compile(
    r"(?<![\w@])([\w.+\-]{1,64})\s*[\[(]?\s?\bat\b\s?[\])]?\s*([\w\-]+(?:\s*[\[(]?\s?\bdot\b\s?[\])]?\s*[a-z]{2,})+)",
    re.I,
)
_DOT = re.compile(r"\s*[\[(]?\s?\bdot\b\s?[\])]?\s*", re.I)
_WORD = re.compile(r"\w+")
_SENTENCE = re.compile(r"[^.!?…\n]+(?:[.](?=\S)[^.!?…\n]*)*[.!?…]*")


@dataclass(frozen=True, slots=True)
class Mark:
    """The value of a subject's attribute, in one spelling; the subject is "" for nobody in particular."""

    subject: str
    attribute: str
    value: str


@dataclass(frozen=True, slots=True)
class Stated:
    """A fact by the addresses of both ends; `single` if a subject has one such object at a time."""

    subject: str
    predicate: str
    object: str
    single: bool


def turn_mark(drawer: str) -> Mark:
    """Return the mark of one verbatim turn, by its id."""
    return Mark("", TURN, drawer)


@reading
def identifiers(doc: Doc) -> frozenset[str]:
    """Return telephone numbers, accounts, cards, addresses and plates of a text, each in one spelling.

    "0532 123 45 67" and "+90 (532) 123-45-67" are one, in any script and with any separators.
    """
    text = bare(doc.text)
    spelt = plain(text)
    found = _identifiers(text) if spelt == text else _identifiers(text) | _identifiers(spelt)
    found |= {f"account {_joined(match[0])}" for match in _IBAN.finditer(_APART.sub(_closed, spelt))}
    for match in _APART.finditer(_MAIL.sub(" a ", spelt)):
        if re.search(r"\d", _CLOCK.sub(" ", _THOUSANDS.sub(" ", _DAY.sub(" ", match[0])))):
            found.update(_numbers(match[0]))
    return frozenset(found)


def _closed(run: re.Match[str]) -> str:
    return re.sub(r"\D", "", run[0])


def _identifiers(text: str) -> set[str]:
    found = {f"mail {match[0].lower()}" for match in _MAIL.finditer(text)}
    found |= {f"mail {match[1]}@{_DOT.sub('.', match[2])}".lower() for match in _MAIL_SPELT.finditer(text)}
    found |= {f"account {_joined(match[0])}" for match in _IBAN.finditer(text)}
    found |= {f"plate {_joined(match[0])}" for match in _PLATE.finditer(text) if match[2] not in _CLOCKS}
    text = _THOUSANDS.sub(" ", _DAY.sub(" ", _MAIL.sub(" ", _IBAN.sub(" ", text))))
    for match in _DIGITS.finditer(text):
        found.update(_numbers(match[0]))
    return found


def marks(doc: Doc, facts: Iterable[Stated] = ()) -> frozenset[Mark]:
    """Return all marks of a text, also of its words without the time for which it holds.

    `facts` are the facts read from it.
    """
    stated = tuple(facts)
    return frozenset[Mark]().union(*(_marks(one, stated) for one in _forms(doc)))


def marks_of_anybody(doc: Doc) -> frozenset[Mark]:
    """Return the marks of a text for any speaker, to find repetitions by others.

    They are separate, since "I" is another person in another speaker's words.
    """
    words_ = split(doc.text)[1]
    found = marks(doc_of(words_, doc.language)) if words_ else ()
    return frozenset(replace(mark, attribute=f"{ANYBODY}/{mark.attribute}") for mark in found)


def _marks(doc: Doc, facts: Iterable[Stated]) -> frozenset[Mark]:
    told = statement(doc)
    subject = " ".join(sorted(told.subject))
    found = {Mark("", IDENTIFIER, value) for value in _values(doc, told)}
    if told.content and len(told.bag) > 1:
        polarity = f"{'not ' if told.negative else ''}{'no more ' if told.quits else ''}"
        found.add(Mark(subject, STATEMENT, polarity + " ".join(sorted(told.bag))))
    found.update(_slots(told, split(doc.text)[0]))
    says_little = len(told.bag) <= _MOST_OF_FACT
    found.update(
        Mark(fact.subject, fact.predicate, fact.object)
        for fact in facts
        if (fact.single or says_little) and not told.negative and not told.quits
    )
    # A text that no reader understands has the mark of all of its words.
    return frozenset(found) or frozenset({Mark("", STATEMENT, " ".join(sorted(told.bag or fold(doc.text).split())))})


def restates(forgotten: Doc, other: Doc) -> bool:
    """Whether another text says all of the forgotten one, for any time, and maybe more."""
    return any(_restates(old, new) for old in _forms(forgotten) for new in _spellings(other))


def _restates(forgotten: Doc, other: Doc) -> bool:
    if identifiers(forgotten) and _values(forgotten, statement(forgotten)) & identifiers(other):
        return True
    old, new = statement(forgotten), statement(other)
    if forgotten.language is not other.language or (old.negative, old.quits) != (new.negative, new.quits):
        return False
    spoken_to = not new.subject and split(other.text)[0] == ASSISTANT
    if not old.content or not (old.subject == new.subject or (spoken_to and len(old.subject) == 1)):
        return False
    if old.bag == new.bag:
        return True
    return _is_telling(old) and not align(old, new).only_old


@reading
def _forms(doc: Doc) -> tuple[Doc, ...]:
    """Return a text in both spellings, without the time for which it holds.

    The noted year beside a day of a month is left out as well.
    """
    return tuple(form for one in _spellings(doc) for form in _forms_of(one))


def _spellings(doc: Doc) -> tuple[Doc, ...]:
    """Return a text as written, by which earlier tombstones know it, and in its plain spelling."""
    spelt = plain(doc.text)
    return (doc,) if spelt == doc.text else (doc, doc_of(spelt, doc.language))


def _forms_of(doc: Doc) -> tuple[Doc, ...]:
    forms = [doc]
    speaker, words_ = split(doc.text)
    if speaker and bare(doc.text) != words_ and any(key.startswith("month:") for key in statement(doc).bag):
        forms.append(doc_of(f"{speaker}: {bare(doc.text)}", doc.language))
    return (*forms, *(found for one in forms if (found := _timeless(one)) is not None))


@reading
def _timeless(doc: Doc) -> Doc | None:
    """Return a text without the time for which it holds, if it has one and says something besides."""
    speaker = split(doc.text)[0]
    words_ = unbounded(dated(doc), doc.language)
    found = doc_of(f"{speaker}: {words_}" if speaker else words_, doc.language) if words_ else None
    return found if found is not None and statement(found).content else None


def sentences_of(text: str, speaker: str, language: Language) -> Iterator[Doc]:
    """Return the sentences of a turn, each as its speaker's."""
    for match in _SENTENCE.finditer(text):
        if words_ := match[0].strip():
            yield doc_of(f"{label(speaker)}: {words_}" if speaker else words_, language)


def unmasked_docs(text: str, plain: str, speaker: str, language: Language, memory: str | None = None) -> Iterator[Doc]:
    """Return the original sentences of a turn that contain masked values.

    With a `memory`, only those that it quotes. `plain` is the turn's text with masks, each character in its place.
    """
    quoted = None if memory is None else _words(bare(memory))
    for match in _SENTENCE.finditer(text):
        covered, said = plain[match.start() : match.end()], match[0]
        told = _words(covered)
        if covered != said and (quoted is None or (told and (told <= quoted or quoted <= told))):
            yield doc_of(f"{label(speaker)}: {said.strip()}" if speaker else said.strip(), language)


def _words(text: str) -> frozenset[str]:
    return frozenset(_WORD.findall(text.casefold()))


def marks_of_turn(text: str, speaker: str, language: Language) -> frozenset[Mark]:
    """Return all marks of a turn, sentence by sentence, whether or not it is remembered."""
    found = {Mark("", IDENTIFIER, value) for value in identifiers(doc_of(text, language))}
    for sentence in sentences_of(text, speaker, language):
        found |= marks(sentence)
    return frozenset(found)


def marks_of_repeated(text: str, language: Language) -> frozenset[Mark]:
    """Return each sentence's marks for any speaker."""
    return frozenset[Mark]().union(*(marks_of_anybody(one) for one in sentences_of(text, "", language)))


def attribute_of(found: Iterable[Mark]) -> str:
    """Return the attribute of some marks, a word of the readers' lists; `statement` without one."""
    known = sorted({mark.attribute.rpartition("/")[2] for mark in found} - {STATEMENT, TURN, ""})
    return next((one for one in known if one != IDENTIFIER), known[0] if known else STATEMENT)


def _values(doc: Doc, told: Statement) -> frozenset[str]:
    """Return identifiers that a statement has as values; a subject ("order 7312945 is late") is no value."""
    named = frozenset(token.folded.replace("-", "") for token in told.subject_tokens) if told.content else frozenset()
    return frozenset(value for value in identifiers(doc) if not any(_ends_alike(value, name) for name in named))


def _ends_alike(value: str, name: str) -> bool:
    return len(name) >= _LEAST_DIGITS and name.isdigit() and value.endswith(name[-_NATIONAL:])


def _numbers(text: str) -> Iterator[str]:
    """Return a run of digits as one number, and those parts that are long enough on their own."""
    whole = re.sub(r"\D", "", text)
    for digits in {whole, *re.findall(r"\d{7,}", text)}:
        bare_ = digits.removeprefix("00").lstrip("0")
        if len(bare_) >= _LEAST_DIGITS:
            yield f"number {bare_[-_NATIONAL:] if _NATIONAL <= len(bare_) <= _LONGEST_NUMBER - 2 else bare_}"


def _joined(text: str) -> str:
    return re.sub(r"[\s\-]", "", text).lower()


def _slots(told: Statement, speaker: str) -> Iterator[Mark]:
    """Return marks of the nouns with one value: a PIN, a birthday, a salary."""
    if told.negative or told.quits:
        return
    nouns = {token.key for token in (*told.subject_tokens, *told.content)} & keys("attributes", told.language)
    speakers = {fold(part) for part in speaker.split()}
    values = sorted({token.key for token in told.things if _is_value(token)} - nouns - speakers)
    if 0 < len(values) <= _MOST_VALUES:
        whose = " ".join(sorted(told.subject - nouns - {USER}))
        said_of = nouns & {token.key for token in told.subject_tokens}
        if not said_of and told.subject <= {USER, *speakers}:
            # "I celebrate my birthday on …" counts as "my birthday is on …", where Turkish names nobody.
            said_of, whose = nouns, "" if told.language is Language.TR else whose
        for noun in sorted(said_of):
            yield Mark(whose, f"{told.language.value}/{noun}", " ".join(values))


def _is_value(token: Token) -> bool:
    return token.kind is not Kind.WORD and token.key not in RELATIVE_DAYS


def _is_telling(told: Statement) -> bool:
    """Whether a statement is specific enough to be recognised: it has a name, or says two things."""
    if told.verbs & keys("multiple", told.language):
        return len(told.things) > 1
    return len(told.things) > 1 or any(_is_value(token) for token in told.things)


def subject_of(doc: Doc) -> str:
    """Return the subject of a statement without naming anybody: "user" or "other"."""
    told = statement(doc)
    speaker = split(doc.text)[0]
    about = told.subject - {fold(part) for part in speaker.split()}
    return "user" if not about or USER in about else "other"
