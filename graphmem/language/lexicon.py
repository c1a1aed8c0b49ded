"""Lookup of a data file's words and phrases in a text, in all their forms, English and Turkish.

A line is `head: entry, entry`. An entry is a word or a phrase. In English a word stands for its inflections (by stem),
in Turkish for its noun and person endings; `=word` stands for itself alone, `word*` for every word that begins so,
`stem-` for the forms of a Turkish verb, `_` in a phrase for any one word, `…` for up to three.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from graphmem.language import verbs
from graphmem.language.stem import stem
from graphmem.language.turkish import fold, lower
from graphmem.language.wordlists import lines
from graphmem.model.language import Language

_ENDINGS = re.compile(
    r"(?:l[ae]r)?(?:[iu]?m(?:[iu]z)?|[iu]?n(?:[iu]z)?|s?[iu])?(?:[yn]?[aeiu]|[yn]?[iu]n|n?[dt][ae]n?(?:ki)?|y?l[ae])?"
    r"(?:y?[iu]m|s[iu]n(?:[iu]z)?|y?[iu]z|[dt][iu]r|y?[dt][iu][mkn]?|y?m[iu]s|l[ae]r)?"
)
_SHORTEST_WITH_ENDINGS = 4
_GAP, _LONGEST_GAP = fold("…"), 3
_KEY = 3
"""First letters by which Turkish phrases are looked up."""


@dataclass(frozen=True, slots=True)
class Hit:
    """An entry at the words `start` to `end` of a text.

    `heads` are those of the lines that it stands on; `denied` says that its verb is in the negative.
    """

    start: int
    end: int
    heads: tuple[str, ...]
    denied: bool


class Lexicon:
    """The entries of one data file, indexed for lookup."""

    def __init__(self, name: str, language: Language) -> None:
        self._language = language
        self._words: dict[str, dict[str, None]] = {}
        self._spellings: dict[str, set[str]] = {}
        self._phrases: dict[str, dict[tuple[str, ...], dict[str, None]]] = {}
        for line in lines(name):
            head, _, entries = line.partition(":")
            for entry in entries.split(","):
                self._add(fold(entry.strip()), head.strip())
                self._spellings.setdefault(fold(entry.strip()), set()).add(lower(entry.strip()))
        self._heads_of = lru_cache(maxsize=20_000)(self._look_up)
        self._beginning = lru_cache(maxsize=20_000)(self._find_beginning)

    def hits(self, words: Sequence[str], written: Sequence[str] | None = None) -> Iterator[Hit]:
        """Return entries in folded words, from left to right, the longest phrase first; none overlap.

        `written` are the words in lower case with their accents, where the text has any: then "adı" is not "adi".
        """
        place = 0
        while place < len(words):
            hit = self._phrase(words, place) or self._word(words[place], written[place] if written else "", place)
            if hit:
                yield hit
            place = hit.end if hit else place + 1

    def _add(self, entry: str, head: str) -> None:
        if not entry:
            return
        parts = tuple(entry.split())
        if len(parts) == 1:
            key = self._stemmed(entry) if self._is_english_plain(entry) else entry
            self._words.setdefault(key, {})[head] = None
        else:
            self._phrases.setdefault(self._key(parts[0]), {}).setdefault(parts, {})[head] = None

    def _key(self, first: str) -> str:
        """Return the common prefix by which a phrase is looked up."""
        if self._is_english_plain(first):
            return self._stemmed(first)
        letters = first.rstrip("*-")
        return letters[: min(_KEY, len(letters) - (first[-1] == "-"))]

    def _is_english_plain(self, part: str) -> bool:
        return self._language is not Language.TR and part[-1] not in "*-" and part[0] not in "=_"

    def _stemmed(self, word: str) -> str:
        return f"~{stem(word, Language.EN)}"

    def _phrase(self, words: Sequence[str], place: int) -> Hit | None:
        for rest, heads, denied in self._beginning(words[place]):
            found = _match(rest, words, place + 1, self._language)
            if found is not None:
                return Hit(place, found[0], heads, denied or found[1])
        return None

    def _find_beginning(self, word: str) -> tuple[tuple[tuple[str, ...], tuple[str, ...], bool], ...]:
        """Return phrases that may begin with a word, the longest first, each with its heads and its denial.

        A phrase is given by the words after its first one.
        """
        keys = {word[:length] for length in range(1, _KEY + 1)}
        if self._language is not Language.TR:
            keys.add(self._stemmed(word))
        fitting = (
            (parts[1:], tuple(heads), denied)
            for key in keys
            for parts, heads in self._phrases.get(key, {}).items()
            if (denied := _fits(parts[0], word, self._language)) is not None
        )
        # A phrase that is listed in the negative precedes one whose verb is negated in the text.
        return tuple(sorted(fitting, key=lambda item: (-len(item[0]), item[0][-1][-1] == "-", item[0])))

    def _word(self, word: str, written: str, place: int) -> Hit | None:
        found = self._heads_of(word, written)
        return Hit(place, place + 1, found[0], found[1]) if found else None

    def _look_up(self, word: str, written: str) -> tuple[tuple[str, ...], bool] | None:
        for key in (f"={word}", word):
            if key in self._words and self._is_spelled(key, written, len(word)):
                return tuple(self._words[key]), False
        if self._language is not Language.TR and (stemmed := self._words.get(self._stemmed(word))):
            return tuple(stemmed), False
        for length in range(len(word), 1, -1):
            found = self._root(word, word[:length], written)
            if found:
                return found
        return None

    def _root(self, word: str, root: str, written: str) -> tuple[tuple[str, ...], bool] | None:
        heads = self._words.get(f"{root}*")
        if heads and self._is_spelled(f"{root}*", written, len(root)):
            return tuple(heads), False
        if self._language is not Language.TR:
            return None
        for verb in _stems_behind(root):
            heads = self._words.get(f"{verb}-")
            reading = verbs.reading(verb, word, bare=False) if heads else None
            # The last letter of a stem changes: git- gid-, ağla- ağlı-.
            if heads and reading is not None and self._is_spelled(f"{verb}-", written, len(root) - 1):
                return tuple(heads), reading
        heads = self._words.get(root)
        if heads and len(root) >= _SHORTEST_WITH_ENDINGS and _ENDINGS.fullmatch(word[len(root) :]):
            return (tuple(heads), False) if self._is_spelled(root, written, len(root)) else None
        return None

    def _is_spelled(self, key: str, written: str, length: int) -> bool:
        """Whether the first letters of a word agree with an entry's in their accents as well."""
        if not written:
            return True
        spellings = (spelling.lstrip("=") for spelling in self._spellings[key])
        return any(spelling[:length] == written[:length] for spelling in spellings)


def _match(parts: Sequence[str], words: Sequence[str], place: int, language: Language) -> tuple[int, bool] | None:
    """Return the end of a phrase that begins at a word, and whether its verb is in the negative, or None."""
    denied = False
    for number, part in enumerate(parts):
        if part == _GAP:
            ends = (
                _match(parts[number + 1 :], words, place + skipped, language) for skipped in range(_LONGEST_GAP + 1)
            )
            rest = next((end for end in ends if end is not None), None)
            return rest and (rest[0], denied or rest[1])
        reading = _fits(part, words[place], language) if place < len(words) else None
        if reading is None:
            return None
        denied, place = denied or reading, place + 1
    return place, denied


@lru_cache(maxsize=100_000)
def _fits(part: str, word: str, language: Language) -> bool | None:
    if part in {"_", word}:
        return False
    if part[-1] == "*":
        return False if word.startswith(part[:-1]) else None
    if part[-1] == "-":
        return verbs.reading(part[:-1], word, bare=True)
    if language is not Language.TR:
        return False if stem(part, language) == stem(word, language) else None
    ends = len(part) >= _SHORTEST_WITH_ENDINGS and word.startswith(part) and _ENDINGS.fullmatch(word[len(part) :])
    return False if ends else None


def _stems_behind(root: str) -> tuple[str, ...]:
    """Return the stems that a word's beginning may have: gid- git-, agli- agla-."""
    if root[-1] == "d":
        return root, f"{root[:-1]}t"
    if root[-1] in "iu":
        return root, f"{root[:-1]}a", f"{root[:-1]}e"
    return (root,)
