"""Folders and the projects they are: told apart where they have one name, known again where they were moved."""

from __future__ import annotations

import json
import multiprocessing
import shutil
import subprocess
from pathlib import Path

import pytest

from graphmem.hooks import known_projects, project
from graphmem.model.project import project_of, wing_of


@pytest.fixture
def home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    home = tmp_path / "home"
    home.mkdir(mode=0o700)
    monkeypatch.setenv("GRAPHMEM_HOME", str(home))
    monkeypatch.delenv("GRAPHMEM_PROJECT", raising=False)
    return home


def repository(folder: Path, origin: str = "") -> Path:
    """A repository with a commit, as git makes it."""
    folder.mkdir(parents=True)
    by = ("-c", "user.name=Ada", "-c", "user.email=ada@example.org")
    commands = [("init", "-q"), (*by, "commit", "-q", "--allow-empty", "-m", f"Begin {folder}")]
    commands += [("remote", "add", "origin", origin)] if origin else []
    for command in commands:
        subprocess.run(["git", "-C", str(folder), *command], check=True, capture_output=True)
    return folder


def named(folder: Path) -> str:
    return project.of_folder(str(folder))


def test_two_folders_of_one_name_are_two_projects(home: Path, tmp_path: Path) -> None:
    acme, hobby = repository(tmp_path / "acme" / "api"), repository(tmp_path / "hobby" / "api")
    for _ in range(2):
        assert (named(acme), named(hobby)) == ("api", "hobby/api")
    assert project_of(wing_of(named(hobby))) == "hobby-api"
    (hobby / "src").mkdir()
    assert named(hobby / "src") == "hobby/api"
    assert (home / known_projects.FILE).stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("origin", ["", "https://ada:a-password@example.org/orbit.git"])
def test_a_repository_that_was_moved_is_the_same(home: Path, tmp_path: Path, origin: str) -> None:
    orbit = repository(tmp_path / "orbit", origin)
    assert named(orbit) == "orbit"
    moved = Path(shutil.move(orbit, tmp_path / "orbit-api"))
    assert named(moved) == "orbit"
    again = Path(shutil.move(moved, tmp_path / "elsewhere"))
    assert named(again) == "orbit"
    assert "password" not in (home / known_projects.FILE).read_text("utf-8")


def test_a_copy_beside_it_is_another(home: Path, tmp_path: Path) -> None:
    orbit = repository(tmp_path / "orbit", "https://example.org/orbit.git")
    assert named(orbit) == "orbit"
    copy = Path(shutil.copytree(orbit, tmp_path / "orbit-2"))
    assert (named(copy), named(orbit)) == ("orbit-2", "orbit")


def test_another_repository_in_the_place_of_one_that_is_gone_has_its_name(home: Path, tmp_path: Path) -> None:
    first = repository(tmp_path / "old" / "api")
    assert named(first) == "api"
    shutil.rmtree(first)
    assert named(repository(tmp_path / "new" / "api")) == "api"


@pytest.mark.parametrize("text", ["", "{", "[]", "[1]", '[{"name": "x"}]', "\x00"])
def test_a_list_that_cannot_be_read_is_no_matter(home: Path, tmp_path: Path, text: str) -> None:
    (home / known_projects.FILE).write_text(text)
    assert named(repository(tmp_path / "orbit")) == "orbit"


def test_without_a_home_a_project_is_called_by_its_folder(
    monkeypatch: pytest.MonkeyPatch, home: Path, tmp_path: Path
) -> None:
    monkeypatch.setenv("GRAPHMEM_HOME", str(tmp_path / "none"))
    assert named(repository(tmp_path / "acme" / "api")) == "api"
    assert not (tmp_path / "none").exists()


def test_processes_at_once_agree(home: Path, tmp_path: Path) -> None:
    folders = [repository(tmp_path / f"of-{number}" / "api") for number in range(6)]
    with multiprocessing.get_context("spawn").Pool(3) as pool:
        found = pool.map(named, folders * 2)
    assert found[:6] == found[6:]
    assert len(set(found)) == 6
    assert len(json.loads((home / known_projects.FILE).read_text("utf-8"))) == 6
