"""The statements that summarise: the best supported, each saying something else."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from graphmem.cognition.summarising import LINES, Known, summary

NOW = datetime(2026, 6, 1, tzinfo=UTC)


def known(id_: str, words: str, **changes: object) -> Known:
    values: dict[str, object] = {
        "id": id_, "specifics": 0, "support": 1, "outside": False, "since": NOW,
        "length": 40, "words": frozenset(words.split()),
    }  # fmt: skip
    return Known(**(values | changes))  # type: ignore[arg-type]


def test_what_is_supported_comes_first_and_nothing_twice() -> None:
    several = [
        known("passing", "nice weather"),
        known("fact", "lives ankara", specifics=1),
        known("twin", "lives ankara"),
        known("told often", "works vestel engineer", support=4),
        known("wiki", "born bursa", outside=True),
        known("old", "plays violin", since=NOW - timedelta(days=3_000)),
    ]
    found = summary(several, NOW)
    assert found[:2] == ["fact", "told often"]
    assert "twin" not in found[:4]
    assert found.index("passing") < found.index("old")


def test_what_states_numbers_days_and_names_comes_before_what_is_only_said() -> None:
    several = [known("mood", "so happy thankful"), known("born", "daughter born march", specifics=2)]
    assert summary(several, NOW) == ["born", "mood"]


@given(st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9), st.integers(1, 700)), max_size=12))
def test_a_summary_is_a_choice(rows: list[tuple[int, int, int]]) -> None:
    several = [
        known(str(place), f"w{place}", specifics=specifics, support=support, length=length)
        for place, (specifics, support, length) in enumerate(rows)
    ]
    found = summary(several, NOW)
    assert len(found) == len(set(found)) <= LINES
    assert set(found) <= {one.id for one in several}
    assert bool(found) is bool(several)
