"""The drill: fill a store, back it up, destroy it, restore it and find what there was; what is refused meanwhile."""

from __future__ import annotations

import io
import shutil
from pathlib import Path

import pytest

from graphmem.config import Settings
from graphmem.errors import BackupError, ConfigurationError, InvalidInputError, StoreLockedError
from graphmem.facade import GraphMem
from graphmem.server import acquire, backups, supervisor
from tests.server.conftest import MakeSettings
from tests.support.conversations import EFOIL, conversation

pytestmark = pytest.mark.long

QUESTION = "What overheated with the efoil battery?"


async def found(settings: Settings) -> tuple[str, str]:
    """What the store says of its owner, as a digest, and what it answers."""
    async with GraphMem.open(settings) as memory:
        manifest = await memory.archives.export(memory.owner("ada"), io.BytesIO())
        answer = await memory.recall(QUESTION, owner="ada")
        return manifest.says, answer.hits[0].drawer.text


async def in_vain(settings: Settings, file: Path) -> None:
    """Restore a store that fails to open."""
    async with backups.restored(settings, file, replace=True):
        assert not (settings.server_dir / "data" / "mark").exists()
        raise RuntimeError("it does not open")


@pytest.mark.timeout(900)
async def test_destroyed_and_restored_it_is_what_it_was(settings_for: MakeSettings, tmp_path: Path) -> None:
    settings = settings_for(tmp_path / "home", ops_log=tmp_path / "ops.jsonl")
    file, data = tmp_path / "memory.zip", settings.server_dir / "data"
    async with GraphMem.open(settings) as memory:
        await memory.mine(conversation(), owner="ada")
        says = (await memory.archives.export(memory.owner("ada"), io.BytesIO())).says
        with pytest.raises(StoreLockedError, match="in use") as refused:
            await backups.backup(settings, file)
        assert "graphmem serve" in refused.value.remedy
    assert not file.exists()
    made = await backups.backup(settings, file)
    assert made.files > 10
    assert not made.restarted
    assert file.stat().st_mode & 0o077 == 0

    with pytest.raises(ConfigurationError, match="holds a store"):
        async with backups.restored(settings, file):
            raise AssertionError
    torn = tmp_path / "torn.zip"
    torn.write_bytes(file.read_bytes()[:-5000])
    with pytest.raises(BackupError):
        async with backups.restored(settings, torn, replace=True):
            raise AssertionError
    (data / "mark").touch()
    with pytest.raises(RuntimeError, match="does not open"):
        await in_vain(settings, file)
    assert (data / "mark").exists(), "what was there is back"

    shutil.rmtree(data)
    (settings.server_dir / "password").unlink()
    async with backups.restored(settings, file) as held:
        assert held.files == made.files
        assert await found(settings) == (says, EFOIL[0][1])
    assert not [*settings.server_dir.glob("before-*"), *settings.server_dir.glob("restoring-*")]


@pytest.mark.timeout(900)
async def test_a_pinned_server_runs_whatever_came_of_it(spare: Settings, tmp_path: Path) -> None:
    server, file = await acquire(spare), tmp_path / "memory.zip"
    supervisor.pin(server)
    await supervisor.release(server)
    files = supervisor.files_of(spare)

    def is_pinned() -> bool:
        state = files.running()
        return state is not None and files.is_pinned(state)

    try:
        first = files.running()
        with pytest.raises(InvalidInputError, match="no folder") as refused:
            await backups.backup(spare, tmp_path / "missing" / "memory.zip")
        assert "Create the folder" in refused.value.remedy
        assert files.running() == first, "it was not stopped for that"
        with pytest.raises(OSError, match="memory"):
            await backups.backup(spare, Path("/proc/memory.zip"))  # where nobody may write
        assert is_pinned()
        assert (await backups.backup(spare, file)).restarted
        assert is_pinned()
        with pytest.raises(InvalidInputError, match="exists"):
            await backups.backup(spare, file)
        second = files.running()
        with pytest.raises(ConfigurationError, match="holds a store"):
            async with backups.restored(spare, file):
                raise AssertionError
        assert files.running() == second
        with pytest.raises(RuntimeError, match="does not open"):
            await in_vain(spare, file)
        assert is_pinned()
    finally:
        files.pin.unlink(missing_ok=True)
        await supervisor.end(files)


async def test_a_server_of_elsewhere_is_backed_up_there(settings_for: MakeSettings, tmp_path: Path) -> None:
    elsewhere = settings_for(tmp_path, neo4j_uri="bolt://db.example:7687")
    with pytest.raises(ConfigurationError, match="another server") as refused:
        await backups.backup(elsewhere, tmp_path / "memory.zip")
    assert "graphmem export" in refused.value.remedy
