"""Keywords of a text: its content words without small talk, the most frequent first."""

from __future__ import annotations

from collections import Counter

from graphmem.language.doc import Doc, tokens
from graphmem.language.stem import stem
from graphmem.language.stopwords import is_listed, is_stop_word
from graphmem.language.turkish import lower
from graphmem.language.words import Word
from graphmem.model.language import Language

_SHORTEST = 3
_NAME_BONUS = 0.5
"""Bonus of a name inside a sentence: half a repetition."""


def keywords(doc: Doc, limit: int) -> tuple[str, ...]:
    """Return at most `limit` content words in lower case, in their first form, without apostrophe suffix.

    Inflections of a word count together. Code blocks, links and addresses are not read.
    """
    counts: Counter[str] = Counter()
    forms: dict[str, str] = {}
    bonus: dict[str, float] = {}
    language = doc.language
    for word in tokens(doc):
        if not word.text[0].isalpha() or not _is_content(word, language):
            continue
        root = stem(word.text, language)
        counts[root] += 1
        forms.setdefault(root, lower(word.text) if language is Language.TR else word.text.lower())
        if word.text[0].isupper() and not word.is_first:
            bonus[root] = _NAME_BONUS
    # Sorting is stable, so words of equal weight stay in order.
    best = sorted(counts, key=lambda root: -(counts[root] + bonus.get(root, 0.0)))
    return tuple(forms[root] for root in best[: max(limit, 0)])


def _is_content(word: Word, language: Language) -> bool:
    if len(word.text) < _SHORTEST:
        return False
    forms = (word.written, word.text)
    return not any(is_stop_word(form, language) or is_listed(form, language, "chatter") for form in forms)
