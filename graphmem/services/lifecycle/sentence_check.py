"""The check of a model's sentence: its cited statements must support it, and it must be harmless.

Every number, date, name and address must be in a cited statement, and a number must stand beside a word that it has
there. A denial must be one of a cited statement. Markup, injections and long texts are refused.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import date

from graphmem.language.doc import Doc, doc_of, tokens
from graphmem.language.entities import find
from graphmem.language.guards import marks
from graphmem.language.observer.injection import injection
from graphmem.language.specifics import find_specifics
from graphmem.language.stem import stem
from graphmem.language.stopwords import is_stop_word
from graphmem.language.words import Word
from graphmem.model.language import Language
from graphmem.services.ingestion.grounding import invented_details, occurs_in
from graphmem.services.ingestion.model_texts import is_harmless

LONGEST = 300
"""Characters of one sentence."""

BESIDE = 2
"""Words before and after a number that show what it counts."""

_MARKUP = frozenset("<>{}[]`|\\§#*_")
_TOLD = ("number ", "date ")


def refusal(text: str, cited: Sequence[str], language: Language, days: Sequence[date] = ()) -> str | None:
    """The reason to refuse a sentence beside its cited statements, said on these days; None to keep it."""
    source = "\n".join([*cited, *(day.isoformat() for day in days)])
    if not text or len(text) > LONGEST:
        return "it is empty or too long"
    if _MARKUP & set(text) or injection(text, language) or not is_harmless(text, language):
        return "it is no plain statement"
    if _made_up(text, source, language, days):
        return "it says what no source says"
    if _is_roleless(doc_of(text, language), [doc_of(one, language) for one in cited]):
        return "a number in it is of nothing that a source counts"
    return "it denies or asserts what its sources do not" if _is_turned(text, cited, language) else None


def _made_up(text: str, source: str, language: Language, days: Sequence[date]) -> bool:
    doc, there = doc_of(text, language), doc_of(source, language)
    told = {one for one in find_specifics(doc) - find_specifics(there) if one.startswith(_TOLD)}
    named = {word for one in find(doc) for word in one.name.split() if not occurs_in(word, source)}
    return bool(invented_details(text, source, language, days) or told - {f"number {day}" for day in days} or named)


def _is_turned(text: str, cited: Sequence[str], language: Language) -> bool:
    """Whether it denies what no source denies, or asserts what all sources deny."""
    denied = [any(marks(doc_of(one, language)).denies) for one in cited]
    denies = any(marks(doc_of(text, language)).denies)
    return (denies and not any(denied)) or (not denies and all(denied))


def _is_roleless(doc: Doc, cited: Sequence[Doc]) -> bool:
    """Whether a number has neither the word before it nor the word after it that it has in a source."""
    there = {role for one in cited for roles in _roles(one) for role in roles}
    return any(there.isdisjoint(roles) for roles in _roles(doc))


def _roles(doc: Doc) -> Iterator[set[tuple[str, str, bool]]]:
    """For each number in digits, the stems before and after it, which show what it counts."""
    words = tokens(doc)
    for place, word in enumerate(words):
        if word.text.isdigit():
            before, after = words[max(place - BESIDE, 0) : place], words[place + 1 : place + 1 + BESIDE]
            sides = ((reversed(before), False), (after, True))
            yield {(word.text, one, is_after) for side, is_after in sides for one in _first(side, doc.language)}


def _first(words: Iterable[Word], language: Language) -> list[str]:
    """The stem of the first meaningful word."""
    told = (one for one in words if not (one.text.isdigit() or is_stop_word(one.text, language)))
    return [stem(one.text, language) for one in told][:1]
