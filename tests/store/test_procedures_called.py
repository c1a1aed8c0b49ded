"""What graphmem asks of a server beyond plain Cypher: the guide's list, and nothing that a cluster or Aura refuses."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

from graphmem.store import queries

ROOT = Path(__file__).resolve().parents[2]
REFUSED = ("LOAD CSV", "file:", "apoc.", "gds.", "dbms.setConfigValue", "CREATE DATABASE", "CREATE USER", "ALTER ")


def sources() -> dict[str, str]:
    """Statements by the file they stand in, and the code that could hold others."""
    code = [path for room in ("graphmem/store", "graphmem/services", "api/graphmem_api") for path in rooms(room)]
    return {name: queries.load(name).text for name in queries.names()} | {
        str(path): path.read_text("utf-8") for path in code
    }


def rooms(room: str) -> list[Path]:
    return sorted((ROOT / room).rglob("*.py"))


def called(text: str) -> set[str]:
    """Names behind CALL; a subquery has none."""
    words = text.replace("(", " ( ").split()
    return {name for call, name in pairwise(words) if call == "CALL" and "." in name}


def test_the_guide_lists_each_procedure_that_is_called() -> None:
    guide = (ROOT / "notebooks/guides/clusters.md").read_text("utf-8")
    rows = [line.split("|") for line in guide.splitlines() if line.startswith("| `")]
    listed = {name.strip(" `") for _, name, on_aura, *_ in rows if on_aura.strip() == "yes"}
    found = set().union(*map(called, sources().values()))
    assert found == listed


def test_no_statement_needs_what_a_cluster_refuses() -> None:
    texts = {name: queries.load(name).text for name in queries.names()}
    assert {(name, word) for name, text in texts.items() for word in REFUSED if word in text} == set()
