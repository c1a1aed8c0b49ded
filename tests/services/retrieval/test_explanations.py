"""What is said of a hit is so, however well it scores among others."""

from __future__ import annotations

from dataclasses import replace

import pytest

from graphmem.services.retrieval.explanations import BEST, Facts, high_everywhere, of_memory, of_turn
from tests.cli.test_reading import FULL

SHARES = {"similarity": 1.0, "room": 0.9, "text": 0.8, "context": 0.7, "rrf": 0.6, "statement": 0.5, "memory": 0.4}


@pytest.mark.parametrize(
    ("facts", "everywhere", "reason"),
    [
        (Facts(), False, BEST),
        (Facts(meaning=0.16), False, BEST),
        (Facts(meaning=0.4), False, "is near in meaning"),
        (Facts(meaning=0.7, room=0.2), False, "means much the same"),
        (Facts(meaning=0.7, room=0.3, words=1.0), False, "means much the same and comes from a conversation about it"),
        (Facts(words=0.4, around=0.5), False, "shares some of its words and was said among turns about it"),
        (Facts(words=0.7), True, "shares its words and ranks high in every search"),
        (
            Facts(stated=0.4),
            False,
            "states something near it and is the source of a memory about it",
        ),
    ],
)
def test_turns(facts: Facts, everywhere: bool, reason: str) -> None:
    assert of_turn(SHARES, facts, 0.25, everywhere=everywhere) == reason


def test_memories() -> None:
    shares = {"closeness": 0.4, "rrf": 0.2, "activation": 0.1, "importance": 0.1, "utility": 0.1}

    def told(facts: Facts, *retrievers: str, days: float = 1, everywhere: bool = False, **changes: object) -> str:
        return of_memory(shares, facts, replace(FULL, **changes), days, retrievers, everywhere=everywhere)  # type: ignore[arg-type]

    assert told(Facts(meaning=0.16), "vector") == "was used lately"
    assert told(Facts(meaning=0.16), "vector", days=90) == BEST
    assert told(Facts(meaning=0.16), "vector", access_count=0, importance=0.7) == "is important"
    assert told(Facts(meaning=0.16), "vector", access_count=0, utility=0.6) == "proved useful"
    assert told(Facts(meaning=0.7), "vector", "causes") == "lies on a causal chain and means much the same"
    assert told(Facts(), "related", access_count=0) == "is linked to another hit"
    assert told(Facts(), "vector", "text", everywhere=True) == "ranks high in every search"


def test_every_search_is_all_that_found_anything() -> None:
    five = {"vector": ["a", "b"], "text": ["b", "a"], "hub": ["c"], "mind": [], "related": ["c", "a"]}
    assert high_everywhere(list(five.values())) == frozenset()
    assert high_everywhere([["a", "b"], ["b", "a"], []]) == {"a", "b"}
    assert high_everywhere([["a"], []]) == frozenset()
    assert high_everywhere([["a"], [*"bcdefghijk", "a"]]) == frozenset()
