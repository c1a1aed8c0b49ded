"""What the gate was not sure of, on the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.conftest import graphmem
from tests.cli.test_memories import answer

pytestmark = pytest.mark.long


def test_a_review_from_list_to_training_line(environment: dict[str, str], tmp_path: Path) -> None:
    assert "Nothing to decide" in graphmem(environment, "review").stdout
    for old, new in (
        ("Nora lives in Ankara.", "Nora lives in Izmir."),
        ("Kerem lives in Bursa.", "Kerem lives in Van."),
    ):
        answer(environment, "learn", old, "--immutable")
        answer(environment, "learn", new)
    listed = graphmem(environment, "review").stdout
    for told in ("Ankara", "Izmir", "contradicts an immutable memory", "graphmem review accept ID"):
        assert told in listed
    page = answer(environment, "review", "--limit", "1")
    assert page["next"]
    (kerem,) = page["reviews"]
    (nora,) = answer(environment, "review", "--after", page["next"])["reviews"]
    refused = graphmem(environment, "review", "accept", nora["id"][:8])
    assert refused.returncode == 2
    assert "immutable" in refused.stderr
    assert graphmem(environment, "review", "accept", "feedfeedfeed").returncode == 2
    dismissed = graphmem(environment, "review", "dismiss", nora["id"][:8], kerem["id"])
    assert dismissed.stdout.count("Both hold: ") == 2, dismissed.stderr
    assert "Nothing to decide" in graphmem(environment, "review").stdout

    file = tmp_path / "choices.jsonl"
    assert graphmem(environment, "review", "export", str(file)).stdout.startswith("2 choice(s)")
    lines = [json.loads(line) for line in file.read_text("utf-8").splitlines()]
    assert {(line["lang"], line["old"], line["new"], line["action"]) for line in lines} == {
        ("en", "Nora lives in Ankara.", "Nora lives in Izmir.", "create"),
        ("en", "Kerem lives in Bursa.", "Kerem lives in Van.", "create"),
    }
    assert file.stat().st_mode & 0o077 == 0
