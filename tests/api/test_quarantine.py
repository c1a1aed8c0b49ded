"""The quarantine over GraphQL and on the page."""

from __future__ import annotations

from html import unescape

from graphmem import home_token
from graphmem.facade import GraphMem
from graphmem.model.transcript import Role
from tests.api.conftest import client_of
from tests.support.page import log_in, token_in

DECIDE = """mutation($id: String!, $verdict: ReviewVerdict!) { decideQuarantine(id: $id, verdict: $verdict) {
  ... on DecidedQuarantine { memory verdict } ... on Problem { __typename message } } }"""


async def test_what_waits_is_listed_released_and_forgotten(own: GraphMem) -> None:
    ada = own.owner()
    await own.owner_settings.set(ada, choices={"quarantine": "on"})
    for text in ("Ayşe lives in Ankara.", "Berk lives in Van.", "Deniz lives in Mersin."):
        await ada.learn(text, role=Role.TOOL, speaker="search")
    async with client_of(own, local=False) as client:
        client.key = home_token.ensure(own.settings)
        waiting = (await client.data("{ quarantine { id text } }"))["quarantine"]
        assert sorted(one["text"].split()[1] for one in waiting) == ["Ayşe", "Berk", "Deniz"]
        ids = {one["text"].split()[1]: one["id"] for one in waiting}
        told = (await client.data(DECIDE, id=ids["Ayşe"], verdict="ACCEPT"))["decideQuarantine"]
        assert told == {"memory": ids["Ayşe"], "verdict": "ACCEPT"}
        again = (await client.data(DECIDE, id=ids["Ayşe"], verdict="DISMISS"))["decideQuarantine"]
        assert "does not wait for a review" in again["message"]
        await log_in(client.http, client.key)
        shown = await client.http.get("/memory/review")
        assert "Held for review" in shown.text
        assert "Berk lives in Van" in unescape(shown.text)
        form = {"form_token": token_in(shown)}
        for name, verb in (("Berk", "release"), ("Deniz", "reject")):
            answer = await client.http.post(f"/memory/held/{ids[name]}", data=form | {"verb": verb})
            assert answer.status_code < 400, answer.text
        assert "Held for review" not in (await client.http.get("/memory/review")).text
        assert (await client.data("{ quarantine { id } }"))["quarantine"] == []
    live = {one.id for one in (await ada.memories()).items if one.retracted_at is None}
    assert ids["Ayşe"] in live
    assert ids["Berk"] in live
    assert ids["Deniz"] not in live
