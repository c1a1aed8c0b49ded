"""Word stems, by which "deployed" and "deployment", "düğün" and "düğünümüz" are one word."""

from __future__ import annotations

from functools import lru_cache
from threading import Lock

import snowballstemmer

from graphmem.language.turkish import fold, lower
from graphmem.model.language import Language

_STEMMERS = {
    Language.EN: snowballstemmer.stemmer("english"),
    Language.TR: snowballstemmer.stemmer("turkish"),
    Language.DE: snowballstemmer.stemmer("german"),
}
_LOCK = Lock()  # a snowball stemmer keeps the word it works on in itself


@lru_cache(maxsize=50_000)
def stem(word: str, language: Language) -> str:
    """Return the stem of a word, folded to ASCII, for comparison only; apostrophes begin suffixes."""
    head = word.replace("’", "'").partition("'")[0]
    lowered = lower(head) if language is Language.TR else head.lower()
    with _LOCK:
        return fold(str(_STEMMERS[language].stemWord(lowered)))
