"""Spaces at /memory: made, shared with and asked by forms; who has no right sees nothing of one."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from html import unescape

import httpx2
from graphmem_api.page.blocks import lines_of

from graphmem.facade import GraphMem
from graphmem.model.access import Scope
from graphmem.model.space import Right
from tests.api.conftest import client_of
from tests.support.page import token_of

Issue = Callable[..., Awaitable[str]]

EVIL = "<img src=x>"


async def post(http: httpx2.AsyncClient, address: str, **form: str) -> httpx2.Response:
    return await http.post(f"/memory{address}", data={"form_token": token_of(http), **form})


async def test_a_space_is_made_shared_with_and_asked(
    own: GraphMem, visitor: httpx2.AsyncClient, owner: str, issue: Issue
) -> None:
    ada, bob = own.owner(), own.owner(f"bob of {owner}")
    assert "No space yet." in (await visitor.get("/memory/spaces")).text
    made = await post(visitor, "/spaces", title=f"Harbour crew {EVIL}")
    assert (made.status_code, made.headers["location"]) == (303, "/memory/spaces?told=made")
    (space,) = await ada.spaces.list()
    given = await post(visitor, f"/spaces/{space.id}", verb="grant", member=bob.name, right="read")
    assert given.headers["location"].endswith("told=granted")
    shown = (await visitor.get("/memory/spaces")).text
    assert ("&lt;img" in shown, "<img" in shown, bob.name in shown) == (True, False, True)

    seen = await ada.learn("The harbour office closes at five.")
    id_ = seen.statements[0].memory
    assert space.id in (await visitor.get(f"/memory/m/{id_}")).text
    shared = await post(visitor, f"/m/{id_}", verb="share", space=space.id)
    assert shared.headers["location"] == f"/memory/m/{id_}?told=shared"

    async with client_of(own, address="10.1.2.3", base="http://memory.example", local=False) as client:
        reader = client.http
        key = await issue(bob.name, scopes=frozenset({Scope.READ, Scope.WRITE}))
        assert (await reader.post("/memory/login", data={"key": key})).status_code == 303
        page = (await reader.get("/memory/spaces")).text
        assert ("Harbour crew" in page, owner in page, 'name="member" required' in page) == (True, True, False)
        for query in ("q=When+does+the+harbour+office+close%3F", ""):
            assert 'name="spaces"' in (await reader.get(f"/memory/search?{query}")).text
        found = unescape((await reader.get("/memory/search?q=When+does+the+harbour+office+close%3F&spaces=yes")).text)
        assert "closes at five" in found
        assert f"Harbour crew {EVIL} · {ada.name}" in found
        assert not re.search(r'href="/memory/(m|turns)/', found), "a space's turns have no page"
        without = (await reader.get("/memory/search?q=When+does+the+harbour+office+close%3F")).text
        assert "closes at five" not in without
        for address, form in (
            ("/spaces", {"title": "Mine"}),
            (f"/spaces/{space.id}", {"verb": "grant", "member": "eve", "right": "admin"}),
        ):
            assert (await post(reader, address, **form)).status_code == 403, "its key is no admin's"
    assert [one.member for one in await ada.spaces.members(space.id)] == [ada.name, bob.name]

    assert (await post(visitor, f"/m/{id_}", verb="unshare", space=space.id)).headers["location"].endswith("unshared")
    assert (await post(visitor, f"/m/{id_}", verb="unshare", space=space.id)).status_code == 404
    assert (await post(visitor, f"/spaces/{space.id}", verb="revoke", member=bob.name)).status_code == 303
    assert await bob.spaces.list() == []


async def test_who_curates_decides_there(own: GraphMem, visitor: httpx2.AsyncClient, owner: str) -> None:
    ada, bob = own.owner(), own.owner(f"bob of {owner}")
    space = await bob.spaces.create("Harbour crew")
    await bob.spaces.grant(space.id, ada.name, Right.WRITE)
    await ada.learn("The billing service runs on Postgres.", space=space.id)
    await bob.learn("The billing service runs on SQLite now, not on Postgres.", space=space.id)
    (review,) = (await bob.spaces.reviews(space.id)).items
    assert "Disputed" not in (await visitor.get("/memory/spaces")).text
    address = f"/spaces/{space.id}/reviews/{review.id}"
    assert (await post(visitor, address, verdict="ACCEPT")).status_code == 422, "it takes a curator"
    await bob.spaces.grant(space.id, ada.name, Right.CURATE)
    assert "SQLite" in (await visitor.get("/memory/spaces")).text
    assert (await post(visitor, address, verdict="MAYBE")).status_code == 422
    assert (await post(visitor, address, verdict="ACCEPT")).headers["location"] == "/memory/spaces?told=decided"
    assert (await bob.spaces.reviews(space.id)).items == ()


async def test_who_curates_confirms_rules_there(own: GraphMem, visitor: httpx2.AsyncClient, owner: str) -> None:
    ada, rule = own.owner(), f"Always sign the crane log {EVIL}."
    space = await ada.spaces.create("Harbour crew")
    (told,) = (await ada.learn(rule, category="policy", space=space.id)).statements
    assert "May be a rule" in (shown := (await visitor.get("/memory/spaces")).text)
    assert ("Rules of the team" in shown, "<img" in shown) == (False, False)
    address = f"/spaces/{space.id}/rules/{told.memory}"
    assert (await post(visitor, address, verb="burn")).status_code == 422
    assert (await post(visitor, address, verb="confirm")).headers["location"].endswith("told=decided")
    shown = (await visitor.get("/memory/spaces")).text
    assert ("Rules of the team" in shown, "May be a rule" in shown, "<img" in shown) == (True, False, False)
    await post(visitor, address, verb="withdraw")
    assert not await ada.spaces.rules(space.id)
    bob = own.owner(f"bob of {owner}")
    theirs = await bob.spaces.create("Theirs")
    (other,) = (await bob.learn("Always lock the door.", category="policy", space=theirs.id)).statements
    for foreign in (f"/spaces/{theirs.id}/rules/{other.memory}", f"/spaces/{space.id}/rules/{other.memory}"):
        assert (await post(visitor, foreign, verb="confirm")).status_code == 404
    assert not await bob.spaces.rules(theirs.id)


async def test_a_foreign_space_is_none(own: GraphMem, visitor: httpx2.AsyncClient, owner: str) -> None:
    bob = own.owner(f"bob of {owner}")
    space = await bob.spaces.create("Harbour crew")
    before = await bob.spaces.members(space.id)
    refused = [
        await post(visitor, f"/spaces/{space.id}", verb="grant", member="eve", right="read"),
        await post(visitor, f"/spaces/{space.id}", verb="revoke", member=bob.name),
        await post(visitor, f"/spaces/{space.id}/reviews/{'0' * 32}", verdict="ACCEPT"),
    ]
    assert [one.status_code for one in refused] == [404] * 3
    assert not any("Harbour crew" in one.text or bob.name in one.text for one in refused)
    assert await bob.spaces.members(space.id) == before
    odd = await post(visitor, f"/spaces/{space.id}", verb="burn")
    assert odd.status_code == 422


def test_a_line_of_a_space_leads_to_no_own_turn() -> None:
    block = "Mon 2026-11-30 Team § W-001/R-01\n- ada: “Hello.” [D-001]\nMon 2026-11-30 § W-001/R-01\n- “Hi.” [D-002]"
    assert [line.pointer for line in lines_of(block)] == ["", "", "", "§ W-001/R-01/D-002"]
    assert [line.is_heading for line in lines_of(block)] == [True, False, True, False]
