"""Whether two short statements say the same but for one thing, which is another now: "the logo is blue" and "the logo
is green now"; the patterns are the lists `gate_one_now`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from graphmem.language.observer.patterns import any_of, listed_in
from graphmem.language.packs import pack
from graphmem.language.stopwords import is_stop_word
from graphmem.model.language import Language

MOST_WORDS, MOST_CHANGED = 10, 3
"""Words of a statement, and of what is otherwise in it: who says more says more than that."""

SHORTEST = 3
"""Letters of a word that tells what is spoken of."""

ENDINGS = ("place", "verb")
"""Sections of the lists: what a word is by its ending."""

_WORD = re.compile(r"[\w:.'-]*\w")


def is_reframed(old: str, new: str, language: Language) -> bool:
    """Whether the new clause tells that one thing of the old one is another now. Both are folded."""
    told = _without_now(new, language)
    if told is None:
        return False
    before, after = (_words(text, language) for text in (old, told))
    if max(len(before), len(after)) > MOST_WORDS:
        return False
    opening, closing = _common(before, after, language)
    was, now = (found[opening : len(found) - closing] for found in (before, after))
    # Of two words on either side both may be otherwise: another lunch, with somebody else on another day.
    if min(len(was), len(now)) != 1 or max(len(was), len(now)) > MOST_CHANGED:
        return False
    kept = [*before[:opening], *before[len(before) - closing :]]
    if not any(_tells(word, language) for word in kept) or _kind(was, language) != _kind(now, language):
        return False
    if any(all(is_stop_word(word, language) for word in part) for part in (was, now)):
        return False
    if _is_number(was) and _is_number(now):
        return True
    if opening == 0 and not any_of(_list(language), "one").search(" ".join(kept)):
        return False
    beside = any_of(_list(language), "beside")
    return beside.search(old) is None and beside.search(told.strip()) is None


def _without_now(new: str, language: Language) -> str | None:
    """The new clause without what says that it is so from now on; None where nothing does."""
    told = any_of(_list(language), "now").sub(" ", new)
    return None if told == new else told


def _words(text: str, language: Language) -> list[str]:
    return _WORD.findall(any_of(_list(language), "nothing").sub(" ", text))


def _common(before: Sequence[str], after: Sequence[str], language: Language) -> tuple[int, int]:
    """How many words they open with alike, and close with."""
    shorter = min(len(before), len(after))
    opening = 0
    while opening < shorter and _same(before[opening], after[opening], language):
        opening += 1
    closing = 0
    while closing < shorter - opening and _same(before[-1 - closing], after[-1 - closing], language):
        closing += 1
    return opening, closing


def _same(one: str, other: str, language: Language) -> bool:
    return one == other or pack(language).key(one) == pack(language).key(other)


def _tells(word: str, language: Language) -> bool:
    return word.isalpha() and len(word) >= SHORTEST and not is_stop_word(word, language)


def _kind(words: Sequence[str], language: Language) -> str:
    """What the last of them is by its ending, where a language has such: "Bursa'da" is no "yeşil", and neither is what
    happens."""
    told = (name for name in ENDINGS if listed_in(_list(language), name))
    return next((name for name in told if any_of(_list(language), name).search(words[-1])), "")


def _is_number(words: Sequence[str]) -> bool:
    return words[0][:1].isdigit()


def _list(language: Language) -> str:
    return f"{language.value}/gate_one_now"
