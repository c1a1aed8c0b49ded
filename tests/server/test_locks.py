"""File locks count per holder, also within one process."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from graphmem.server.locks import FileLock, is_held
from graphmem.server.state import ServerFiles


def test_shared_holders_exclude_an_exclusive_one(tmp_path: Path) -> None:
    first, second, stopper = (FileLock(tmp_path / "users.lock") for _ in range(3))
    assert first.try_take(shared=True)
    assert second.try_take(shared=True)
    assert not stopper.try_take()
    first.drop()
    assert not stopper.try_take()
    second.drop()
    assert stopper.try_take()
    stopper.drop()


def test_taking_twice_is_a_mistake(tmp_path: Path) -> None:
    lock = FileLock(tmp_path / "a.lock")
    assert lock.try_take()
    with pytest.raises(RuntimeError, match="already held"):
        lock.try_take()
    lock.drop()
    lock.drop()


async def test_a_waiter_says_so_once_and_can_be_cancelled(tmp_path: Path) -> None:
    path = tmp_path / "a.lock"
    holder, waiter = FileLock(path), FileLock(path)
    assert holder.try_take()
    said: list[str] = []
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0.3):
            await waiter.take(waiting=lambda: said.append("waiting"))
    assert said == ["waiting"]
    holder.drop()
    await waiter.take()
    assert is_held(path)
    waiter.drop()
    assert not is_held(path)
    assert not is_held(tmp_path / "absent.lock")


def test_damaged_files_read_as_nothing(tmp_path: Path) -> None:
    files = ServerFiles(tmp_path / "neo4j")
    files.prepare()
    assert files.read_state() is None
    files.state.write_text('{"pid": 1}')
    assert files.read_state() is None
    assert files.running() is None
    files.child_lock.write_text("{")
    assert files.child_process() is None
