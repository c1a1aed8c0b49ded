"""The statements that summarise: the best supported, each saying something else."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem.cognition import summarising
from graphmem.cognition.summarising import LINES, Known, summary

NOW = datetime(2026, 6, 1, tzinfo=UTC)


def known(id_: str, words: str, **changes: object) -> Known:
    values: dict[str, object] = {
        "id": id_, "importance": 0.4, "confidence": 0.5, "support": 1, "states": False, "outside": False,
        "since": NOW, "length": 40, "words": frozenset(words.split()),
    }  # fmt: skip
    return Known(**(values | changes))  # type: ignore[arg-type]


def test_what_is_supported_comes_first_and_nothing_twice() -> None:
    several = [
        known("passing", "nice weather"),
        known("fact", "lives ankara", states=True),
        known("twin", "lives ankara", importance=0.39),
        known("told often", "works vestel engineer", support=4),
        known("wiki", "born bursa", outside=True),
        known("old", "plays violin", since=NOW - timedelta(days=3_000)),
    ]
    found = summary(several, NOW)
    assert found[:2] == ["fact", "told often"]
    assert "twin" not in found[:4]
    assert found.index("passing") < found.index("old")


@given(st.lists(st.tuples(st.floats(0, 1), st.floats(0, 1), st.integers(0, 9), st.integers(1, 700)), max_size=12))
def test_a_summary_is_a_choice(rows: list[tuple[float, float, int, int]]) -> None:
    several = [
        known(str(place), f"w{place}", importance=importance, confidence=confidence, support=support, length=length)
        for place, (importance, confidence, support, length) in enumerate(rows)
    ]
    found = summary(several, NOW)
    assert len(found) == len(set(found)) <= LINES
    assert set(found) <= {one.id for one in several}
    assert bool(found) is bool(several)


def test_each_line_looks_once_at_what_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    looks = 0
    gain = summarising._gain

    def counted(*args: Any) -> float:
        nonlocal looks
        looks += 1
        return gain(*args)

    monkeypatch.setattr(summarising, "_gain", counted)
    alike = [known(f"{number}", "ada owns a thing", length=400) for number in range(500)]
    assert summary(alike, NOW)
    assert looks <= (LINES + 1) * (len(alike) + 1)
