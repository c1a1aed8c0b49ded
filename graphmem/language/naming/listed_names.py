"""Listed names in their context: a capital, a suffix or a neighbour tells "Will" from "will"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from graphmem.language.naming import cues, gazetteer, runs
from graphmem.language.naming.reading import Reading, Span
from graphmem.language.stopwords import is_stop_word
from graphmem.language.words import Word
from graphmem.model.entity import EntityType
from graphmem.model.language import Language

_MODEL_NUMBER = re.compile(r"\d{1,4}[a-z]?")
_MODEL_WORDS = frozenset({"pro", "max", "plus", "mini", "ultra", "air", "se"})
_LETTER_WORDS = frozenset({"a", "i", "o"})
"""Letters that are words, which only a full stop makes initials."""
_SHORTEST_LOWER_NAME, _SHORTEST_LOWER_INFLECTED = 3, 5


def known(reading: Reading, place: int) -> Span | None:
    """Return the listed name that begins at a word, with its surname, title or model number."""
    for found in gazetteer.find(reading.words, place, reading.language):
        if _is_meant(reading, found):
            return _completed(reading, found)
    return None


def _is_meant(reading: Reading, found: gazetteer.Found) -> bool:
    known, part = found.known, reading.words[found.start : found.end]
    has_capital = any(word.has_capital for word in part)
    if known.type is EntityType.PERSON and _is_no_other(reading, found):
        return False
    if known.type is EntityType.TOPIC and known.is_word:
        return has_capital and cues.is_studied(reading.words, found.start, found.end)
    if gazetteer.is_acronym(known) and not (part[0].is_upper and not reading.is_shouted):
        return False
    if known.is_word or (found.cut and gazetteer.is_everyday(part[0].folded, reading.language)):
        return has_capital and not reading.is_shouted and _is_due_to_name(reading, found)
    if has_capital:
        return not (len(part) == 1 and part[0].is_upper and reading.is_shouted and len(part[0].text) < 4)
    if gazetteer.may_be_lower(known, reading.language):
        return not found.cut or (reading.is_lower and len(known.spelling) >= _SHORTEST_LOWER_INFLECTED)
    return reading.is_lower and _is_safe_in_lower(reading, found)


def _is_safe_in_lower(reading: Reading, found: gazetteer.Found) -> bool:
    part = reading.words[found.start : found.end]
    if found.known.type not in {EntityType.PERSON, EntityType.PLACE, EntityType.ORG}:
        return len(part) > 1
    spelled = "".join(found.known.words)
    long_enough = len(spelled) >= (_SHORTEST_LOWER_INFLECTED if found.cut else _SHORTEST_LOWER_NAME)
    return long_enough and not any(gazetteer.is_everyday(word.folded, reading.language) for word in part)


def _is_due_to_name(reading: Reading, found: gazetteer.Found) -> bool:
    """Whether an everyday word has its capital because it is a name."""
    words, first = reading.words, reading.words[found.start]
    if not first.is_first:
        return True
    if reading.language is Language.TR and words[found.end - 1].suffix:
        return True
    if found.known.type is not EntityType.PERSON:
        return False
    if runs.title_after(words, found.end) or words[found.end - 1].suffix == "s":
        return True
    return _is_agent(reading, found.end)


def _is_agent(reading: Reading, end: int) -> bool:
    implied = cues.implied(reading.words, end - 1, end, reading.language)
    return implied is EntityType.PERSON or cues.is_agent(reading.words, end, reading.language)


def _is_no_other(reading: Reading, found: gazetteer.Found) -> bool:
    """Whether a given name is the speaker's own, a stop word, or of a stated type ("project Iris")."""
    first = reading.words[found.start]
    if first.is_first and is_stop_word(first.folded, reading.language):
        return True
    if cues.is_self(reading.words, found.start):
        return True
    stated = cues.explicit(reading.words, found.start, found.end, reading.language)
    return stated not in {None, EntityType.PERSON}


def _completed(reading: Reading, found: gazetteer.Found) -> Span:
    known, words = found.known, reading.words
    kind = known.type
    if kind is EntityType.PLACE and len(known.words) == 1 and _is_person_here(reading, found):
        kind = EntityType.PERSON
    if kind is EntityType.TECH and cues.is_employer(words, found.start, found.end, reading.language):
        kind = EntityType.ORG
    if found.cut or words[found.end - 1].suffix:
        return Span(found.start, found.end, kind, found.cut)
    if kind is EntityType.PERSON:
        return Span(found.start, _with_surname(reading, found.end), kind)
    if kind is EntityType.ITEM:
        return Span(found.start, _with_model(words, found.end), kind)
    if kind is EntityType.ORG and _is_model(reading, found.end):
        return Span(found.start, found.end + 1, EntityType.ITEM)
    return Span(found.start, found.end, kind)


def _is_person_here(reading: Reading, found: gazetteer.Found) -> bool:
    """Whether a name of both kinds is a person's: Sofia and Florence, unless they stand as places do."""
    word = reading.words[found.start]
    if not gazetteer.is_given_name(word.folded):
        return False
    if cues.explicit(reading.words, found.start, found.end, reading.language) is EntityType.PERSON:
        return True
    return not cues.is_placed(reading.words, found.start, found.end, reading.language)


def _with_surname(reading: Reading, end: int) -> int:
    words = reading.words
    if runs.title_after(words, end):
        return end + 1
    limit = min(len(words), end + 2)
    if _is_initial(reading, end):
        return end + 2 if _is_after_initial(reading, end + 1) else end + 1
    while end < limit and _is_surname(reading, end):
        end += 1
        if words[end - 1].suffix:
            return end
    return end + 1 if runs.title_after(words, end) else end


def _is_initial(reading: Reading, place: int) -> bool:
    """Whether a surname's initial follows, which tells namesakes apart: "Ali K.", "Sarah T"."""
    if place >= len(reading.words) or reading.is_shouted:
        return False
    word = reading.words[place]
    is_letter = word.joins and len(word.text) == 1 and word.text.isupper()
    return is_letter and (word.folded not in _LETTER_WORDS or reading.text[word.end : word.end + 1] == ".")


def _is_after_initial(reading: Reading, place: int) -> bool:
    """Whether the initial belonged to a middle name: "Sarah A. Connor"."""
    if place >= len(reading.words) or reading.words[place - 1].suffix:
        return False
    word = reading.words[place]
    is_name = word.gap == ". " and word.has_capital and not word.is_upper and len(word.text) > 1 and not word.suffix
    if not is_name or word.folded in gazetteer.not_names() or gazetteer.is_everyday(word.folded, reading.language):
        return False
    return next(gazetteer.find(reading.words, place, reading.language), None) is None


def _is_surname(reading: Reading, place: int) -> bool:
    word = reading.words[place]
    named = word.joins and word.has_capital and not word.is_upper and len(word.text) > 1
    for other in gazetteer.find(reading.words, place, reading.language):
        if other.known.type is not EntityType.PERSON and not other.known.is_word:
            return False
    return named and word.folded not in gazetteer.not_names() and not reading.is_shouted


def _with_model(words: Sequence[Word], end: int) -> int:
    """Return the end of a product's name with its model ("iPhone 15"), but without a technology's version."""
    if end < len(words) and words[end].joins and _MODEL_NUMBER.fullmatch(words[end].folded):
        end += 1
    while end < len(words) and words[end].joins and words[end].folded in _MODEL_WORDS:
        end += 1
    return end


def _is_model(reading: Reading, place: int) -> bool:
    """Whether a maker's name continues with a product's: "Toyota Yaris"."""
    if place >= len(reading.words) or reading.is_shouted:
        return False
    word = reading.words[place]
    if not word.joins or not word.has_capital or runs.is_head(word) or word.folded in gazetteer.not_names():
        return False
    return next(gazetteer.find(reading.words, place, reading.language), None) is None
