"""What an owner chooses for their memory, by what it changes: over HTTP, the hooks and Python."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from graphmem import home_token
from graphmem.agents.verbs import AgentVerbs
from graphmem.cli.server_record import announce
from graphmem.errors import DatabaseMissingError, InvalidInputError
from graphmem.facade import GraphMem
from graphmem.hooks import events
from graphmem.services.retrieval.options import RecallOptions
from graphmem.store.database import _VERSION as VERSION
from graphmem.store.database import Address, Database
from tests.api.conftest import Client, client_of

ASKED = "Where does Ayşe live?"
SET = """mutation($choices: [ChoiceInput!], $agent: String) { setSettings(choices: $choices, agent: $agent) {
  __typename ... on InvalidInput { field message remedy }
  ... on OwnerSettings { version choices { name value agent } versions { version at until via person
    changes { name before after } } } } }"""
RECALL = """query($session: String) { recall(query: "Where does Ayşe live?", session: $session) {
  ... on Recollection { hits { score } notes contextTokens } } }"""
OBSERVE = """mutation($text: String!) { observe(input: {text: $text}) { ... on Observation {
  kept pointer stages { name passed detail } } } }"""


async def test_a_choice_is_versioned_with_who_and_from_what_to_what(client: Client) -> None:
    first = (await client.data(SET, choices=[{"name": "top_k", "value": "3"}]))["setSettings"]
    second = (await client.data(SET, choices=[{"name": "top_k", "value": "2"}], agent="planner"))["setSettings"]
    third = (await client.data(SET, choices=[{"name": "top_k", "value": None}]))["setSettings"]
    assert first["version"] == 1
    assert {"name": "top_k", "value": "2", "agent": "planner"} in second["choices"]
    assert {"name": "top_k", "value": None, "agent": None} in third["choices"]
    told = [(one["version"], one["changes"]) for one in third["versions"]]
    assert told == [
        (3, [{"name": "top_k", "before": "3", "after": "default"}]),
        (2, [{"name": "planner.top_k", "before": "default", "after": "2"}]),
        (1, [{"name": "top_k", "before": "default", "after": "3"}]),
    ]
    ends = [one["until"] for one in third["versions"]]
    assert ends == [None, *(one["at"] for one in third["versions"][:2])]
    assert {one["via"] for one in third["versions"]} == {"api"}


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("top_k", "0"),
        ("top_k", "many"),
        ("budget", "99"),
        ("rerank", "2"),
        ("colour", "red"),
        ("functional", "speaks: two"),
    ],
)
async def test_a_choice_out_of_bounds_names_value_and_remedy(client: Client, name: str, value: str) -> None:
    told = (await client.data(SET, choices=[{"name": name, "value": value}]))["setSettings"]
    assert told["__typename"] == "InvalidInput"
    assert value in told["message"] or name in told["message"]
    assert told["remedy"]


async def test_top_k_and_budget_of_owner_and_agent_bound_a_recall(client: Client) -> None:
    for number in range(6):
        await client.data(OBSERVE, text=f"Ayşe lives in Ankara, in house number {number} of the street.")
    assert len((await client.data(RECALL))["recall"]["hits"]) > 3
    await client.data(SET, choices=[{"name": "top_k", "value": "3"}, {"name": "budget", "value": "100"}])
    found = (await client.data(RECALL))["recall"]
    assert len(found["hits"]) == 3
    assert found["contextTokens"] <= 100
    await client.data(SET, choices=[{"name": "top_k", "value": "2"}], agent="planner")
    start = 'mutation { startSession(id: "p1", agent: "planner") { __typename } }'
    await client.data(start)
    assert len((await client.data(RECALL, session="p1"))["recall"]["hits"]) == 2


@pytest.mark.parametrize("name", ["auto_mine", "enabled"])
async def test_what_is_said_is_not_remembered_unasked_where_that_is_off(
    client: Client, memory: GraphMem, owner: str, name: str
) -> None:
    await client.data(OBSERVE, text="Ayşe lives in Ankara and works as a nurse.")
    await client.data(SET, choices=[{"name": name, "value": "off"}])
    seen = (await client.data(OBSERVE, text="Berk Trabzon'da oturuyor ve öğretmen."))["observe"]
    assert (seen["kept"], seen["pointer"]) == (False, None)
    assert seen["stages"][0]["name"] == "settings"
    assert (await memory.counts(owner=owner)).drawers == 1
    assert (await memory.owner(owner).learn("Berk lives in Trabzon.")).statements, "on purpose it is"
    found = (await client.data(RECALL))["recall"]
    assert bool(found["hits"]) is (name == "auto_mine")
    await client.data(SET, choices=[{"name": name, "value": "on"}])
    assert (await client.data(RECALL))["recall"]["hits"]


async def test_recall_is_off_for_an_agent_by_every_door(
    own: GraphMem, served: str, owner: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = f"{owner}-other"  # not the server's own owner
    ada = own.owner(name)
    await ada.learn("Ayşe lives in Ankara. Never push to main without a review.")
    settings = own.settings.model_copy(update={"home": tmp_path / "home"})
    settings.home.mkdir(mode=0o700)
    home_token.file_of(settings).write_text(home_token.ensure(own.settings))
    home_token.file_of(settings).chmod(0o600)
    monkeypatch.setenv("GRAPHMEM_HOME", str(settings.home))
    monkeypatch.setenv("GRAPHMEM_OWNER", name)
    event = {"session_id": "s0", "prompt": ASKED}

    async def told() -> list[str]:
        hooked = dict(event, session_id=f"s{len(answers)}")
        started = await asyncio.to_thread(events.session_start, hooked)
        prompted = await asyncio.to_thread(events.prompt, dict(event, session_id=f"unknown-{len(answers)}"))
        session = await ada.start_session(agent="claude-code")
        return [
            started,
            prompted,
            (await AgentVerbs(ada, "claude-code").recall(ASKED)).context,
            (await ada.speaking_as("claude-code").recall(ASKED)).context,
            (await ada.recall(ASKED, options=RecallOptions(session=session))).context,
            (await ada.activate(session=session)).text,
            (await ada.speaking_as("claude-code").why("Why does Ayşe live in Ankara?")).result.context,
        ]

    answers: list[list[str]] = []
    with announce(settings, served):
        answers.append(await told())
        await own.owner_settings.set(ada, recall_off=["claude-code"])
        answers.append(await told())
    assert all(answers[0][1:5]), answers[0]
    assert answers[1] == [""] * 7
    assert (await AgentVerbs(ada, "another").recall(ASKED)).context


async def test_a_wrong_database_is_named_with_its_remedy(memory: GraphMem) -> None:
    address = memory.database.address
    database = await Database.connect(Address(address.uri, address.user, address.password, "nosuch"))
    with pytest.raises(DatabaseMissingError, match="no database 'nosuch'") as told:
        await database.run(VERSION)
    assert "NEO4J_DATABASE" in told.value.remedy
    wrong = GraphMem(memory.settings, database, memory.embedder, memory.usage)
    async with client_of(wrong) as client:
        ready = await client.http.get("/readyz")
        (error,) = (await client.ask("{ health { drawers } }"))["errors"]
        stranger = await client.http.get("/readyz", headers={"authorization": "none"})
    await database.aclose()
    body = ready.json()
    assert (ready.status_code, body["code"], body["remedy"]) == (503, "DATABASE_MISSING", told.value.remedy)
    assert stranger.json() == {"ready": False}
    assert error["extensions"]["code"] == "DATABASE_MISSING"
    assert "/readyz" in error["message"]
    assert address.uri not in str(error) + ready.text


async def test_python_refuses_what_no_setting_is(memory: GraphMem, owner: str) -> None:
    with pytest.raises(InvalidInputError, match="top_k is '201'"):
        await memory.owner_settings.set(memory.owner(owner), choices={"top_k": 201})


async def test_a_key_bound_to_an_agent_writes_what_the_agent_may(
    client: Client, memory: GraphMem, owner: str, issue: Callable[..., Any]
) -> None:
    """By GraphQL and by MCP; the statement stays in its turn, and the answer says why it is no memory."""
    rule = "Never commit directly to the main branch; always open a pull request."
    choices = [{"name": "may_write", "value": "fact,entity"}]
    told = (await client.data(SET, choices=choices, agent="planner"))["setSettings"]
    assert {"name": "may_write", "value": "entity, fact", "agent": "planner"} in told["choices"]
    client.key = await issue(owner, agent="planner")
    learn = """mutation($t: String!, $c: Category) { learn(input: {text: $t, category: $c}) {
      ... on InvalidInput { field message remedy }
      ... on Observation { pointer statements { memory reason } } } }"""
    refused = (await client.data(learn, t=rule, c="POLICY"))["learn"]
    assert refused["message"] == "planner may not write the category policy."
    assert (refused["field"], "entity, fact" in refused["remedy"]) == ("input.category", True)
    seen = (await client.data(learn, t=rule, c=None))["learn"]
    assert seen["pointer"]
    assert seen["statements"] == [{"memory": None, "reason": "planner may not write the category policy"}]
    headers = {"authorization": f"Bearer {client.key}", "accept": "application/json, text/event-stream"}
    call = {"name": "learn", "arguments": {"text": f"{rule} Do so always."}}
    body = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": call}
    answer = await client.http.post("/mcp", json=body, headers=headers | {"mcp-protocol-version": "2025-11-25"})
    assert "planner may not write the category " in answer.text
    assert not (await memory.memories.page(memory.owner(owner))).items
