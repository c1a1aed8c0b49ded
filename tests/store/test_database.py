"""Connecting: every way it can go wrong is one clear error with its own exit code."""

from __future__ import annotations

import asyncio
import socket
from datetime import UTC, datetime
from pathlib import Path

import pytest
from neo4j.exceptions import Neo4jError

from graphmem.config import load_settings
from graphmem.errors import (
    ConfigurationError,
    DatabaseError,
    DatabaseLoginError,
    DatabaseUnavailableError,
    DatabaseVersionError,
)
from graphmem.facade import GraphMem
from graphmem.model.palace import Owner
from graphmem.store import database as module
from graphmem.store import filing, queries
from graphmem.store.database import Address, Database, Transaction


async def test_an_unreachable_host_is_said_at_once() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    with pytest.raises(DatabaseUnavailableError, match=f"Nobody answers at bolt://127.0.0.1:{port}") as caught:
        await Database.connect(Address(f"bolt://127.0.0.1:{port}"))
    assert "NEO4J_URI" in caught.value.remedy
    assert caught.value.exit_code == 11


async def test_a_host_that_does_not_resolve_is_unreachable() -> None:
    with pytest.raises(DatabaseUnavailableError, match="nosuchhost"):
        await Database.connect(Address("bolt://nosuchhost.invalid:7687"))


async def test_a_wrong_password_is_refused(database: Database) -> None:
    with pytest.raises(DatabaseLoginError, match="refused user 'neo4j'") as caught:
        await Database.connect(Address(database.address.uri, "neo4j", "not the password"))
    assert caught.value.exit_code == 12
    assert "not the password" not in str(caught.value)


async def test_a_writer_that_stands_still_lets_go_of_its_owner(
    database: Database, tenant: Owner, monkeypatch: pytest.MonkeyPatch
) -> None:
    holds = asyncio.Event()

    async def stand_still(transaction: Transaction) -> None:
        await filing.lock(transaction, tenant)
        holds.set()
        await asyncio.sleep(3_600)

    async def go_on(transaction: Transaction) -> bool:
        await filing.lock(transaction, tenant)
        return True

    with monkeypatch.context() as hurried:
        hurried.setattr(module, "WRITE_SECONDS", 1.0)
        stalled = asyncio.create_task(database.write(stand_still))
        await holds.wait()
    assert await asyncio.wait_for(database.write(go_on), 90)
    stalled.cancel()
    await asyncio.gather(stalled, return_exceptions=True)


@pytest.mark.parametrize("uri", ["http://127.0.0.1:7687", "nonsense"])
async def test_a_malformed_address_names_itself(uri: str) -> None:
    with pytest.raises(ConfigurationError, match="no Bolt address") as caught:
        await Database.connect(Address(uri))
    assert uri in str(caught.value)


async def test_an_older_server_is_refused(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    """The real server beside a requirement it cannot meet: the same path as an old server beside ours."""
    monkeypatch.setattr(module, "MINIMUM_VERSION", (9999, 1))
    with pytest.raises(DatabaseVersionError, match=r"2026\.09\.0 at .* is too old") as caught:
        await Database.connect(database.address)
    assert caught.value.exit_code == 13


@pytest.mark.parametrize(
    ("version", "new_enough"),
    [("5.26.19", False), ("2025.12.0", False), ("2026.01.0", True), ("2026.09.0-aura", True), ("unknown", False)],
)
def test_versions_compare_by_number(version: str, new_enough: bool) -> None:
    assert (module._parsed(version) >= module.MINIMUM_VERSION) is new_enough


async def test_an_unknown_database_is_a_database_error(database: Database) -> None:
    address = database.address
    nowhere = await Database.connect(Address(address.uri, address.user, address.password, "nothere"))
    with pytest.raises(DatabaseError, match="nothere"):
        await nowhere.server_version()
    await nowhere.aclose()


async def test_a_forgotten_owner_never_reaches_the_server(database: Database) -> None:
    with pytest.raises(TypeError, match="owner"):
        await database.run(queries.load("palace/wings"), after=0, limit=1)


async def test_a_unit_of_work_commits_whole_or_not_at_all(database: Database, owner: str) -> None:
    create = queries.load("tenant/open_owner")
    count = queries.load("tenant/owner_counts")

    async def half(transaction: Transaction) -> None:
        await transaction.run(create, owner=owner, name=owner, asked_at=datetime.now(UTC))
        raise RuntimeError("in the middle")

    with pytest.raises(RuntimeError):
        await database.write(half)
    assert await database.run(count, owner=owner) == []


async def test_an_outside_server_is_used_and_left_running(memory: GraphMem, tmp_path: Path) -> None:
    address = memory.database.address
    settings = load_settings(
        home=tmp_path,
        artifacts=memory.settings.artifacts_dir,
        neo4j_uri=address.uri,
        neo4j_password=address.password,
    )
    async with GraphMem.open(settings) as other:
        assert other.browser_url is None
        assert (await other.health())["schema"] == "ok"
    assert not (settings.home / "neo4j").exists()
    assert (await memory.health())["schema"] == "ok"


async def test_a_transaction_whose_statements_could_not_be_compiled_for_a_changing_schema_is_done_again(
    database: Database,
) -> None:
    tried = []

    async def work(transaction: Transaction) -> str:
        tried.append(transaction)
        if len(tried) == 1:
            raise Neo4jError._hydrate_neo4j(  # what a server says whose indexes are being filled
                code="Neo.DatabaseError.General.UnknownError",
                message="Could not compile query due to insanely frequent schema changes",
            )
        return "done"

    assert await database.write(work) == "done"
    assert len(tried) == 2
