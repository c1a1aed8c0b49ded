"""`graphmem bench cpu`: what one request costs in processor time, and what it does for that.

Times are those of the server's process and of Neo4j's, over batches of requests, without what both do idle; the
medians of the rounds are told. Work that a request leaves for later belongs to it where it follows within SETTLE
seconds. What a request does (statements, writing transactions, db hits, encoder passes and tokens) is counted in this
process, with every statement under PROFILE and nothing else at work: the same in every run.
"""

from __future__ import annotations

import asyncio
import json
import secrets
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from http.client import HTTPConnection
from itertools import count
from typing import Any

import numpy as np
import psutil

from graphmem.counting import COUNTED
from graphmem.errors import GraphMemError
from graphmem.evaluation import report, synthetic
from graphmem.evaluation.load import Server
from graphmem.facade import GraphMem
from graphmem.model.palace import Owner
from graphmem.model.transcript import Conversation, Role, Session, Turn
from graphmem.ports import Progress, Purpose, Vectors, silent
from graphmem.services.retrieval.options import RecallOptions
from graphmem.store import recall as retrievers
from graphmem.store.database import Database
from graphmem.store.profiling import ProfilingDriver

TURNS, REQUESTS, ROUNDS = 1_000, 20, 5
SETTLE = 2.0
"""Seconds after a batch in which what it left for later is still its own."""

IDLE = 4.0
"""Seconds in which is looked what both processes use when nobody asks."""
READ_SECONDS = 300
LOOK_UP = 90
"""Turns that the floor looks up, as `bench recall` does."""

SEED = 7
VERBS = ("recall", "observe", "say", "read later", "empty field")
FLOORS = ("encoder pass", "look-up")
BOUNDS = ("empty field", *FLOORS)
"""What no request can do without."""

COUNTS = ("statements", "writes", "db_hits", "passes", "tokens")
"""Of a request; `writes` are writing transactions."""

Work = Callable[[], Awaitable[object]]
Spent = tuple[float, float]

_RECALL = "query($text: String!) { recall(query: $text) { __typename ... on Recollection { context } } }"
_MESSAGE = "mutation($input: MessageInput!) {{ {verb}(input: $input) {{ __typename }} }}"
_START = "mutation($id: String!) { startSession(id: $id) { __typename } }"


class Texts:
    """What is asked and said, each text once in a run."""

    def __init__(self) -> None:
        self.asked = (text for seed in count(SEED + 1) for text in synthetic.questions(200, seed))
        self.said = (text for seed in count(SEED + 1) for text in synthetic.sentences(200, seed))


class Client:
    """Asks a server over one connection."""

    def __init__(self, server: Server, key: str) -> None:
        self._connection = HTTPConnection("127.0.0.1", server.port, timeout=READ_SECONDS)
        self._headers = {"content-type": "application/json", "authorization": f"Bearer {key}"}

    def ask(self, document: str, variables: dict[str, Any]) -> None:
        """Raises GraphMemError for an answer with errors."""
        body = json.dumps({"query": document, "variables": variables})
        try:
            self._connection.request("POST", "/graphql", body, self._headers)
            found = json.loads(self._connection.getresponse().read())
        except TimeoutError as error:
            raise GraphMemError(f"The server gave no answer within {READ_SECONDS} seconds.") from error
        if found.get("errors") or not found.get("data"):
            raise GraphMemError(f"The server answered {json.dumps(found)[:300]}.")

    def send(self, verb: str, text: str, session: str | None) -> None:
        """A request of a verb."""
        if verb == "empty field":
            self.ask("{ __typename }", {})
        elif verb == "recall":
            self.ask(_RECALL, {"text": text})
        else:
            self.ask(_MESSAGE.format(verb=verb), {"input": {"text": text, "session": session}})


@dataclass(frozen=True, slots=True)
class Clocks:
    """Processor seconds of the server's process and of Neo4j's, None where that is not of this machine or user."""

    api: psutil.Process
    neo4j: psutil.Process | None

    def now(self) -> tuple[float, float, float]:
        """What both have used, and the time."""
        api, neo4j = (0.0 if one is None else sum(one.cpu_times()[:2]) for one in (self.api, self.neo4j))
        return api, neo4j, time.monotonic()


def _listening(port: int) -> psutil.Process | None:
    for process in psutil.process_iter(["name"]):
        with suppress(psutil.Error):
            if any(one.status == psutil.CONN_LISTEN and one.laddr.port == port for one in process.net_connections()):
                return process
    return None


async def fill(memory: GraphMem, owner: Owner, turns: int, progress: Progress = silent) -> None:
    """Mine so many made-up turns with their memories: all that a recall meets hangs on them."""
    said = tuple(Turn(text, speaker="Ada", role=Role.USER) for text in synthetic.sentences(turns, SEED))
    talk = Conversation("cpu", "cpu", "cpu", (Session("cpu", None, said),))
    await memory.mine(talk, owner=owner.name, memories=True, progress=progress)


async def counted(memory: GraphMem, owner: Owner, requests: int, texts: Texts) -> dict[str, dict[str, float]]:
    """What a request of each verb does, on average, once who speaks and what is hot is known."""
    driver = ProfilingDriver(memory.database.driver)
    database = Database(driver, memory.database.address)  # type: ignore[arg-type]
    profiled = GraphMem(memory.settings, database, memory.embedder, memory.usage, ledger=memory.ledger)
    session = await profiled.sessions.start(owner)

    async def recall() -> None:
        await profiled.recall(next(texts.asked), owner=owner.name, options=RecallOptions(session=session))

    async def observe() -> None:
        await profiled.observer.observe(owner, next(texts.said))

    async def say() -> None:
        await profiled.observer.say(owner, next(texts.said), session=session)

    await recall()
    read = partial(profiled.observer.read_session, owner, session)
    found: dict[str, dict[str, float]] = {}
    for verb, work in {"recall": recall, "observe": observe, "say": say}.items():
        await profiled.learner.drain()
        found[verb] = await _count(driver, work, profiled.learner.drain, requests, requests)
    found["read later"] = await _count(driver, read, profiled.learner.drain, 1, requests)
    return found


async def _count(driver: ProfilingDriver, work: Work, after: Work, times: int, requests: int) -> dict[str, float]:
    def now() -> list[int]:
        hits = sum(sum(calls) for calls in driver.hits.values())
        return [COUNTED.statements, COUNTED.transactions, hits, COUNTED.passes, COUNTED.tokens]

    before = now()
    for _ in range(times):
        await work()
    await after()
    return {name: round((b - a) / requests, 1) for name, a, b in zip(COUNTS, before, now(), strict=True)}


async def run(
    memory: GraphMem, server: Server, owner: Owner, key: str, *,
    turns: int = TURNS, requests: int = REQUESTS, rounds: int = ROUNDS, progress: Progress = silent,
) -> report.Report:  # fmt: skip
    """Measure a server over the store of `memory`, by a key of an owner who is filled here."""
    await fill(memory, owner, turns, progress)
    neo4j = _listening(int(memory.database.address.uri.rpartition(":")[2]))
    texts, client, clocks = Texts(), Client(server, key), Clocks(psutil.Process(server.pid), neo4j)
    counts = await counted(memory, owner, requests, texts)
    taken: dict[str, list[Spent]] = {verb: [] for verb in (*VERBS, *FLOORS)}
    for number in range(rounds + 1):  # the first warms up
        found = await _round(memory, client, clocks, owner, requests, texts)
        for verb, each in found.items() if number else ():
            taken[verb].append(each)
        progress("rounds of all verbs", number, rounds)
    metrics: dict[str, Any] = {}
    for verb, spent in taken.items():
        api_ms, neo4j_ms = np.median(np.array(spent), axis=0).round(1).tolist()
        all_ = {"api_ms": api_ms, "neo4j_ms": None if neo4j is None else neo4j_ms, **counts.get(verb, {})}
        metrics |= {f"{named(verb)}_{what}": value for what, value in all_.items()}
    made = report.settings(
        turns=turns, requests=requests, rounds=rounds, seed=SEED, embedder=memory.embedder.model,
        note="ms of processor time, medians of the rounds; counts in another process, statements under PROFILE",
    )  # fmt: skip
    return {"metrics": metrics, "settings": made}


def named(verb: str) -> str:
    """How the figures of a verb or a floor begin."""
    return verb.replace(" ", "_")


async def _spent(clocks: Clocks, work: Work, share: float, idle: Spent = (0.0, 0.0)) -> Spent:
    """What both used while the work was done beyond what they do idle, times `share`."""
    before = clocks.now()
    await work()
    api, neo4j, seconds = (b - a for a, b in zip(before, clocks.now(), strict=True))
    return share * (api - idle[0] * seconds), share * (neo4j - idle[1] * seconds)


async def _round(
    memory: GraphMem, client: Client, clocks: Clocks, owner: Owner, requests: int, texts: Texts
) -> dict[str, Spent]:
    """Milliseconds of both processes for a request of each verb, then of the floors."""
    session = f"cpu-{secrets.token_hex(4)}"
    client.ask(_START, {"id": session})
    idle = await _spent(clocks, lambda: asyncio.sleep(IDLE), 1 / IDLE)
    found = {}

    def asking(verb: str) -> Work:
        async def work() -> None:
            for _ in range(requests):
                text = next(texts.asked if verb == "recall" else texts.said)
                await asyncio.to_thread(client.send, verb, text, session if verb == "say" else None)
            await asyncio.sleep(SETTLE if verb in ("recall", "observe") else 0)

        return work

    for verb in VERBS:
        work = partial(_read, memory, owner) if verb == "read later" else asking(verb)
        found[verb] = await _spent(clocks, work, 1000 / requests, idle)
    here = Clocks(psutil.Process(), clocks.neo4j)
    for what, floor in zip(FLOORS, (_encode, _look_up), strict=True):
        vectors = await memory.embedder.embed([next(texts.asked)], Purpose.QUERY)
        found[what] = await _spent(here, partial(floor, memory, owner, requests, texts, vectors[0]), 1000 / requests)
    return found


async def _read(memory: GraphMem, owner: Owner) -> None:
    """Wait until the background has read what was said; to look for that each second costs as good as nothing."""
    for _ in range(READ_SECONDS):
        if not (await memory.jobs.counts(owner)).open:
            return
        await asyncio.sleep(1)
    raise GraphMemError(f"What was said is not read after {READ_SECONDS} seconds.", remedy="See `graphmem jobs list`.")


async def _encode(memory: GraphMem, _owner: Owner, times: int, texts: Texts, _vector: Vectors) -> None:
    for _ in range(times):
        await memory.embedder.embed([next(texts.asked)], Purpose.QUERY)


async def _look_up(memory: GraphMem, owner: Owner, times: int, _texts: Texts, vector: Vectors) -> None:
    for _ in range(times):
        await retrievers.nearest(memory.database, owner, vector, LOOK_UP)
