"""A digest on the command line."""

from __future__ import annotations

from tests.cli.conftest import graphmem
from tests.cli.test_memories import answer


def test_the_block_and_what_it_takes(environment: dict[str, str]) -> None:
    answer(environment, "observe", "Ayşe lives in Ankara and works as a nurse.", "--speaker", "Ada")
    told = graphmem(environment, "digest", "Ayşe")
    assert told.returncode == 0, told.stderr
    assert told.stdout.startswith("<memory_context>")
    assert "nurse" in told.stdout
    assert "of 300 tokens" in told.stdout
    found = answer(environment, "digest", "Ayşe", "--budget", "100", "--json")
    assert found["tokens"] <= found["budget"] == 100
    assert found["lines"][0]["pointer"].rpartition("/")[0] in told.stdout
    assert graphmem(environment, "digest", "Nobody").returncode != 0
