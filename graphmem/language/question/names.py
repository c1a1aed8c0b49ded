"""Whether words of a question are a name, as far as capitals and lists tell; people often type without capitals."""

from __future__ import annotations

import re
from functools import cache

from graphmem.language.turkish import fold
from graphmem.language.wordlists import lines, words

_WORD = re.compile(r"[^\W_]+(?:['’.\-][^\W_]+)*")
_TITLES_BEFORE = frozenset(
    {"profesor", "prof", "doktor", "dr", "doc", "avukat", "av", "sayin", "bay", "bayan", "hemsire"}
)
_TITLES = frozenset(
    {"bey", "hanim", "abi", "abla", "hoca", "amca", "teyze", "dayi", "hala", "usta", "efendi", "agabey"}
)


def is_person(folded: str, query: str) -> bool:
    """Whether folded words of the query name a person."""
    said = folded.split()
    has_title = len(said) > 1 and (said[-1] in _TITLES or said[0] in _TITLES_BEFORE)
    if has_title or any(word in _given_names() for word in said):
        return True
    # The first word of a query is due a capital; beside "kim" it is a name unless it is a common word.
    capital = query.lstrip()[:1].isupper() and fold(query.lstrip()).startswith(folded)
    return is_named(folded, query) or (capital and len(said) == 1 and not _is_common(_bare(said[0])))


def is_named(folded: str, query: str) -> bool:
    """Whether folded words are written as a name in the query: with a capital that no sentence start explains."""
    said = set(folded.split())
    found = list(_WORD.finditer(query))
    capitals = [place for place, match in enumerate(found) if match[0][0].isupper() and _bare(match[0]) in said]
    return any(capitals) and not query.isupper()


def is_all_named(folded: str, query: str) -> bool:
    """Whether each of the folded words has a capital in the query: "Project Orion", not "Joanna inspired by"."""
    capitals = {_bare(match[0]) for match in _WORD.finditer(query) if match[0][0].isupper()}
    return all(word in capitals or word in {"the", "ve", "and", "of"} for word in folded.split())


def is_technology(folded: str) -> bool:
    """Whether the words are a technology's name or a common abbreviation of one."""
    return folded.removeprefix("a ").removeprefix("an ") in _technologies()


def _bare(word: str) -> str:
    return re.split(r"['’]", fold(word))[0]


def _is_common(word: str) -> bool:
    return word in _common() or len(word) < 2


@cache
def _common() -> frozenset[str]:
    listed = words("en/frequent") | words("tr/frequent") | words("question_common_nouns")
    return frozenset(map(fold, listed))


@cache
def _given_names() -> frozenset[str]:
    return words("given_names") | words("given_names_ambiguous")


@cache
def _technologies() -> frozenset[str]:
    listed = (entry.strip().lstrip("?") for line in lines("entities_tech") for entry in line.split(","))
    return frozenset(fold(entry) for entry in listed if entry)
