"""What a server does in the background, asked for over HTTP: nobody calls a worker by hand here."""

from __future__ import annotations

from contextlib import AsyncExitStack
from typing import Any

import httpx2
import pytest

from graphmem.facade import GraphMem
from graphmem.model.job import JobKind
from graphmem.model.palace import Owner
from graphmem.providers.cache import CachedEmbedder
from graphmem.providers.openai_compatible import OpenAIEmbedder
from graphmem.services import background
from graphmem.store import jobs, queries
from tests.api.conftest import MINE, Client, client_of, of_owner
from tests.api.test_background import LATER, SAY, TURNS
from tests.api.test_jobs import RETRY
from tests.api.test_observe import learn, observe
from tests.api.test_serve import environment, own_key, serving
from tests.api.test_sessions import START
from tests.support.openai_server import openai_server
from tests.support.waiting import until

__all__ = ["environment"]

JOBS = "{ jobs(first: 100) { nodes { id kind state error } } }"
HELD = "{ sessions { id state held } memories(first: 100) { nodes { id text } } health { pendingEmbeddings } }"

_SPOIL = """// Changes a job.
// mode: write
// params: id, changes
// returns: nothing
MATCH (j:Job {id: $id}) SET j += $changes
"""


async def states(client: Client) -> set[tuple[str, str]]:
    return {(job["kind"], job["state"]) for job in (await client.data(JOBS))["jobs"]["nodes"]}


async def spoilt(memory: GraphMem, owner: str, title: str, **changes: str) -> str:
    """A job that became something else."""
    given = {"title": title, "turns": TURNS, "key": title}
    job = await memory.jobs.enqueue(Owner.named(owner), JobKind.MINE, given)
    await memory.database.run(queries.parse("spoil", _SPOIL), id=job.id, changes=changes)
    return job.id


async def test_the_command_does_what_it_was_asked_for(
    environment: dict[str, str], memory: GraphMem, owner: str
) -> None:
    dead = await spoilt(memory, owner, "retried", state="dead")
    await spoilt(memory, owner, "unreadable", payload="no json")
    with serving(environment) as (_process, address):
        async with httpx2.AsyncClient(base_url=address, timeout=60, headers=own_key(environment)) as http:
            client = Client(http)
            session = (await client.data(START, id="chat-1"))["startSession"]["id"]
            for text in ("I prefer window seats on long flights.", "My sister Ceyda moved to Izmir in January."):
                assert (await client.data(SAY, input={"text": text, "session": session}))["say"]["pointer"]
            later = (await client.data(LATER, input={"title": "Ada", "turns": TURNS, "id": "ada"}))["mineLater"]
            assert later["state"] == "QUEUED"
            assert (await client.data(RETRY, id=dead))["retryJob"]["state"] == "QUEUED"

            async def done() -> bool:
                return await states(client) == {("MINE", "DONE"), ("EXTRACT", "DONE"), ("MINE", "DEAD")}

            await until(done)
            errors = [job["error"] for job in (await client.data(JOBS))["jobs"]["nodes"] if job["state"] == "DEAD"]
            assert len(errors) == 1
            assert "cannot be read" in errors[0]
            assert (await http.get("/readyz")).json()["checks"]["worker"] is True
            assert (await client.data("{ health { workerRunning } }"))["health"] == {"workerRunning": True}
            found = await client.data(HELD)
            assert len(found["memories"]["nodes"]) >= 3
            held = {"id": session, "state": "active", "held": 2}
            assert found["sessions"] == [held]


async def test_what_has_no_vector_gets_one_by_itself(memory: GraphMem, owner: str) -> None:
    with openai_server() as server:
        server.behave(default="broken")
        outside = OpenAIEmbedder(
            "stub", api_key="k", base_url=server.url, dimensions=memory.embedder.dimensions, timeout=5.0
        )
        away = GraphMem(memory.settings, memory.database, CachedEmbedder(outside), memory.usage)
        async with AsyncExitStack() as stack:
            clients: dict[str, Client] = {}
            for verb in ("observe", "learn", "say", "mine"):
                clients[verb] = await stack.enter_async_context(client_of(of_owner(away, f"{owner}-{verb}")))
            await observe(clients["observe"], "I prefer window seats on long flights.")
            await learn(clients["learn"], "Deploys go out on Tuesdays.")
            session = (await clients["say"].data(START))["startSession"]["id"]
            await clients["say"].data(SAY, input={"text": "I prefer tea.", "session": session})
            await clients["mine"].data(MINE, input={"title": "Ada", "turns": TURNS})
            for client in clients.values():
                assert "BACKFILL" in {kind for kind, _ in await states(client)}
            server.behave(default="ok")
            for client in clients.values():

                async def filled(client: Client = client) -> bool:
                    return bool((await client.data(HELD))["health"]["pendingEmbeddings"] == 0)

                await until(filled)
        await outside.aclose()


@pytest.mark.long
async def test_a_long_silence_loses_no_message_and_keeps_its_order(own: GraphMem, owner: str) -> None:
    """Messages that came while nobody read: all are read, and understood by those before them."""
    tenant = Owner.named(owner)
    session = await own.sessions.start(tenant)
    count = 130
    for number in range(count):
        said = "2026-05-08T09:00:00Z" if number else "2026-05-01T09:00:00Z"
        text = "My sister is called Zeynep." if not number else f"She bought {number} red bricks in Bergen."
        await _say(own, tenant, session, text, said)

    async with client_of(own) as client:

        async def read() -> bool:
            return await states(client) == {("EXTRACT", "DONE")}

        await until(read)
    unread = "// Counts.\n// mode: read\n// params: owner\n// returns: found\n" + (
        "MATCH (d:Drawer {owner: $owner, observed: false}) RETURN count(d) AS found"
    )
    assert (await own.database.run(queries.parse("unread", unread), owner=tenant.key))[0]["found"] == 0
    first = (await own.drawer("W-1/R-1/D-1", owner=owner)).drawer
    assert first.said_at is not None
    assert first.said_at.day == 1


async def _say(memory: GraphMem, tenant: Owner, session: str, text: str, said_at: str) -> None:
    from graphmem.language.transcripts.times import parse_time

    await memory.observer.say(tenant, text, session=session, said_at=parse_time(said_at))


async def test_a_grown_conversation_is_read_with_what_was_said_before(client: Client) -> None:
    turns: list[dict[str, Any]] = [
        {"speaker": "Ada", "text": "My sister Zeynep is a nurse in Bergen.", "saidAt": "2026-05-08T09:00:00Z"},
        {"speaker": "Assistant", "text": "Your sister Zeynep is a nurse in Bergen.", "saidAt": "2026-05-08T09:01:00Z"},
    ]
    for turn in turns:
        await client.data(MINE, input={"title": "Ada", "turns": [turn], "id": "ada"})
    texts = [memory["text"] for memory in (await client.data(HELD))["memories"]["nodes"]]
    assert texts == ["Ada: My sister Zeynep is a nurse in Bergen."], "the assistant only repeats it"


async def test_a_worker_that_fails_is_told_of_and_started_again(own: GraphMem, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever it fails by: here the queries of the store are gone for a while."""
    monkeypatch.setattr(background, "STALLED_SECONDS", 2.0)
    async with client_of(own) as client:
        assert (await client.http.get("/readyz")).status_code == 200
        with monkeypatch.context() as broken:
            broken.setattr(jobs, "_READY", None)

            async def told() -> bool:
                return (await client.http.get("/readyz")).status_code == 503

            await until(told)
            answer = (await client.http.get("/readyz")).json()
            assert (answer["checks"]["database"], answer["checks"]["worker"]) == (True, False)
            assert answer["code"] == "WORKER_STOPPED"
            health = (await client.data("{ health { workerRunning schemaOk schemaProblem } }"))["health"]
            assert health == {"workerRunning": False, "schemaOk": True, "schemaProblem": None}

        async def back() -> bool:
            return (await client.http.get("/readyz")).status_code == 200

        await until(back)
