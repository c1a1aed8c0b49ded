"""`graphmem bench cpu`: the processor time of one request, and its counts.

Times are those of the server and of Neo4j over batches of requests, without their idle use; figures are medians of the
rounds. Work that a request leaves for later belongs to it if it follows within SETTLE seconds. Counts (statements,
writing transactions, db hits, encoder passes and tokens) are taken in this process, with every statement under PROFILE.
They are the same in every run, since nothing else is at work.
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
"""Seconds after a batch in which later work still counts as its own."""

IDLE = 4.0
"""Seconds over which the idle use of both processes is measured."""
READ_SECONDS = 300
LOOK_UP = 90
"""Turns of the look-up floor, as in `bench recall`."""

SEED = 7
VERBS = ("recall", "observe", "say", "read later", "empty field")
FLOORS = ("encoder pass", "look-up")
BOUNDS = ("empty field", *FLOORS)
"""Costs that no request can avoid."""

COUNTS = ("statements", "writes", "db_hits", "passes", "tokens")
"""Counts of a request; `writes` are writing transactions."""

Work = Callable[[], Awaitable[object]]
Spent = tuple[float, float]

_RECALL = "query($text: String!) { recall(query: $text) { __typename ... on Recollection { context } } }"
_MESSAGE = "mutation($input: MessageInput!) {{ {verb}(input: $input) {{ __typename }} }}"
_START = "mutation($id: String!) { startSession(id: $id) { __typename } }"


class Texts:
    """The questions and messages of a run, each text once."""

    def __init__(self) -> None:
        self.questions = (text for seed in count(SEED + 1) for text in synthetic.questions(200, seed))
        self.messages = (text for seed in count(SEED + 1) for text in synthetic.sentences(200, seed))


class Client:
    """A client of the server over one connection."""

    def __init__(self, server: Server, key: str) -> None:
        self._connection = HTTPConnection("127.0.0.1", server.port, timeout=READ_SECONDS)
        self._headers = {"content-type": "application/json", "authorization": f"Bearer {key}"}

    def ask(self, document: str, variables: dict[str, Any]) -> None:
        """Send a GraphQL request. Raises GraphMemError for an answer with errors."""
        body = json.dumps({"query": document, "variables": variables})
        try:
            self._connection.request("POST", "/graphql", body, self._headers)
            found = json.loads(self._connection.getresponse().read())
        except TimeoutError as error:
            raise GraphMemError(f"The server gave no answer within {READ_SECONDS} seconds.") from error
        if found.get("errors") or not found.get("data"):
            raise GraphMemError(f"The server answered {json.dumps(found)[:300]}.")

    def send(self, verb: str, text: str, session: str | None) -> None:
        """Send a request of a verb."""
        if verb == "empty field":
            self.ask("{ __typename }", {})
        elif verb == "recall":
            self.ask(_RECALL, {"text": text})
        else:
            self.ask(_MESSAGE.format(verb=verb), {"input": {"text": text, "session": session}})


@dataclass(frozen=True, slots=True)
class Clocks:
    """Processor seconds of the server and of Neo4j; None if that is of another machine or user."""

    api: psutil.Process
    neo4j: psutil.Process | None

    def now(self) -> tuple[float, float, float]:
        """The processor seconds of both, and the time."""
        api, neo4j = (0.0 if one is None else sum(one.cpu_times()[:2]) for one in (self.api, self.neo4j))
        return api, neo4j, time.monotonic()


def _listener(port: int) -> psutil.Process | None:
    for process in psutil.process_iter(["name"]):
        with suppress(psutil.Error):
            if any(one.status == psutil.CONN_LISTEN and one.laddr.port == port for one in process.net_connections()):
                return process
    return None


async def fill(memory: GraphMem, owner: Owner, turns: int, progress: Progress = silent) -> None:
    """Mine `turns` invented turns with their memories, the data of every recall."""
    said = tuple(Turn(text, speaker="Ada", role=Role.USER) for text in synthetic.sentences(turns, SEED))
    talk = Conversation("cpu", "cpu", "cpu", (Session("cpu", None, said),))
    await memory.mine(talk, owner=owner.name, memories=True, progress=progress)


async def count_requests(memory: GraphMem, owner: Owner, requests: int, texts: Texts) -> dict[str, dict[str, float]]:
    """The mean counts of a request of each verb, with speakers and hot tier already cached."""
    driver = ProfilingDriver(memory.database.driver)
    database = Database(driver, memory.database.address)  # type: ignore[arg-type]
    profiled = GraphMem(memory.settings, database, memory.embedder, memory.usage, ledger=memory.ledger)
    session = await profiled.sessions.start(owner)

    async def recall() -> None:
        await profiled.recall(next(texts.questions), owner=owner.name, options=RecallOptions(session=session))

    async def observe() -> None:
        await profiled.observer.observe(owner, next(texts.messages))

    async def say() -> None:
        await profiled.observer.say(owner, next(texts.messages), session=session)

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
    """Measure a server over the store of `memory`, by a key of `owner`, whose turns are mined here."""
    await fill(memory, owner, turns, progress)
    neo4j = _listener(int(memory.database.address.uri.rpartition(":")[2]))
    texts, client, clocks = Texts(), Client(server, key), Clocks(psutil.Process(server.pid), neo4j)
    counts = await count_requests(memory, owner, requests, texts)
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
        metrics |= {f"{figure_prefix(verb)}_{what}": value for what, value in all_.items()}
    made = report.settings(
        turns=turns, requests=requests, rounds=rounds, seed=SEED, embedder=memory.embedder.model,
        note="ms of processor time, medians of the rounds; counts in another process, statements under PROFILE",
    )  # fmt: skip
    return {"metrics": metrics, "settings": made}


def figure_prefix(verb: str) -> str:
    """The prefix of the figures of a verb or a floor."""
    return verb.replace(" ", "_")


async def _measure(clocks: Clocks, work: Work, share: float, idle: Spent = (0.0, 0.0)) -> Spent:
    """The processor seconds of both during the work, beyond their idle use, times `share`."""
    before = clocks.now()
    await work()
    api, neo4j, seconds = (b - a for a, b in zip(before, clocks.now(), strict=True))
    return share * (api - idle[0] * seconds), share * (neo4j - idle[1] * seconds)


async def _round(
    memory: GraphMem, client: Client, clocks: Clocks, owner: Owner, requests: int, texts: Texts
) -> dict[str, Spent]:
    """Milliseconds of both processes for a request of each verb and for the floors."""
    session = f"cpu-{secrets.token_hex(4)}"
    client.ask(_START, {"id": session})
    idle = await _measure(clocks, lambda: asyncio.sleep(IDLE), 1 / IDLE)
    found = {}

    def batch_of(verb: str) -> Work:
        async def work() -> None:
            for _ in range(requests):
                text = next(texts.questions if verb == "recall" else texts.messages)
                await asyncio.to_thread(client.send, verb, text, session if verb == "say" else None)
            await asyncio.sleep(SETTLE if verb in ("recall", "observe") else 0)

        return work

    for verb in VERBS:
        work = partial(_read, memory, owner) if verb == "read later" else batch_of(verb)
        found[verb] = await _measure(clocks, work, 1000 / requests, idle)
    here = Clocks(psutil.Process(), clocks.neo4j)
    for what, floor in zip(FLOORS, (_encode, _look_up), strict=True):
        vectors = await memory.embedder.embed([next(texts.questions)], Purpose.QUERY)
        found[what] = await _measure(here, partial(floor, memory, owner, requests, texts, vectors[0]), 1000 / requests)
    return found


async def _read(memory: GraphMem, owner: Owner) -> None:
    """Wait until the background job has read the messages; a check each second costs almost nothing."""
    for _ in range(READ_SECONDS):
        if not (await memory.jobs.counts(owner)).open:
            return
        await asyncio.sleep(1)
    raise GraphMemError(f"Messages are still unread after {READ_SECONDS} seconds.", remedy="See `graphmem jobs list`.")


async def _encode(memory: GraphMem, _owner: Owner, times: int, texts: Texts, _vector: Vectors) -> None:
    for _ in range(times):
        await memory.embedder.embed([next(texts.questions)], Purpose.QUERY)


async def _look_up(memory: GraphMem, owner: Owner, times: int, _texts: Texts, vector: Vectors) -> None:
    for _ in range(times):
        await retrievers.nearest(memory.database, owner, vector, LOOK_UP)
