"""A folder or a file that several make at once, where half of one lies."""

from __future__ import annotations

import shutil
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier

import pytest

from graphmem.drafts import drafted, settle

MAKERS = 6


def _is_whole(folder: Path) -> bool:
    return (folder / "a").is_file() and (folder / "b").is_file()


def test_all_that_make_it_at_once_find_it_whole(tmp_path: Path) -> None:
    """Many small rounds, since a race is met by chance: each maker reads what it needs right after it has settled."""
    target = tmp_path / "model"
    start = Barrier(MAKERS)

    def make(number: int) -> list[str]:
        draft = tmp_path / f"draft-{number}"
        draft.mkdir()
        for name in ("a", "b"):
            (draft / name).write_text("whole")
        start.wait()
        settle(draft, target, _is_whole)
        read = [(target / name).read_text() for name in ("a", "b")]
        shutil.rmtree(draft, ignore_errors=True)
        return read

    with ThreadPoolExecutor(MAKERS) as pool:
        for _ in range(200):
            shutil.rmtree(target, ignore_errors=True)
            target.mkdir()
            for number in range(20):
                (target / f"half-{number}").write_text("half")
            assert list(pool.map(make, range(MAKERS))) == [["whole", "whole"]] * MAKERS
    assert [path.name for path in tmp_path.iterdir()] == ["model"]


def test_two_that_write_a_file_at_once_do_not_write_into_each_other(tmp_path: Path) -> None:
    target = tmp_path / "report.json"
    with drafted(target) as first, drafted(target) as second:
        first.write_text("first")
        second.write_text("second")
        assert not target.exists()
    assert target.read_text() == "first"  # the outer one ends last
    assert list(tmp_path.iterdir()) == [target]


def _fails(target: Path) -> None:
    with drafted(target) as draft:
        draft.write_text("ha")
        raise ValueError("half")


def test_nothing_is_left_of_a_file_that_fails_and_what_was_there_stays(tmp_path: Path) -> None:
    target = tmp_path / "report.json"
    target.write_text("before")
    with pytest.raises(ValueError, match="half"):
        _fails(target)
    assert (target.read_text(), list(tmp_path.iterdir())) == ("before", [target])
