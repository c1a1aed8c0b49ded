"""The list of what the sources ask for: every row has a state, and every test that it names is there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
LIST = (ROOT / "tests/evals/coverage.md").read_text(encoding="utf-8")
ROWS = [tuple(cell.strip() for cell in line.strip("| ").split(" | ")) for line in LIST.splitlines() if line[:2] == "| "]
BEHAVIOURS = [row for row in ROWS if row[0] != "behaviour"]
STATES = ("works", "deviates", "missing", "unchecked")
NAMED = sorted(set(re.findall(r"`(tests/[\w/]+\.py(?:::\w+)?)`", LIST)))


@pytest.mark.parametrize("named", NAMED)
def test_what_shows_a_row_is_there(named: str) -> None:
    path, _, test = named.partition("::")
    text = (ROOT / path).read_text(encoding="utf-8")
    assert re.search(rf"^(?:async )?def {test or 'test_'}", text, re.MULTILINE), named


def test_every_row_has_a_state_and_its_ground() -> None:
    for row in BEHAVIOURS:
        behaviour, state, shown = row
        assert state.partition(":")[0] in STATES, behaviour
        assert (state in ("works", "missing", "unchecked")) or state.partition(": ")[2], behaviour
        assert "tests/" in shown or state not in ("works", "deviates"), behaviour
    assert len({row[0] for row in BEHAVIOURS}) == len(BEHAVIOURS)


def test_the_sum_at_the_top_is_that_of_the_rows() -> None:
    counts = {state: sum(row[1].startswith(state) for row in BEHAVIOURS) for state in STATES}
    (told,) = re.findall(r"^In all (\d+) rows: (.*)\.$", LIST, re.MULTILINE)
    assert int(told[0]) == len(BEHAVIOURS)
    assert {name: int(number) for number, name in (part.split() for part in told[1].split(", "))} == counts
