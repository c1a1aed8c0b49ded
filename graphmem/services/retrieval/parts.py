"""The parts of a question as searches of their own."""

from __future__ import annotations

from dataclasses import replace

from graphmem.language.query import query_terms
from graphmem.services.retrieval import turn_search
from graphmem.services.retrieval.search import Search
from graphmem.services.retrieval.understanding import understood


def parts_of(search: Search) -> list[Search]:
    """The parts of a question as searches of their own; itself when it has fewer than two."""
    parts = search.understood.sub_queries
    return [search] if len(parts) < 2 else [part_of(search, part) for part in parts]


def part_of(search: Search, part: str) -> Search:
    """A sub-query as a search of its own; it is not taken apart again."""
    asked = replace(understood(part, search.options), sub_queries=(), skip=False)
    without = search.options.without | {"gate"}  # a part is no small talk: the whole asks something
    options = replace(search.options, limit=max(search.options.limit, turn_search.JOINED), without=without)
    terms = query_terms(part, asked.language)
    return Search(search.owner, asked, options, terms, search.by_rules, search.mood, own=search.own)
