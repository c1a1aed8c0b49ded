"""A trial sees what it writes; nobody else does, then or later."""

from __future__ import annotations

import pytest

from graphmem.errors import InvalidInputError
from graphmem.model.palace import Owner
from graphmem.services.sessions import Sessions
from graphmem.store.database import Database
from graphmem.store.trial import trial


async def test_what_is_tried_is_seen_within_and_never_outside(database: Database, tenant: Owner) -> None:
    async with trial(database) as tried:
        await Sessions(tried).start(tenant, "tried")
        assert [row.id for row in await Sessions(tried).all(tenant)] == ["tried"]
        assert await Sessions(database).all(tenant) == []
    assert await Sessions(database).all(tenant) == []


async def test_one_that_fails_leaves_nothing_either(database: Database, tenant: Owner) -> None:
    async def fail() -> None:
        async with trial(database) as tried:
            await Sessions(tried).start(tenant, "tried")
            await Sessions(tried).start(tenant, "")

    with pytest.raises(InvalidInputError):
        await fail()
    assert await Sessions(database).all(tenant) == []
