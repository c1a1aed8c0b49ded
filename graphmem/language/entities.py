"""Who and what a text names: technologies, organisations, people, places, projects, items, events, explicit topics.

Names come from lists, from their own form (titles, heads, capitals) and from the words beside them; each without its
case ending, as it was written. The speaker's "I" is no entity.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from graphmem.language import verbs
from graphmem.language.naming import cues, gazetteer, runs
from graphmem.language.naming.tokens import Token, is_shouted, prose, tokens
from graphmem.language.stopwords import is_stop_word
from graphmem.language.turkish import fold
from graphmem.model.entity import EntityType, Mention
from graphmem.model.ids import slug
from graphmem.model.language import Language

MOST_ENTITIES = 8
"""Per message."""

_MODEL_NUMBER = re.compile(r"\d{1,4}[a-z]?")
_MODEL_WORDS = frozenset({"pro", "max", "plus", "mini", "ultra", "air", "se"})
_MIXED = re.compile(
    r"(?!Mc|Mac|De|Di|La|Le|Van)[A-Z]?[a-z]+[A-Z]\w*|[A-Z][a-z]+\d\w*|\w+\.(?:js|ai|io|py|net)", re.ASCII
)
_LANGUAGE = re.compile(r"[a-z]{3,}c[ae](?:(?:[yn]|s[iu]n?)\w{0,4}|[dt][ae]n?)?")
_HASHTAG = re.compile(r"(?<!\w)#([^\W\d_]\w{2,40})")
_JOINING = frozenset({"and", "ve", "the", "for"})
_ADVERB = re.compile(r"\w{3,}(?:ly|ing)")
_PROJECT_WORDS = ("project", "proje", "codename", "kod adi")
_SHORTEST_LOWER_NAME, _SHORTEST_LOWER_INFLECTED = 3, 5


@dataclass(frozen=True, slots=True)
class _Reading:
    """A text's words and what is true of all of them."""

    text: str
    words: list[Token]
    language: Language
    speaker: str
    is_lower: bool
    is_shouted: bool


@dataclass(frozen=True, slots=True)
class _Span:
    """Words `start` to `end` name something; `cut` letters of the last one are an ending."""

    start: int
    end: int
    type: EntityType
    cut: int = 0


def find(text: str, language: Language, speaker: str = "") -> tuple[Mention, ...]:
    """At most MOST_ENTITIES mentions in order of appearance, each name and type once.

    `speaker` is a name that counts as a person's wherever it is written. Code blocks, links and addresses are skipped.
    """
    plain = prose(text)
    words = tokens(plain)
    reading = _Reading(plain, words, language, fold(speaker), not any(c.isupper() for c in plain), is_shouted(words))
    found: dict[tuple[str, EntityType], Mention] = {}
    place = 0
    while place < len(words) and len(found) < MOST_ENTITIES:
        span = _span(reading, place)
        if span:
            mention = Mention(_written(reading, span), span.type)
            found.setdefault((slug(mention.name), mention.type), mention)
        place = span.end if span else place + 1
    for match in _HASHTAG.finditer(plain):
        found.setdefault((slug(match[1]), EntityType.TOPIC), Mention(match[1], EntityType.TOPIC))
    return tuple(found.values())[:MOST_ENTITIES]


def _span(reading: _Reading, place: int) -> _Span | None:
    words = reading.words
    if words[place].has_capital and not reading.is_shouted:
        end = runs.titled(words, place)
        if end:
            return _Span(place, end, EntityType.PERSON)
    known = _known(reading, place)
    headed = _headed(reading, place)
    if headed and (not known or headed.end > known.end):
        return headed
    return known or _unknown(reading, place)


def _headed(reading: _Reading, place: int) -> _Span | None:
    word = reading.words[place]
    if not word.has_capital or reading.is_shouted or word.folded in gazetteer.not_names():
        return None
    found = runs.headed(reading.words, place)
    if not found or (word.is_first and found[0] - place == 2 and gazetteer.is_everyday(word.folded, reading.language)):
        return None
    if gazetteer.is_given_name(word.folded) and _is_somebody_else(reading, place):
        return None
    end, kind, cut = found
    return _Span(place, end - 1, kind) if kind is EntityType.PROJECT else _Span(place, end, kind, cut)


def _is_somebody_else(reading: _Reading, place: int) -> bool:
    """Whether the given name at a word stands beside the headed name, not in it: "Mehmet Bey Garanti Bankası'nda"."""
    if runs.title_after(reading.words, place + 1):
        return True
    return next(gazetteer.find(reading.words, place + 1, reading.language), None) is not None


def _known(reading: _Reading, place: int) -> _Span | None:
    for found in gazetteer.find(reading.words, place, reading.language):
        if _is_meant(reading, found):
            return _completed(reading, found)
    return None


def _is_meant(reading: _Reading, found: gazetteer.Found) -> bool:
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


def _is_safe_in_lower(reading: _Reading, found: gazetteer.Found) -> bool:
    part = reading.words[found.start : found.end]
    if found.known.type not in {EntityType.PERSON, EntityType.PLACE, EntityType.ORG}:
        return len(part) > 1
    spelled = "".join(found.known.words)
    long_enough = len(spelled) >= (_SHORTEST_LOWER_INFLECTED if found.cut else _SHORTEST_LOWER_NAME)
    return long_enough and not any(gazetteer.is_everyday(word.folded, reading.language) for word in part)


def _is_due_to_name(reading: _Reading, found: gazetteer.Found) -> bool:
    """Whether a capital on an everyday word is there because it is a name."""
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


def _is_agent(reading: _Reading, end: int) -> bool:
    return cues.implied(reading.words, end - 1, end, reading.language) is EntityType.PERSON


def _is_no_other(reading: _Reading, found: gazetteer.Found) -> bool:
    """Whether a given name is the speaker's own, a stop word, or stated to be of another type ("project Iris")."""
    first = reading.words[found.start]
    if first.is_first and is_stop_word(first.folded, reading.language):
        return True
    if cues.is_self(reading.words, found.start):
        return True
    stated = cues.explicit(reading.words, found.start, found.end, reading.language)
    return stated not in {None, EntityType.PERSON}


def _completed(reading: _Reading, found: gazetteer.Found) -> _Span:
    known, words = found.known, reading.words
    kind = known.type
    if kind is EntityType.PLACE and len(known.words) == 1 and _is_person_here(reading, found):
        kind = EntityType.PERSON
    if kind is EntityType.TECH and cues.is_employer(words, found.start, found.end, reading.language):
        kind = EntityType.ORG
    if found.cut or words[found.end - 1].suffix:
        return _Span(found.start, found.end, kind, found.cut)
    if kind is EntityType.PERSON:
        return _Span(found.start, _with_surname(reading, found.end), kind)
    if kind is EntityType.ITEM:
        return _Span(found.start, _with_model(words, found.end), kind)
    if kind is EntityType.ORG and _is_model(reading, found.end):
        return _Span(found.start, found.end + 1, EntityType.ITEM)
    return _Span(found.start, found.end, kind)


def _is_person_here(reading: _Reading, found: gazetteer.Found) -> bool:
    """Sofia, Florence and Charlotte are people unless they stand as places do."""
    word = reading.words[found.start]
    if not gazetteer.is_given_name(word.folded):
        return False
    if cues.explicit(reading.words, found.start, found.end, reading.language) is EntityType.PERSON:
        return True
    return not cues.is_placed(reading.words, found.start, found.end, reading.language)


def _with_surname(reading: _Reading, end: int) -> int:
    words = reading.words
    if runs.title_after(words, end):
        return end + 1
    limit = min(len(words), end + 2)
    while end < limit and _is_surname(reading, end):
        end += 1
        if words[end - 1].suffix:
            return end
    return end + 1 if runs.title_after(words, end) else end


def _is_surname(reading: _Reading, place: int) -> bool:
    word = reading.words[place]
    named = word.joins and word.has_capital and not word.is_upper and len(word.text) > 1
    for other in gazetteer.find(reading.words, place, reading.language):
        if other.known.type is not EntityType.PERSON and not other.known.is_word:
            return False
    return named and word.folded not in gazetteer.not_names() and not reading.is_shouted


def _with_model(words: Sequence[Token], end: int) -> int:
    """An iPhone 15 is another thing than an iPhone 14; a technology's version is not part of its name."""
    if end < len(words) and words[end].joins and _MODEL_NUMBER.fullmatch(words[end].folded):
        end += 1
    while end < len(words) and words[end].joins and words[end].folded in _MODEL_WORDS:
        end += 1
    return end


def _is_model(reading: _Reading, place: int) -> bool:
    """Whether a maker's name goes on with a product's: "Toyota Yaris"."""
    if place >= len(reading.words) or reading.is_shouted:
        return False
    word = reading.words[place]
    if not word.joins or not word.has_capital or runs.is_head(word) or word.folded in gazetteer.not_names():
        return False
    return next(gazetteer.find(reading.words, place, reading.language), None) is None


def _unknown(reading: _Reading, place: int) -> _Span | None:
    word = reading.words[place]
    if reading.speaker and word.folded == reading.speaker and word.has_capital:
        return _Span(place, place + 1, EntityType.PERSON)
    if not word.has_capital or reading.is_shouted or len(word.text) < 2 or word.folded in gazetteer.not_names():
        return None
    if cues.is_self(reading.words, place) or _is_language(reading, word):
        return None
    end = _until_known(reading, place, max(place + 1, runs.capital_run(reading.words, place)))
    kind = _kind(reading, place, end)
    return _Span(place, end, kind) if kind else None


def _is_language(reading: _Reading, word: Token) -> bool:
    """Fransızca, Fransızcaya: Turkish names of languages, which are topics only where somebody learns them."""
    return reading.language is Language.TR and not word.suffix and _LANGUAGE.fullmatch(word.folded) is not None


def _until_known(reading: _Reading, start: int, end: int) -> int:
    for place in range(start + 1, end):
        if reading.words[place].folded in _JOINING:
            return place
        known = (found.known for found in gazetteer.find(reading.words, place, reading.language))
        if any(not entry.is_word or entry.type is not EntityType.PERSON for entry in known):
            return place
    return end


def _kind(reading: _Reading, start: int, end: int) -> EntityType | None:
    words, language = reading.words, reading.language
    if runs.title_after(words, end):
        return EntityType.PERSON
    stated = cues.explicit(words, start, end, language)
    if stated:
        return stated
    first = words[start]
    if first.is_quoted:
        return None
    if _MIXED.fullmatch(first.text):
        return EntityType.ORG if cues.is_employer(words, start, end, language) else EntityType.TECH
    if (
        end - start == 1
        and gazetteer.is_everyday(first.folded, reading.language)
        and not _has_name_suffix(reading, end)
    ):
        return None
    if first.is_first and not _has_name_suffix(reading, end):
        return _kind_of_opener(reading, start, end)
    implied = cues.implied(words, start, end, language)
    if implied is EntityType.PERSON and _speaks_of_project(reading) and end - start == 1:
        return EntityType.PROJECT
    if implied or first.is_upper:
        return implied if implied is not EntityType.PERSON or not first.is_upper else None
    return EntityType.PERSON


def _kind_of_opener(reading: _Reading, start: int, end: int) -> EntityType | None:
    """A capital that opens a sentence says nothing: only what goes with it does."""
    first = reading.words[start]
    if gazetteer.is_everyday(first.folded, reading.language) or first.is_upper or _is_plainly_no_name(first):
        return None
    described = cues.described(reading.words, end, reading.language)
    if described:
        return described
    if end - start > 1:
        return EntityType.PERSON
    after = reading.words[end].folded if end < len(reading.words) and reading.words[end].joins else ""
    is_subject = after in {"said", "says", "told", "asked", "called", "dedi", "aradi", "soyledi"}
    return EntityType.PERSON if is_subject else None


def _is_plainly_no_name(word: Token) -> bool:
    """Hopefully, Taking; Unutmayın, Gelmedi."""
    return verbs.denies(word.folded) or _ADVERB.fullmatch(word.folded) is not None


def _has_name_suffix(reading: _Reading, end: int) -> bool:
    """Turkish writes an apostrophe only after proper names."""
    return reading.language is Language.TR and bool(cues.case_of(reading.words[end - 1].suffix))


def _speaks_of_project(reading: _Reading) -> bool:
    return any(word.folded.startswith(_PROJECT_WORDS) for word in reading.words)


def _written(reading: _Reading, span: _Span) -> str:
    """The name as written, without the ending of its last word."""
    last = reading.words[span.end - 1]
    written = reading.text[reading.words[span.start].start : last.end - span.cut]
    return re.sub(r"\s+", " ", written)
