"""The words a text is about: what remains without stop words and small talk, the most frequent first."""

from __future__ import annotations

import re
from collections import Counter

from graphmem.language.stem import stem
from graphmem.language.stopwords import is_listed, is_stop_word
from graphmem.language.turkish import lower
from graphmem.model.language import Language

_SKIPPED = re.compile(r"```.*?```|https?://\S+|[\w.+\-]{1,64}@[\w.\-]{1,255}|<[^<>\n]+>", re.DOTALL)
_WORD = re.compile(r"[^\W\d_][\w+#.\-]*(?:['’][^\W\d_]+)?")
_SHORTEST = 3
_NAME_BONUS = 0.5
"""A name inside a sentence counts as half a repetition more than a common word."""


def keywords(text: str, language: Language, limit: int) -> tuple[str, ...]:
    """At most `limit` content words in lower case, in their first written form, without suffix after an apostrophe.

    Inflections of a word count together. Code blocks, links and addresses are not read.
    """
    counts: Counter[str] = Counter()
    forms: dict[str, str] = {}
    bonus: dict[str, float] = {}
    prose = _SKIPPED.sub(" . ", text)
    for match in _WORD.finditer(prose):
        word = re.split(r"['’]", match[0])[0].rstrip(".-")
        if not _is_content(match[0], word, language):
            continue
        root = stem(word, language)
        counts[root] += 1
        forms.setdefault(root, lower(word) if language is Language.TR else word.lower())
        if word[0].isupper() and not _starts_sentence(prose, match.start()):
            bonus[root] = _NAME_BONUS
    # Sorting is stable, so words that count the same stay in the order they were said.
    best = sorted(counts, key=lambda root: -(counts[root] + bonus.get(root, 0.0)))
    return tuple(forms[root] for root in best[: max(limit, 0)])


def _is_content(written: str, word: str, language: Language) -> bool:
    if len(word) < _SHORTEST:
        return False
    return not any(is_stop_word(form, language) or is_listed(form, language, "chatter") for form in (written, word))


def _starts_sentence(text: str, start: int) -> bool:
    before = text[max(0, start - 8) : start].rstrip(" \t\"'“”‘’(*_")
    return not before or before[-1] in ".!?…\n:;"
