"""A home that cannot be used: a sentence that names it, never a traceback."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import graphmem

UNUSABLE = {
    "a file": "file",
    "below a file": "file/home",
    "a name too long": "a" * 300,
    "a path too long": "aaaaaaaaa/" * 500,
    "no UTF-8": "\udcff\udcfe",
    "no directory of anybody": "/proc/home",
}


@pytest.mark.parametrize("home", UNUSABLE.values(), ids=UNUSABLE)
@pytest.mark.parametrize("command", ["health", "neo4j start"])
def test_a_home_that_cannot_be_used_is_named(
    environment: dict[str, str], tmp_path: Path, home: str, command: str
) -> None:
    (tmp_path / "file").touch()
    embedded = {name: value for name, value in environment.items() if not name.startswith("NEO4J_")}
    ended = graphmem(embedded | {"GRAPHMEM_HOME": str(tmp_path / home)}, *command.split())
    assert (ended.returncode, "Traceback" in ended.stderr) == (3, False), ended.stderr
    assert "GRAPHMEM_HOME" in ended.stderr
    assert not (tmp_path / "file").is_dir()


def test_a_home_that_others_may_look_into_is_told_and_closed(environment: dict[str, str], tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.mkdir()
    home.chmod(0o755)
    ended = graphmem(environment | {"GRAPHMEM_HOME": str(home)}, "keys", "local")
    assert (ended.returncode, "0755" in ended.stderr) == (0, True), ended.stderr
    assert home.stat().st_mode & 0o777 == 0o700
    again = graphmem(environment | {"GRAPHMEM_HOME": str(home)}, "keys", "local")
    assert (again.stdout, again.stderr) == (ended.stdout, "")
