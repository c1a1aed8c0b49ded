"""What the wheel carries and beside whom it can be installed, as pyproject.toml says: a build needs the network."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement

from graphmem.server import style
from graphmem.store import queries

ROOT = Path(__file__).parent.parent
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
WHEEL = PROJECT["tool"]["hatch"]["build"]["targets"]["wheel"]


def test_it_carries_what_lies_outside_the_packages() -> None:
    carried: dict[str, str] = WHEEL["force-include"]
    assert all((ROOT / source).exists() for source in carried)
    assert {"graphmem_api/schema.graphql", "graphmem/_cypher"} <= set(carried.values())
    # Where the code looks for them once it is installed.
    assert carried["cypher"] == f"graphmem/{queries._PACKAGED.name}"
    assert carried["notebooks/browser"] == f"graphmem/{style._PACKAGED.name}/browser"
    assert carried["notebooks/tour.ipynb"] == f"graphmem/{style._PACKAGED.name}/tour.ipynb"
    assert (style.NOTEBOOKS / "browser" / "style.grass").is_file()


LIVED_WITH = ["openai 2.54.0", "openai 3.54.0", "pydantic 2.12.5", "rich 14.3.4", "strawberry-graphql 0.350.0"]


@pytest.mark.parametrize("lived_with", LIVED_WITH)
def test_pins_leave_room_for_what_agent_frameworks_ask_for(lived_with: str) -> None:
    """crewai asks for the older openai and pydantic, langgraph and openai-agents for the newer ones."""
    package, version = lived_with.split()
    asked = {found.name: found for found in map(Requirement, PROJECT["project"]["dependencies"])}
    assert asked[package].specifier.contains(version)
