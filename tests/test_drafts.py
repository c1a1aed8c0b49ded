"""A folder that several make at once, where half of one lies."""

from __future__ import annotations

import shutil
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier

from graphmem.drafts import settle

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
