"""Detects a question whose name the turns say while none states the thing asked for.
Somebody told of a trip to Porto, and "which hotel did we book in Porto?" asks for a hotel never mentioned."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from graphmem.language.coverage import NAME, QueryWord, find_words, query_words
from graphmem.language.naming.gazetteer import is_given_name
from graphmem.language.observer.patterns import any_of, plain
from graphmem.language.turkish import fold
from graphmem.model.language import ByLanguage, Language
from graphmem.model.recall import Hit
from graphmem.services.retrieval.cross_language import Reading, reading_of
from graphmem.services.retrieval.query_hits import SubQueryResult
from graphmem.services.retrieval.turn_tokens import TOKENS

FEWEST = 2
"""Least content words beside names in such a question: for a single one a turn may use a synonym."""

FAR, FAR_IN_TOKENS = 0.58, 0.52
"""Nearness in meaning and by tokens, 0–1, below both of which a turn with the name lacks the thing.
Set on twelve questions in two languages, with and without the thing in other words: none with it is below both."""

SURELY_FAR = ByLanguage({Language.EN: FAR, Language.TR: 0.4})
"""Nearness below which a lack is sure; of twelve other things, two told in Turkish lay below FAR."""

FAR_FROM_SAID = ByLanguage({Language.EN: 0.54, Language.TR: 0.5})
"""The bound by tokens for "what did … say about …": a turn by that person is near in meaning anyway."""


@dataclass(frozen=True, slots=True)
class MissingSlot:
    """The thing asked for is lacking, surely or perhaps; `named` are pointers of turns with the name."""

    surely: bool
    named: frozenset[str]


def find_missing_slot(part: SubQueryResult, model: str) -> MissingSlot | None:
    """A lack if turns say a name of the question and none says or comes near the thing; else None."""
    said = plain(part.query)
    about = any_of(f"{part.language.value}/question_wanted", "about").search(said) is not None
    if not about and any_of(f"{part.language.value}/question_wanted", "thing").search(said) is None:
        return None
    words = query_words(part.query, part.language)
    names = frozenset(place for place, word in enumerate(words) if word.weight >= NAME or _opens_as_name(part, word))
    if not names or len(words) - len(names) < FEWEST or any(TOKENS not in hit.signals for hit in part.turns.hits):
        return None
    reading = reading_of(part.query, part.language, model)
    named = [hit for hit in part.turns.hits if names & _words_in(words, hit, reading)]
    # A speaker's name stands at every turn of theirs, so it tells nothing.
    speakers = " ".join(hit.drawer.speaker for hit in part.turns.hits)
    if not named or names & find_words(words, speakers):
        return None
    if not all(_words_in(words, hit, reading) <= names and _is_far(hit, part.language, about=about) for hit in named):
        return None
    surely = about or all(hit.signals.get("meaning", 0.0) < SURELY_FAR[part.language] for hit in named)
    return MissingSlot(surely, frozenset(hit.drawer.pointer for hit in named))


def _opens_as_name(part: SubQueryResult, word: QueryWord) -> bool:
    """Whether a Turkish question begins with this name: "Porto'da hangi oteli …", "Gülşen maaşım …"."""
    query = part.query.lstrip()
    if part.language is not Language.TR or not (word.text[:1].isupper() and query.startswith(word.text)):
        return False
    head = fold(word.text).replace("’", "'").partition("'")[0]
    return query[len(head) : len(head) + 1] in {"'", "’"} or is_given_name(head)


def _words_in(words: Sequence[QueryWord], hit: Hit, reading: Reading) -> frozenset[int]:
    return find_words(words, hit.drawer.text, abroad=reading.is_foreign(hit.drawer.language))


def _is_far(hit: Hit, language: Language, *, about: bool) -> bool:
    tokens = hit.signals[TOKENS]
    if about:
        return tokens < FAR_FROM_SAID[language]
    return tokens < FAR_IN_TOKENS and hit.signals.get("meaning", 0.0) < FAR
