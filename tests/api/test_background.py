"""What is asked for over HTTP and done later: messages of a session, conversations as jobs."""

from __future__ import annotations

from tests.api.conftest import Client
from tests.support.waiting import until

SAY = """mutation($input: MessageInput!) { say(input: $input) {
  ... on Observation { pointer kept stages { name } } ... on Problem { code field } } }"""
LATER = """mutation($input: ConversationInput!) { mineLater(input: $input) {
  ... on Job { id kind state } ... on Problem { code field } } }"""
JOBS = "{ jobs { nodes { kind state error } } health { drawers } memories { nodes { text } } }"
TURNS = [{"speaker": "Ada", "text": "I moved to Bergen in March.", "saidAt": "2026-03-02T09:00:00Z"}]


async def test_a_message_is_filed_at_once_and_read_later(client: Client) -> None:
    started = (await client.data("mutation { startSession { ... on StartedSession { id } } }"))["startSession"]
    text = "I prefer window seats on long flights."
    said = (await client.data(SAY, input={"text": text, "session": started["id"]}))["say"]
    assert said["pointer"].startswith("§ W-")
    assert not said["kept"]
    assert await client.data(JOBS) == {
        "jobs": {"nodes": [{"kind": "EXTRACT", "state": "QUEUED", "error": None}]},
        "health": {"drawers": 1},
        "memories": {"nodes": []},
    }


async def test_a_message_needs_a_session_that_was_started(client: Client) -> None:
    assert (await client.data(SAY, input={"text": "I prefer tea."}))["say"] == {
        "code": "INVALID_INPUT",
        "field": "input.session",
    }
    unknown = (await client.data(SAY, input={"text": "I prefer tea.", "session": "nobody"}))["say"]
    assert unknown == {"code": "NOT_FOUND", "field": "input.session"}


async def test_a_conversation_becomes_a_job(client: Client) -> None:
    job = (await client.data(LATER, input={"title": "Ada", "turns": TURNS, "id": "ada"}))["mineLater"]
    assert (job["kind"], job["state"]) == ("MINE", "QUEUED")

    async def done_by_itself() -> bool:
        return bool((await client.data(JOBS))["jobs"]["nodes"][0]["state"] == "DONE")

    await until(done_by_itself)
    done = await client.data(JOBS)
    assert done["jobs"]["nodes"] == [{"kind": "MINE", "state": "DONE", "error": None}]
    assert done["health"]["drawers"] == 1
    assert len(done["memories"]["nodes"]) == 1


async def test_what_could_never_be_mined_is_refused_at_once(client: Client) -> None:
    refused = (await client.data(LATER, input={"title": " ", "turns": TURNS}))["mineLater"]
    assert refused["code"] == "INVALID_INPUT"
    assert (await client.data(JOBS))["jobs"]["nodes"] == []
