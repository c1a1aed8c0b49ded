"""Entities of a text: technologies, organisations, people, places, projects, items, events, topics.

Names come from lists, from their own form (titles, heads, capitals) and from the words beside them. Each is given as
written, without its case ending. The speaker's "I" is no entity.
"""

from __future__ import annotations

import re
from functools import lru_cache

from graphmem.language.doc import Doc, prose, tokens
from graphmem.language.naming import cues, gazetteer, runs
from graphmem.language.naming.listed_names import known
from graphmem.language.naming.reading import Reading, Span
from graphmem.language.naming.spellings import mention
from graphmem.language.naming.titles import title
from graphmem.language.naming.unlisted_names import unknown
from graphmem.language.turkish import fold
from graphmem.language.words import is_shouted
from graphmem.model.entity import EntityType, Mention
from graphmem.model.ids import slug

MOST_ENTITIES = 8
"""Most mentions per message."""

_HASHTAG = re.compile(r"(?<!\w)#([^\W\d_]\w{2,40})")


def find(doc: Doc, speaker: str = "") -> tuple[Mention, ...]:
    """At most MOST_ENTITIES mentions in order of appearance, each name and type once.

    `speaker` is a name that counts as a person's wherever it is written. Code blocks, links and addresses are skipped.
    """
    plain, words = prose(doc), tokens(doc)
    reading = Reading(plain, words, doc.language, fold(speaker), not any(c.isupper() for c in plain), is_shouted(words))
    found: dict[tuple[str, EntityType], Mention] = {}
    place = 0
    while place < len(words) and len(found) < MOST_ENTITIES:
        span = _span(reading, place)
        if span:
            named = mention(_written(reading, span), span.type)
            found.setdefault((_key(named.known_as or named.name), named.type), named)
        place = span.end if span else place + 1
    for match in _HASHTAG.finditer(plain):
        found.setdefault((_key(match[1]), EntityType.TOPIC), Mention(match[1], EntityType.TOPIC))
    return tuple(found.values())[:MOST_ENTITIES]


@lru_cache(maxsize=5_000)
def _key(name: str) -> str:
    return slug(name)


def _span(reading: Reading, place: int) -> Span | None:
    words = reading.words
    if not words[place].has_capital and not gazetteer.may_begin(words[place], reading.language):
        return None
    if quoted := title(reading, place):
        return quoted
    if words[place].has_capital and not reading.is_shouted:
        end = runs.titled(words, place)
        if end:
            return Span(place, end, EntityType.PERSON)
    listed = known(reading, place)
    headed = _headed(reading, place)
    if headed and (not listed or headed.end > listed.end or _is_headed_place(reading, headed, listed)):
        return headed
    return listed or unknown(reading, place)


def _headed(reading: Reading, place: int) -> Span | None:
    word = reading.words[place]
    if not word.has_capital or reading.is_shouted or word.folded in gazetteer.not_names():
        return None
    found = runs.headed(reading.words, place)
    if not found or (word.is_first and found[0] - place == 2 and gazetteer.is_everyday(word.folded, reading.language)):
        return None
    if gazetteer.is_given_name(word.folded) and _is_somebody_else(reading, place):
        return None
    end, kind, cut = found
    return Span(place, end - 1, kind) if kind is EntityType.PROJECT else Span(place, end, kind, cut)


def _is_headed_place(reading: Reading, headed: Span, listed: Span) -> bool:
    """Whether a headed name is a place: "to Chester Zoo" is one, "with Jessica Park" is a person."""
    if (headed.type, listed.type, headed.end) != (EntityType.PLACE, EntityType.PERSON, listed.end):
        return False
    return cues.is_placed(reading.words, headed.start, headed.end, reading.language)


def _is_somebody_else(reading: Reading, place: int) -> bool:
    """Whether a given name stands beside the headed name, not in it: "Mehmet Bey Garanti Bankası'nda"."""
    if runs.title_after(reading.words, place + 1):
        return True
    return next(gazetteer.find(reading.words, place + 1, reading.language), None) is not None


def _written(reading: Reading, span: Span) -> str:
    """Return the name as written, without the ending of its last word."""
    last = reading.words[span.end - 1]
    written = reading.text[reading.words[span.start].start : last.end - span.cut]
    return re.sub(r"\s+", " ", written)
