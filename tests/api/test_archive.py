"""A memory as a file over HTTP: downloaded and added by its key, or from the page; nobody gets another's."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Callable
from typing import Any

from graphmem import home_token
from graphmem.facade import GraphMem
from graphmem.model.access import Scope
from graphmem.model.palace import Owner
from tests.api.conftest import client_of
from tests.support.page import log_in, token_in


async def test_downloaded_and_added_by_key(memory: GraphMem, owner: str, issue: Callable[..., Any]) -> None:
    await memory.observer.observe(Owner.named(owner), "I moved to Izmir in May 2026.", speaker="Ada")
    other = f"{owner}-other"
    keys = {name: {"authorization": f"Bearer {await issue(name)}"} for name in (owner, other)}
    async with client_of(memory, local=False) as client:
        assert (await client.http.get("/archive")).status_code == 401
        assert (await client.http.put("/archive", headers=keys[owner])).status_code == 405
        got = await client.http.get("/archive", headers=keys[owner])
        assert (got.status_code, got.headers["content-type"]) == (200, "application/zip")
        assert ".graphmem.zip" in got.headers["content-disposition"]
        with zipfile.ZipFile(io.BytesIO(got.content)) as packed:
            assert json.loads(packed.read("manifest.json"))["owner"] == owner
            assert b"Izmir" in packed.read("nodes/Drawer.jsonl")
        added = await client.http.post("/archive", content=got.content, headers=keys[other])
        assert (added.status_code, added.json()["added"]["Memory"]) == (200, 1), added.text
        reader = await issue(owner, scopes=[Scope.READ])
        refused = await client.http.get("/archive", headers={"authorization": f"Bearer {reader}"})
        assert (refused.status_code, refused.json()["errors"][0]["extensions"]["code"]) == (403, "FORBIDDEN")
        torn = await client.http.post("/archive", content=got.content[:-300], headers=keys[other])
        assert (torn.status_code, torn.json()["errors"][0]["extensions"]["code"]) == (422, "DAMAGED_ARCHIVE")
    counts = await memory.jobs.counts(Owner.named(other))
    assert counts.open + counts.done, "vectors are made anew, by whoever works here"
    await memory.background.drain()
    found = await memory.recall("Where did Ada move?", owner=other)
    assert "Izmir" in found.hits[0].drawer.text
    await memory.erase(owner=other)


async def test_downloaded_from_the_page(own: GraphMem) -> None:
    async with client_of(own, local=False) as client:
        assert (await client.http.post("/memory/archive")).status_code == 401
        await log_in(client.http, home_token.ensure(own.settings))
        assert "/memory/archive" not in (await client.http.get("/memory/health")).text, "there is nothing yet"
        await own.observer.observe(own.owner(), "I moved to Izmir in May 2026.", speaker="Ada")
        page = await client.http.get("/memory/health")
        assert "/memory/archive" in page.text
        assert (await client.http.post("/memory/archive", data={"form_token": "x"})).status_code == 401
        got = await client.http.post("/memory/archive", data={"form_token": token_in(page)})
        assert got.status_code == 200
        assert zipfile.is_zipfile(io.BytesIO(got.content))
