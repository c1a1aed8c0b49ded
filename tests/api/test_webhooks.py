"""Webhooks through GraphQL: added, pinged, removed, by keys with the scope admin alone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from graphmem.facade import GraphMem
from graphmem.model.access import Scope
from tests.api.conftest import Client, client_of
from tests.support.receiver import receiving

PROBLEM = "... on Problem { code field message remedy }"
ADD = (
    "mutation($url: String!, $events: [WebhookEvent!]!) { addWebhook(url: $url, events: $events) {"
    " ... on AddedWebhook { secret webhook { id url events createdAt } } " + PROBLEM + " } }"
)
TEST = "mutation($id: String!) { testWebhook(id: $id) { ... on PingedWebhook { status error } " + PROBLEM + " } }"
REMOVE = "mutation($id: String!) { removeWebhook(id: $id) { ... on RemovedWebhook { id } " + PROBLEM + " } }"
LIST = "{ webhooks { id url events } }"


async def test_a_webhook_from_its_secret_to_its_end(client: Client) -> None:
    with receiving() as receiver:
        added = (await client.data(ADD, url=receiver.url, events=["DREAM"]))["addWebhook"]
        id_ = added["webhook"]["id"]
        assert added["secret"].startswith("whsec_")
        assert (await client.data(LIST))["webhooks"] == [{"id": id_, "url": receiver.url, "events": ["DREAM"]}]
        assert (await client.data(TEST, id=id_[:12]))["testWebhook"] == {"status": 200, "error": None}
        receiver.statuses += [500]
        refused = (await client.data(TEST, id=id_))["testWebhook"]
        assert refused == {"status": None, "error": "The receiver answered 500. It must answer 2xx."}
    assert (await client.data(REMOVE, id=id_))["removeWebhook"] == {"id": id_}
    assert (await client.data(LIST))["webhooks"] == []
    assert (await client.data(REMOVE, id=id_))["removeWebhook"]["code"] == "NOT_FOUND"
    assert (await client.data(ADD, url="http://example.com/", events=[]))["addWebhook"]["field"] == "url"


@pytest.mark.parametrize(
    ("document", "given"),
    [
        (LIST, {}),
        (ADD, {"url": "https://example.com/", "events": []}),
        (TEST, {"id": "0" * 32}),
        (REMOVE, {"id": "0" * 32}),
    ],
)
async def test_a_key_without_the_scope_admin_is_refused(
    own: GraphMem, issue: Callable[..., Any], owner: str, document: str, given: dict[str, Any]
) -> None:
    key = await issue(owner, scopes={Scope.READ, Scope.WRITE, Scope.DREAM})
    async with client_of(own, local=False) as client:
        client.key = key
        (error,) = (await client.ask(document, **given))["errors"]
    assert error["extensions"]["code"] == "FORBIDDEN"
