"""Sessions through GraphQL: a working memory while they last, empty when they end."""

from __future__ import annotations

import pytest

from graphmem.facade import GraphMem
from tests.api.conftest import Client, client_of, of_owner
from tests.api.test_observe import observe

START = """mutation($id: String, $agent: String) { startSession(id: $id, agent: $agent) { __typename
  ... on StartedSession { id } ... on Problem { code field message remedy } } }"""
END = """mutation($id: String!) { endSession(id: $id) { __typename
  ... on EndedSession { id released } ... on Problem { code field message remedy } } }"""
LIST = """query($first: Int! = 10) { sessions(limit: $first) {
  id agent state startedAt lastActiveAt endedAt messages held } }"""


async def test_a_session_holds_what_was_said_and_lets_go_at_its_end(client: Client) -> None:
    session = (await client.data(START, agent="planner"))["startSession"]["id"]
    seen = await observe(client, "Ayşe lives in Ankara and works as a nurse.", session=session)
    (row,) = (await client.data(LIST))["sessions"]
    assert (row["id"], row["agent"], row["state"], row["messages"]) == (session, "planner", "active", 1)
    assert row["held"] == len(seen["statements"])
    ended = (await client.data(END, id=session))["endSession"]
    assert set(ended["released"]) == {statement["memory"] for statement in seen["statements"]}
    (row,) = (await client.data(LIST))["sessions"]
    assert (row["state"], row["held"]) == ("ended", 0)
    assert row["endedAt"] is not None


async def test_a_session_goes_on_by_its_id(client: Client, owner: str) -> None:
    for _ in range(2):
        assert (await client.data(START, id=f"chat {owner}"))["startSession"] == {
            "__typename": "StartedSession",
            "id": f"chat {owner}",
        }
    assert len((await client.data(LIST))["sessions"]) == 1


@pytest.mark.parametrize(
    ("given", "field"),
    [({"id": ""}, "id"), ({"id": " "}, "id"), ({"id": "x" * 201}, "id"), ({"agent": "x" * 201}, "agent")],
)
async def test_a_wrong_name_is_data(client: Client, given: dict[str, str], field: str) -> None:
    wrong = (await client.data(START, **given))["startSession"]
    assert (wrong["__typename"], wrong["field"]) == ("InvalidInput", field)
    assert (await client.data(LIST))["sessions"] == []


@pytest.mark.parametrize("id_", ["", "s-nowhere", "x" * 10_000], ids=lambda text: repr(text[:12]))
async def test_an_unknown_session_is_not_found(client: Client, id_: str) -> None:
    missing = (await client.data(END, id=id_))["endSession"]
    assert (missing["code"], missing["field"]) == ("NOT_FOUND", "id")


async def test_two_owners_have_the_same_session_id_and_neither_learns_of_the_other(
    client: Client, memory: GraphMem, owner: str
) -> None:
    for each in ("chat-1", "chat-2"):
        await client.data(START, id=each, agent="planner")
    await observe(client, "Ayşe lives in Ankara and works as a nurse.", session="chat-1")
    async with client_of(of_owner(memory, f"{owner}-other")) as other:
        assert (await other.data(END, id="chat-1"))["endSession"]["code"] == "NOT_FOUND"
        assert (await other.data(LIST))["sessions"] == []
        assert (await other.data(START, id="chat-1"))["startSession"] == {
            "__typename": "StartedSession",
            "id": "chat-1",
        }
        (theirs,) = (await other.data(LIST))["sessions"]
        assert (theirs["agent"], theirs["messages"], theirs["held"]) == (None, 0, 0)
        assert (await other.data(END, id="chat-1"))["endSession"]["released"] == []
        assert (await other.data(END, id="chat-2"))["endSession"]["code"] == "NOT_FOUND"
    found = {row["id"]: row for row in (await client.data(LIST))["sessions"]}
    assert {id_: row["state"] for id_, row in found.items()} == {"chat-1": "active", "chat-2": "active"}
    assert found["chat-1"]["held"] > 0


@pytest.mark.parametrize("first", [0, -1, 101])
async def test_a_page_out_of_bounds_names_the_argument(client: Client, first: int) -> None:
    assert (await client.ask(LIST, first=first))["errors"][0]["extensions"]["field"] == "limit"


async def test_an_agent_whose_recall_is_off_is_told_nothing_and_is_remembered(client: Client) -> None:
    recall = """query($session: String) { recall(query: "Where does Ayşe live?", session: $session) { __typename
      ... on Recollection { hits { score } memories { score } notes } } }"""
    off = 'mutation { setSettings(recallOff: ["planner"]) { __typename ... on OwnerSettings { recallOff } } }'
    session = (await client.data(START, agent="planner"))["startSession"]["id"]
    other = (await client.data(START, agent="scribe"))["startSession"]["id"]
    await client.data(off)
    seen = await observe(client, "Ayşe lives in Ankara and works as a nurse.", session=session)
    assert seen["statements"]
    found = (await client.data(recall, session=session))["recall"]
    assert (found["hits"], found["memories"]) == ([], [])
    assert "recall is off for this agent" in " ".join(found["notes"])
    found = (await client.data(recall, session=other))["recall"]
    assert found["hits"]
    assert found["memories"]
