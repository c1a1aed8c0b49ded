"""The data-subject report on the command line."""

from __future__ import annotations

from tests.cli.conftest import graphmem
from tests.cli.test_memories import answer


def test_counts_stand_at_the_head_and_ids_with_each_line(environment: dict[str, str]) -> None:
    answer(environment, "observe", "Ayşe lives in Ankara and works as a nurse.", "--speaker", "Ada")
    told = graphmem(environment, "report", "Ayşe")
    assert told.returncode == 0, told.stderr
    assert told.stdout.startswith("Ayşe: ")
    found = answer(environment, "report", "Ayşe", "--json")
    (part,) = found["parts"]
    counts = found["counts"]
    assert f"{counts['memories']} memories, {counts['facts']} facts" in told.stdout
    for one in part["memories"]:
        assert one["id"][:8] in told.stdout
        assert one["turns"][0] in told.stdout
    assert "entity://person/ayse" in told.stdout
    nobody = graphmem(environment, "report", "Nobody")
    assert "0 memories, 0 facts, 0 relations and 0 turns" in nobody.stdout
    assert graphmem(environment, "report", "Ayşe", "--limit", "0").returncode == 2
