"""What the wheel carries and beside whom it can be installed, as pyproject.toml says: a build needs the network."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement

from graphmem.errors import MissingExtraError
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


def test_everything_bundled_brings_its_licence() -> None:
    named = {path for pattern in PROJECT["project"]["license-files"] for path in ROOT.glob(pattern)}
    found = {path for room in ("graphmem", "api") for path in (ROOT / room).rglob("LICENSE*")}
    bundled = {path for path in found if "node_modules" not in path.parts}
    assert named == bundled | {ROOT / "LICENSE"}
    static = ROOT / "api" / "graphmem_api" / "static"
    table = re.findall(r"^\| (.+?\.(?:js|css)) \|.*`(LICENSE\.\w+)`", (static / "README.md").read_text("utf-8"), re.M)
    assert {name for names, _ in table for name in names.split(", ")} == {path.name for path in static.glob("*.min.*")}
    assert {licence for _, licence in table} <= {path.name for path in named}
    for text, licence in (
        ("graphmem/language/data/given_names_world.txt", "graphmem/language/data/LICENSE.faker"),
        ("graphmem/providers/encoder/card.json", "graphmem/providers/encoder/LICENSE.multilingual-e5-small"),
    ):
        assert "MIT" in (ROOT / text).read_text("utf-8")
        assert "Copyright (c)" in (ROOT / licence).read_text("utf-8")


def test_its_name_is_the_one_that_remedies_tell() -> None:
    project = PROJECT["project"]
    assert project["name"] == "graphmem-neo4j", "graph-mem exists, and index names ignore hyphens"
    assert project["scripts"]["graphmem"] == project["scripts"][project["name"]]
    assert "urls" not in project or all(url.startswith("https://") for url in project["urls"].values())
    code = [*ROOT.glob("graphmem/**/*.py"), *ROOT.glob("api/**/*.py"), *ROOT.glob("notebooks/guides/*.md")]
    for path in code:
        told = re.findall(
            r"\b([\w-]+)\[(?:mcp|documents|otel|english|all-scripts|\{extra\})\]", path.read_text("utf-8")
        )
        assert set(told) <= {project["name"], "whl"}, path
    assert MissingExtraError("HTML", "documents").remedy == "Install it: pip install 'graphmem-neo4j[documents]'."


def test_types_are_told() -> None:
    assert all((ROOT / package / "py.typed").is_file() for package in WHEEL["packages"])


LIVED_WITH = ["openai 2.54.0", "openai 3.54.0", "pydantic 2.12.5", "rich 14.3.4", "strawberry-graphql 0.350.0"]


@pytest.mark.parametrize("lived_with", LIVED_WITH)
def test_pins_leave_room_for_what_agent_frameworks_ask_for(lived_with: str) -> None:
    """crewai asks for the older openai and pydantic, langgraph and openai-agents for the newer ones."""
    package, version = lived_with.split()
    asked = {found.name: found for found in map(Requirement, PROJECT["project"]["dependencies"])}
    assert asked[package].specifier.contains(version)
