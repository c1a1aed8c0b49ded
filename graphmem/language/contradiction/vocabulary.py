"""The gate's word lists by key: states that exclude each other, attributes with one value or many."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from graphmem.language.packs import pack
from graphmem.language.wordlists import lines, words
from graphmem.model.language import Language

Groups = dict[str, tuple[tuple[int, int], ...]]
"""(line, alternative) of each place of a key in a list."""


@cache
def keys(kind: str, language: Language) -> frozenset[str]:
    """Return the keys of the list `{language}/gate_{kind}`."""
    return frozenset(pack(language).key(word) for word in words(f"{language.value}/gate_{kind}"))


@cache
def groups(name: str, language: Language) -> Groups:
    """Return the groups of a list whose lines hold alternatives, apart by "|" or each word for itself."""
    found: dict[str, list[tuple[int, int]]] = {}
    for line, alternative, word in _members(name.format(language.value)):
        for spelling in {pack(language).key(word), word}:
            found.setdefault(spelling, []).append((line, alternative))
    return {word: tuple(places) for word, places in found.items()}


def _members(name: str) -> Iterator[tuple[int, int, str]]:
    for line, text in enumerate(lines(name)):
        for alternative, part in enumerate(text.split("|")):
            for word in part.split():
                yield line, alternative, word


@cache
def frames(language: Language) -> dict[str, tuple[tuple[str, str], ...]]:
    """Return the (verb, link) pairs that state each attribute."""
    found = {}
    for line in lines(f"{language.value}/gate_frames"):
        name, *pairs = line.split()
        found[name] = tuple((verb, link) for verb, _, link in (pair.partition(":") for pair in pairs))
    return found
