"""Labelled example sentences, and the marks of wording by which a text is likened to them (cognition.exemplars)."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache

from graphmem.language.turkish import fold
from graphmem.language.wordlists import lines
from graphmem.model.language import Language

PIECES = (3, 4)
"""Lengths of the pieces that words are cut into: Turkish says in endings what English says in words."""

_READ = 1_500
"""Characters whose marks are taken; what a long text is shows early."""
_DIGITS = re.compile(r"\d+")
_WORD = re.compile(r"\w+|[!?,:;]")


@cache
def exemplars(kind: str, language: Language) -> tuple[tuple[str, str], ...]:
    """Pairs of label and sentence of `data/exemplars_{kind}_{language}.txt`, a few dozen for each label."""
    rows = (line.partition("\t") for line in lines(f"exemplars_{kind}_{language.value}"))
    return tuple((label, sentence) for label, _, sentence in rows)


def marks(text: str) -> Counter[str]:
    """How often each mark of wording occurs: words, pairs of neighbours ("a b"), pieces of words ("<an", "lar>").

    Folded, so that accents and capitals make no difference; any number counts as 0; `<`, `>` are a word's ends and
    `^`, `$` the text's. About 30 µs for a sentence.
    """
    words = _WORD.findall(_DIGITS.sub("0", fold(text[:_READ])))
    said = [*words, *(f"{one} {other}" for one, other in zip(["^", *words], [*words, "$"], strict=True))]
    for word in words:
        whole = f"<{word}>"
        for size in PIECES:
            # A word and the piece that is all of it ("<an>") are two marks: short words tell much.
            said += [f"…{whole[start : start + size]}" for start in range(len(whole) - size + 1)]
    return Counter(said)
