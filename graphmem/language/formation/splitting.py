"""Sentences and the clauses of them that stand by themselves, as stretches of the text.

A sentence is cut at "and", "but", "ve", "ama" and semicolons where either part has its own subject and finite verb and
the first binds nothing that follows; "I moved to Izmir and started a course" stays whole. So it is at a comma before a
day: plans of two days are two, each of which is due on its own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from graphmem.language.formation.asking import told
from graphmem.language.formation.verbs import finite_words
from graphmem.language.observer.manner import tells_manner
from graphmem.language.observer.patterns import expression
from graphmem.language.stopwords import is_stop_word
from graphmem.language.turkish import fold
from graphmem.language.vital import vital_part
from graphmem.language.wordlists import words
from graphmem.model.language import Language

_BREAK = re.compile(r"[.!?…]+[\"'”’)\]]*(?=\s|$)|\n+")
_WORD = re.compile(r"[^\W\d_]+(?:['’.][^\W\d_]+)*")
_OWN_SUBJECT = expression("en/formation_splitting", "own_subject")
_OPENING_DAY = expression("en/formation_splitting", "opening_day")
_BINDING = expression("en/formation_splitting", "binding")
_CONJUNCT = expression("en/formation_splitting", "conjunct")
_TR_BINDING = expression("tr/formation_splitting", "binding")
_TR_FIRST_PERSON = expression("tr/formation_splitting", "first_person")
_TR_TAKEN_END = expression("tr/formation_splitting", "taken_end")
_NO_ANTECEDENT = expression("en/formation_splitting", "no_antecedent")
_POINTER = 5
"""Letters of the longest form of "o", "bu" and "şu" that matters: onlar."""
_TR_HAVE = expression("tr/formation_splitting", "have")
_TR_MINE = expression("tr/formation_splitting", "mine")
_ADDRESS_SHORT = expression("formation_address_parts", "short")
_ADDRESS_GOES_ON = expression("formation_address_parts", "goes_on")
_ADDRESS_PART = expression("formation_address_parts", "part")
_ADDRESS_NUMBERED = expression("formation_address_parts", "numbered")
_ORDERED = "formation_after_ordinals"
_NO_PROSE = re.compile(
    r"^(?:#|[$]{2})|\\(?:[\[(]|frac|sqrt|binom|times|text|cdot|approx)|^\W*(?:\*\*|__)[^*_]+(?:\*\*|__)\W*$|^\[[^\]]*\]$"
)
"""Headings, formulas and places to fill in."""
_STEM = 6
"""Letters of a counted noun that tell it whatever its endings are: "caddes", "sokagi"."""
_LEAST = 2
"""Words of the shortest part that can be a fact."""


@dataclass(frozen=True, slots=True)
class Span:
    """A stretch of a text."""

    start: int
    end: int

    def of(self, text: str) -> str:
        """What stands there."""
        return text[self.start : self.end]


def sentences(text: str) -> tuple[str, ...]:
    """The sentences of a text, each with its end mark; abbreviations, initials and ordinals end none."""
    return tuple(span.of(text) for span in sentence_spans(text))


def sentence_spans(text: str) -> Iterator[Span]:
    """Where the sentences of a text stand."""
    start = 0
    for match in _BREAK.finditer(text):
        if _ends(text, match):
            yield from _stripped(text, start, match.end())
            start = match.end()
    yield from _stripped(text, start, len(text))


def facts(sentence: str, language: Language) -> tuple[str, ...]:
    """The parts of one statement that stand by themselves, as they were said."""
    parts = [sentence.strip()]
    for match in reversed(list(_marks(language, "joints").finditer(parts[0]))):
        left, right = parts[0][: match.start()], parts[0][match.end() :]
        both = _stands(left, language) and _stands(right, language) and _is_free(left, match[0], right, language)
        # Of two rules one may be taken back later without the other.
        if both or (tells_manner(left, language) and tells_manner(right, language)):
            parts[:1] = [left, right]
    return tuple(part.strip(" ,;") for part in parts)


def clauses(text: str, language: Language) -> Iterator[tuple[Span, tuple[Span, ...]]]:
    """Each sentence of a text, of one that asks what it tells besides, with the clauses that stand by themselves. Where
    a question tells nothing besides, it is one clause: who asks may ask for good."""
    for span in sentence_spans(text):
        sentence = span.of(text)
        if not _WORD.search(sentence) or _NO_PROSE.search(sentence):
            continue
        for part in _told(sentence, language):
            whole = _found(text, part, span.start)
            place, found = whole.start, []
            for fact in facts(part, language):
                found.append(_found(text, fact, place))
                place = found[-1].end
            yield whole, tuple(found)


def _told(sentence: str, language: Language) -> list[str]:
    """What a sentence tells beside what it asks, with what a life may hang on wherever it stands in a question; the
    sentence itself where that is nothing."""
    parts = [part for part in told(sentence, language) if part == sentence or _tells(part, language)]
    vital = vital_part(sentence, language) if parts != [sentence] else ""
    if vital and not any(vital in part for part in parts):
        parts = [vital, *(part for part in parts if sentence.index(part) > sentence.index(vital))]
    return parts or [sentence]


def _marks(language: Language, kind: str) -> re.Pattern[str]:
    return expression(f"{language.value}/formation_splitting", kind)


def _tells(part: str, language: Language) -> bool:
    """Whether what is left of a question tells something: it has a verb or a number ("kira 900 lira")."""
    if any(char.isdigit() for char in part) and len(part.split()) > _LEAST:
        return True
    return _stands(part.rstrip(" .!…"), language) or (
        language is Language.TR and _TR_TAKEN_END.search(fold(part)) is not None and len(part.split()) > _LEAST
    )


def _found(text: str, part: str, place: int) -> Span:
    at = text.index(part, place)
    return Span(at, at + len(part))


def _stripped(text: str, start: int, end: int) -> Iterator[Span]:
    said = text[start:end]
    bare = said.strip()
    if bare:
        at = start + said.index(bare)
        yield Span(at, at + len(bare))


def _ends(text: str, match: re.Match[str]) -> bool:
    if not match[0].startswith(".") or len(match[0].rstrip("\"'”’)]")) > 1:
        return True
    word = text[: match.start()].rsplit(None, 1)[-1] if text[: match.start()].strip() else ""
    after = text[match.end() :].lstrip()
    bare = word.strip("(\"'").lower()
    if bare in words("formation_abbreviations") or (len(word) == 1 and word.isupper()):
        return not after
    if bare in words("formation_before_numbers") and after[:1].isdigit():
        return False
    if _goes_on_as_address(word.strip("(\"'"), after) or _is_in_town(text[: match.start()], word, after):
        return False
    return not (word.isdigit() and _is_counted(after))


def _is_counted(after: str) -> bool:
    """Whether a number and its full stop are an ordinal of what follows: "3. katta", "7. Cadde"."""
    counted = _WORD.match(after)
    return after[:1].islower() or (counted is not None and re.split("['’]", fold(counted[0]))[0] in words(_ORDERED))


def _goes_on_as_address(word: str, after: str) -> bool:
    """Whether an address goes on behind a word that is cut short, or with a part of a house behind any."""
    if _ADDRESS_PART.match(after):
        return True
    return _ADDRESS_SHORT.fullmatch(word) is not None and _ADDRESS_GOES_ON.match(after) is not None


def _is_in_town(before: str, word: str, after: str) -> bool:
    """Whether a street that is cut short stands behind the number of a house and before a name, as of its town: "the
    keys to 14 Hollins Rd. Sheffield on Friday"."""
    town = _WORD.match(after)
    if town is None or not town[0][0].isupper() or is_stop_word(town[0].lower(), Language.EN):
        return False
    is_short = _ADDRESS_SHORT.fullmatch(word) is not None
    return is_short and _ADDRESS_NUMBERED.search(before.removesuffix(word)) is not None


def _stands(part: str, language: Language) -> bool:
    """Whether a part has a verb and more than it; in Turkish the verb is its last word."""
    found = _WORD.findall(part)
    if len(found) < _LEAST:
        return False
    return bool(finite_words(found[-1] if language is Language.TR else part, language))


def _is_free(left: str, joint: str, right: str, language: Language) -> bool:
    """Whether both parts can be understood alone."""
    if language is Language.TR:
        return _is_free_turkish(left, joint, right)
    if joint.startswith(";"):
        return _BINDING.search(left) is None and _NO_ANTECEDENT.match(right) is None
    day = _OPENING_DAY.match(right)
    own = _OWN_SUBJECT.match(right, day.end() if day else 0)
    last = _CONJUNCT.split(left)[-1]  # "…, and me and my team had": no clause, but half a subject
    if own is None or _BINDING.search(left) or not finite_words(last, Language.EN):
        return False
    return "'" in own[0] or "’" in own[0] or bool(finite_words(right[own.end() :], Language.EN))


def _is_free_turkish(left: str, joint: str, right: str) -> bool:
    """The verb tells the first person, a possessive whose thing there is."""
    if _TR_BINDING.search(fold(left)):
        return False
    said = [fold(word) for word in _WORD.findall(right)]
    if joint.startswith(";"):
        return not (said[0].startswith(("o", "bu", "su", "on")) and len(said[0]) <= _POINTER)
    if _TR_FIRST_PERSON.fullmatch(said[-1]):
        return True
    return bool(_TR_HAVE.fullmatch(said[-1])) and any(_TR_MINE.fullmatch(word) for word in said[:-1])
