"""Splits a compound question into one search for each part."""

from __future__ import annotations

from dataclasses import replace

from graphmem.language.query import query_terms
from graphmem.services.retrieval import turn_search
from graphmem.services.retrieval.search import Search
from graphmem.services.retrieval.understanding import understand_query


def parts_of(search: Search) -> list[Search]:
    """One search for each part; the search itself if the question has fewer than two."""
    parts = search.understood.sub_queries
    return [search] if len(parts) < 2 else [part_of(search, part) for part in parts]


def part_of(search: Search, part: str) -> Search:
    """The search of one sub-query, which is not split again."""
    asked = replace(understand_query(part, search.options), sub_queries=(), skip=False)
    without = search.options.without | {"gate"}  # the whole question passed the gate, so a part is no small talk
    options = replace(search.options, limit=max(search.options.limit, turn_search.JOINED), without=without)
    terms = query_terms(part, asked.language)
    return Search(search.owner, asked, options, terms, search.by_rules, search.mood, own=search.own)
