"""`evaluate changes`: what a message would close, among other memories; the set has both languages alike."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from graphmem.errors import InvalidInputError
from graphmem.facade import GraphMem
from tests.evals import changes, labelled

FIELDS = ("id", "lang", "speaker", "known", "message", "closes")


async def test_some_lines_as_they_are_served(memory: GraphMem, tmp_path: Path) -> None:
    own = labelled.cases("changes", None, FIELDS)[::8]
    path = tmp_path / "some.jsonl"
    path.write_text("\n".join(json.dumps(case) for case in own), "utf-8")
    found = await changes.evaluate(memory, path)
    assert found["metrics"]["lines"] == len(own)
    for name in ("closed", "asked"):
        assert set(found["metrics"][name]) == {"precision", "recall", "f1", "count"}
    assert found["metrics"]["closed"]["count"] == sum(case["closes"] is not None for case in own)
    assert len(found["errors"]) < len(own)


async def test_lines_that_share_what_is_known_do_not_bar_it(memory: GraphMem, tmp_path: Path) -> None:
    line = {"lang": "en", "speaker": "Ada", "known": ["I live in Bruges."], "message": "I moved to Ghent.", "closes": 0}
    path = tmp_path / "twice.jsonl"
    path.write_text("\n".join(json.dumps({"id": id_} | line) for id_ in ("a", "b")), "utf-8")
    found = await changes.evaluate(memory, path)
    assert found["metrics"]["closed"]["recall"] == 1.0


async def test_a_place_that_is_not_there_is_named(memory: GraphMem, tmp_path: Path) -> None:
    path = tmp_path / "wrong.jsonl"
    path.write_text(
        json.dumps({"id": "x", "lang": "en", "speaker": "Ada", "known": ["a"], "message": "b", "closes": 1}), "utf-8"
    )
    with pytest.raises(InvalidInputError, match="line x"):
        await changes.evaluate(memory, path)


def test_our_set_has_both_languages_alike() -> None:
    cases = labelled.cases("changes", None, FIELDS)
    assert len({case["id"] for case in cases}) == len(cases) >= 60
    for language in ("en", "tr"):
        own = [case for case in cases if case["lang"] == language]
        assert len(own) * 2 == len(cases)
        assert sum(case["closes"] is None for case in own) >= 8
        assert all(case["closes"] is None or case["closes"] < len(case["known"]) for case in own)
