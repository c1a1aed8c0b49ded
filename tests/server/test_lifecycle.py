"""Starting, sharing, killing and stopping, with real processes on one spare home. The tests run in this order."""

from __future__ import annotations

import asyncio
import fcntl
import json
import os
import signal
import socket
import sys
import time
from asyncio.subprocess import PIPE, Process
from contextlib import closing
from pathlib import Path
from typing import Any

import neo4j
import pytest

from graphmem.config import Settings
from graphmem.errors import ServerStartError, StoreLockedError
from graphmem.server import RunningServer, acquire, release, supervisor
from graphmem.server.state import ServerFiles, write_private

pytestmark = pytest.mark.long

OWNER = Path(__file__).with_name("owner.py")


async def _owner(settings: Settings, idle: float = 60.0) -> Process:
    home, artifacts = str(settings.home), str(settings.artifacts_dir)
    return await asyncio.create_subprocess_exec(
        sys.executable, str(OWNER), home, artifacts, str(idle), stdin=PIPE, stdout=PIPE
    )


async def _line(process: Process) -> dict[str, Any]:
    assert process.stdout is not None
    answer: dict[str, Any] = json.loads(await process.stdout.readline())
    return answer


async def _marks(server: RunningServer) -> int:
    async with neo4j.AsyncGraphDatabase.driver(server.uri, auth=(server.user, server.password)) as driver:
        rows, _, _ = await driver.execute_query("MATCH (m:Mark) RETURN count(m) AS marks")
    return int(rows[0]["marks"])


async def _until_gone(files: ServerFiles, seconds: float) -> bool:
    deadline = time.monotonic() + seconds
    while files.child_lives() and time.monotonic() < deadline:  # noqa: ASYNC110
        await asyncio.sleep(0.1)
    return not files.child_lives()


@pytest.fixture
def files(spare: Settings) -> ServerFiles:
    files = supervisor.files_of(spare)
    assert not files.child_lives()
    return files


async def test_racing_first_starts_make_one_server_and_the_last_out_stops_it(
    spare: Settings, files: ServerFiles
) -> None:
    # A generated password may look like an option of the command that stores it.
    files.root.mkdir(mode=0o700, parents=True)
    write_private(files.password, "--verbose-as-an-option-is")
    owners = [await _owner(spare) for _ in range(3)]
    answers = [await _line(owner) for owner in owners]
    assert sorted(answer["reused"] for answer in answers) == [False, True, True]
    assert len({answer["uri"] for answer in answers}) == 1
    for owner in owners[:2]:
        owner.terminate()
        assert await owner.wait() == 0
        assert files.running()
    owners[2].terminate()
    assert await owners[2].wait() == 0
    assert not files.child_lives()
    # It may live on while Java writes its record: who takes the lock next is not to be mistaken for it.
    assert not files.child_lock.read_text()
    assert not files.state.exists()


async def test_pinned_it_stays_and_killed_it_recovers_with_its_data_on_its_ports(
    spare: Settings, files: ServerFiles
) -> None:
    first = await acquire(spare)
    assert not first.reused
    supervisor.pin(first)
    await release(first)
    process = files.child_process()
    assert process is not None

    process.kill()
    assert await _until_gone(files, 10)
    assert files.state.exists()

    said: list[str] = []
    second = await acquire(spare, lambda what, *_: said.append(what))
    assert not second.reused
    assert any("did not stop cleanly" in what for what in said)
    assert second.uri == first.uri
    assert second.http_url == first.http_url
    assert await _marks(second) == 3
    await release(second)
    assert not files.child_lives(), "the pin belonged to the killed server"


async def test_a_strangers_process_id_taken_ports_and_a_lost_password(spare: Settings, files: ServerFiles) -> None:
    lost = files.ensure_password()
    files.password.write_text("\n")
    bolt, http = json.loads(files.ports.read_text())["used"]
    # A dead server's state that names a living process of somebody else: this one.
    files.state.write_text(
        json.dumps(
            {"pid": os.getpid(), "created": 1.0, "started_at": 1.0, "bolt_port": bolt, "http_port": http}
            | {"version": "old"}
        )
    )
    assert files.running() is None
    with closing(socket.create_server(("127.0.0.1", bolt))), closing(socket.create_server(("127.0.0.1", http))):
        server = await acquire(spare)
    assert str(bolt) not in server.uri
    assert str(http) not in server.http_url
    assert server.password != lost
    assert await _marks(server) == 3

    await release(server)


async def test_an_abandoned_server_is_found_and_ends_by_itself(spare: Settings, files: ServerFiles) -> None:
    owner = await _owner(spare, idle=2)
    assert not (await _line(owner))["reused"]
    owner.kill()
    await owner.wait()
    assert files.running()
    second = await acquire(spare)
    assert second.reused
    # Gone without a word, as after a crash: only the lock lapses.
    second.lease.drop()
    assert await _until_gone(files, 10)
    assert not files.state.exists(), "it stopped cleanly"


async def test_a_sigterm_while_it_starts_is_obeyed(spare: Settings, files: ServerFiles) -> None:
    waiting = asyncio.create_task(acquire(spare))
    while (process := files.child_process()) is None:  # noqa: ASYNC110
        await asyncio.sleep(0.05)
    await asyncio.sleep(1)
    process.send_signal(signal.SIGTERM)
    try:
        server = await waiting
    except ServerStartError:
        pass
    else:
        await release(server)
    assert await _until_gone(files, 20)


async def test_a_store_someone_else_holds(spare: Settings, files: ServerFiles) -> None:
    with (files.root / "data" / "databases" / "store_lock").open("r+b") as held:
        fcntl.lockf(held, fcntl.LOCK_EX)
        with pytest.raises(StoreLockedError, match=r"server\.log"):
            await acquire(spare)
    assert not files.child_lives()


async def test_a_damaged_store_is_named(spare: Settings, files: ServerFiles) -> None:
    store = files.root / "data" / "databases" / "system" / "neostore"
    store.write_bytes(b"\x00" * 4096)
    with pytest.raises(ServerStartError, match=r"stored data cannot be opened.*server\.log"):
        await acquire(spare)
    assert not files.child_lives()
