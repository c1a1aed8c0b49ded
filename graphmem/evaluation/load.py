"""`graphmem bench load`: many agents at once, each with a key and an owner, at servers over HTTP.

Every agent observes, says and recalls without a pause, at one server after the other. Its messages have a word that no
other agent has. So an answer with another's word, or a turn without its own, is a leak. At the end the acknowledged
turns are compared with the stored ones. The baseline is one agent alone at one server, in the same run.

Times are those of a client that shares the machine with its servers. They describe one run, and how much worse the last
of many is served than one alone.
"""

from __future__ import annotations

import asyncio
import json
import random
import secrets
import threading
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException
from time import monotonic, perf_counter
from typing import Any

import numpy as np
import psutil

from graphmem.evaluation import report
from graphmem.ports import Progress, silent

AGENTS = 50
SECONDS = 60.0
LEAST_ALONE = 5.0
"""Seconds of the baseline, or as long as a shorter load; a quarter of a long one."""

ANSWER_SECONDS = 60.0
WARM_UP = 3
"""Rounds of all verbs by one agent at each server before the measurement: the first wait for plans."""

WARM_UP_SECONDS = 60.0
"""Most seconds of the warm-up, or ten times a shorter load."""

LOOK_SECONDS = 0.2
SHOWN = 20
"""Errors and leaks that are described in words."""

SHOWN_LETTERS = 200

_OBSERVE = (
    """mutation($input: MessageInput!) { observe(input: $input) { __typename ... on Observation { pointer } } }"""
)
_SAY = "mutation($input: MessageInput!) { say(input: $input) { __typename ... on Observation { pointer } } }"
_RECALL = """query($query: String!, $session: String) { recall(query: $query, session: $session) {
  __typename ... on Recollection { context hits { drawer { text } } memories { memory { text } } } } }"""
_START = "mutation($id: String!) { startSession(id: $id) { __typename } }"
_HEALTH = "{ health { drawers } }"

_SAID = (
    "{who} moved to house number {number} in {place}.",
    "{who} bought {number} lamps for the office in {place}.",
    "{who} prefers tea to coffee since meeting number {number} in {place}.",
    "{who} {place} şehrinde {number} numaralı evde oturuyor.",
    "{who} toplantıyı {number}. haftaya erteledi.",
)
_ASKED = (
    "Where did {who} move?",
    "How many lamps were bought for the office?",
    "Who prefers tea to coffee?",
    "{who} nerede oturuyor?",
    "Toplantı ne zamana ertelendi?",
)
_PLACES = ("Lisbon", "Izmir", "Oslo", "Ankara", "Bergen", "Trabzon", "Porto", "Graz")
_WARMING = "warming up"
_VERBS = ("observe", "recall", "say", "recall")


@dataclass(frozen=True, slots=True)
class Server:
    """A server that answers: its port on this machine and its process."""

    port: int
    pid: int

    def megabytes(self) -> float:
        """Resident memory of the process and of its living workers."""
        with suppress(psutil.NoSuchProcess):
            process = psutil.Process(self.pid)
            return sum(_megabytes(one) for one in (process, *process.children()))
        return 0.0


def _megabytes(process: psutil.Process) -> float:
    with suppress(psutil.NoSuchProcess):
        return float(process.memory_info().rss) / 1e6
    return 0.0


@dataclass(frozen=True, slots=True)
class Asker:
    """The identity of an agent: its word, and the key of its owner."""

    mark: str
    key: str


@dataclass(slots=True)
class Tally:
    """The counts of agents: milliseconds by verb, errors and leaks in words, and the seconds."""

    seconds: float = 0.0
    taken: dict[str, list[float]] = field(default_factory=lambda: {verb: [] for verb in sorted(set(_VERBS))})
    errors: Counter[str] = field(default_factory=Counter)
    leaks: Counter[str] = field(default_factory=Counter)

    def add(self, other: Tally) -> None:
        """Add the counts of another tally."""
        for verb, taken in other.taken.items():
            self.taken[verb] += taken
        self.errors += other.errors
        self.leaks += other.leaks

    def figures(self) -> dict[str, float]:
        """Percentiles of all requests together, and the number answered per second."""
        every = [one for taken in self.taken.values() for one in taken]
        return {**percentiles(every), "per_second": round(len(every) / self.seconds, 2)}


class Agent:
    """An agent in a thread of its own: HTTP as any client speaks it, with kept connections."""

    def __init__(self, asker: Asker, ports: Sequence[int], others: frozenset[str], seed: int) -> None:
        self._asker = asker
        self._who = asker.mark.title()
        self._others = others
        self._chance = random.Random(f"{seed} {asker.mark}")  # noqa: S311  sentences, no secrets
        self._connections = [HTTPConnection("127.0.0.1", port, timeout=ANSWER_SECONDS) for port in ports]
        self._servers = len(ports)
        self._session = f"session-{asker.mark}"
        self._asked = 0
        self._acknowledged = 0
        self._unsure = 0
        self._tally = Tally()

    def work(self, servers: int, over: Callable[[int], bool]) -> None:
        """Send requests to the first servers in turn, until the time is over or so many are sent."""
        self._servers = servers
        try:
            self._answer("start", _START, {"id": self._session})
            self._ask(_VERBS[self._asked % len(_VERBS)])  # however short the time is, it sends some
            while not over(self._asked):
                self._ask(_VERBS[self._asked % len(_VERBS)])
        except Exception as error:  # nobody would notice a thread that ends
            self._tally.errors[f"{type(error).__name__}: {error}"[:SHOWN_LETTERS]] += 1
        finally:
            for connection in self._connections:  # the server closes silent connections
                connection.close()

    def take_tally(self) -> Tally:
        """Its counts since the last call."""
        found, self._tally = self._tally, Tally()
        return found

    def compare_turns(self) -> tuple[int, int]:
        """Acknowledged turns that are missing, and stored turns that were not sent."""
        answer = self._answer("health", _HEALTH, {})
        if answer is None:
            return 0, 0
        over = int(answer["drawers"]) - self._acknowledged
        return max(0, -over), max(0, over - self._unsure)

    def _ask(self, verb: str) -> None:
        """Send one request of a kind, check and count it."""
        how = {"who": self._who, "number": self._asked + 2, "place": self._chance.choice(_PLACES)}
        started = perf_counter()
        if verb == "recall":
            question = self._chance.choice(_ASKED).format(**how)
            answer = self._answer(verb, _RECALL, {"query": question, "session": self._session})
        else:
            message = {"text": self._chance.choice(_SAID).format(**how), "session": self._session}
            answer = self._answer(verb, _OBSERVE if verb == "observe" else _SAY, {"input": message})
            self._unsure += answer is None
        if answer is None:
            return
        self._tally.taken[verb].append((perf_counter() - started) * 1000)
        if answer["__typename"] not in ("Observation", "Recollection"):
            self._tally.errors[f"{verb}: {json.dumps(answer)}"[:SHOWN_LETTERS]] += 1
            return
        self._acknowledged += bool(answer.get("pointer"))
        turns = [hit["drawer"]["text"] for hit in answer.get("hits", ())]
        foreign = [text for text in turns if self._asker.mark not in text.casefold()]
        self._tally.leaks.update(f"{verb}: {text}"[:SHOWN_LETTERS] for text in foreign)

    def _answer(self, verb: str, document: str, variables: dict[str, Any]) -> dict[str, Any] | None:
        """The value of a document's one field; None, with an error counted, if there is none."""
        # One further with each round of verbs, else one server would get all writes and another all reads.
        connection = self._connections[(self._asked + self._asked // len(_VERBS)) % self._servers]
        self._asked += 1
        headers = {"content-type": "application/json", "authorization": f"Bearer {self._asker.key}"}
        try:
            connection.request("POST", "/graphql", json.dumps({"query": document, "variables": variables}), headers)
            answered = connection.getresponse()
            body = answered.read().decode()
            found: dict[str, Any] = json.loads(body)
        except (OSError, HTTPException, ValueError) as error:
            connection.close()
            self._tally.errors[f"{verb}: {type(error).__name__}"] += 1
            return None
        self._tally.leaks.update(f"{verb}: {mark}" for mark in self._others if mark in body.casefold())
        if answered.status != 200 or not found.get("data"):
            self._tally.errors[f"{verb}: {answered.status} {body}"[:SHOWN_LETTERS]] += 1
            return None
        (value,) = found["data"].values()
        return dict(value)


def owners(count: int, seed: int, bench: str = "load") -> list[tuple[str, str]]:
    """Owners' names, each with its own word, which the seed chooses."""
    chance, run = random.Random(seed), secrets.token_hex(4)  # noqa: S311  names, no secrets
    marks = ["zq" + "".join(chance.choices("bcdfghjklmnpqrstvwxz", k=7)) for _ in range(count)]
    return [(f"bench-{bench}-{run}-{mark}", mark) for mark in marks]


async def run(
    servers: Sequence[Server],
    who: Sequence[Asker],
    *,
    seconds: float = SECONDS,
    seed: int = 7,
    progress: Progress = silent,
) -> report.Report:
    """Run one agent alone at the first server, then all at all servers.

    With several servers, all agents run at the first one before. `errors`, `leaks`, `lost` and `doubled` must be 0;
    `found` describes them. Memory is that of all servers together, in megabytes, at the beginning of the load, at half
    of it and at its end.
    """
    marks, ports = frozenset(one.mark for one in who), [server.port for server in servers]
    agents = [Agent(one, ports, marks - {one.mark}, seed) for one in who]
    alone_for = min(seconds, max(LEAST_ALONE, seconds / 4))
    every = Tally()
    looks: list[float] = []

    def look() -> None:
        looks.append(round(sum(server.megabytes() for server in servers), 1))

    async def together(
        of: Sequence[Agent], at: int, lasting: float, what: str, half: Callable[[], None] | None = None
    ) -> Tally:
        most = WARM_UP * len(_VERBS) * at if what == _WARMING else None
        found = await _together(of, at, lasting, lambda done, all_: progress(what, done, all_), half, most)
        every.add(found)
        return found

    await together(agents[:1], len(ports), min(10 * seconds, WARM_UP_SECONDS), _WARMING)
    alone = await together(agents[:1], 1, alone_for, "one agent alone")
    metrics = {f"baseline_{name}": value for name, value in alone.figures().items()}
    if len(ports) > 1:
        one = await together(agents, 1, seconds, "all agents at one server")
        metrics |= {f"one_server_{name}": value for name, value in one.figures().items()}
    look()
    loaded = await together(agents, len(ports), seconds, "all agents", look)
    look()
    figures = loaded.figures()
    if len(ports) > 1:
        at_one = max(metrics["one_server_per_second"], 0.01)
        metrics["per_second_to_one_server"] = round(figures["per_second"] / at_one, 2)
    differing = await asyncio.to_thread(lambda: [agent.compare_turns() for agent in agents])
    for agent in agents:
        every.add(agent.take_tally())
    counted = {"errors": every.errors.total(), "leaks": every.leaks.total()}
    counted |= {"lost": sum(lost for lost, _ in differing), "doubled": sum(doubled for _, doubled in differing)}
    memory = dict(zip(("rss_mb_begin", "rss_mb_half", "rss_mb_end"), looks, strict=True))
    by_verb = {f"{verb}_{name}": value for verb, of in loaded.taken.items() for name, value in percentiles(of).items()}
    asked = {"requests": sum(len(taken) for taken in every.taken.values())}
    return {
        "metrics": {**counted, **figures, **memory, **metrics, **by_verb, **asked},
        "found": {"errors": _describe(every.errors), "leaks": _describe(every.leaks)},
        "settings": report.settings(agents=len(who), replicas=len(servers), seconds=seconds, seed=seed),
    }


async def _together(
    agents: Sequence[Agent],
    servers: int,
    seconds: float,
    progress: Callable[[int, int], None],
    half: Callable[[], None] | None = None,
    most: int | None = None,
) -> Tally:
    """Run agents for so many seconds, or `most` requests, each in a thread; returns their counts."""
    stopped = threading.Event()
    began = monotonic()
    until = began + seconds

    def over(asked: int) -> bool:
        return stopped.is_set() or monotonic() >= until or (most is not None and asked >= most)

    threads = [threading.Thread(target=agent.work, args=[servers, over], daemon=True) for agent in agents]
    for thread in threads:
        thread.start()
    whole = round(seconds) + 1
    try:
        while any(thread.is_alive() for thread in threads):
            left = max(until - monotonic(), 0.0)
            if half is not None and left <= seconds / 2:
                half()
                half = None
            progress(round(seconds - left), whole)
            await asyncio.sleep(LOOK_SECONDS)
    finally:
        stopped.set()
    progress(whole, whole)
    found = Tally(monotonic() - began)
    for agent in agents:
        found.add(agent.take_tally())
    return found


def percentiles(milliseconds: Sequence[float]) -> dict[str, float]:
    """The p50, p95 and p99 of milliseconds, to a tenth; 0 without any."""
    values = np.percentile(list(milliseconds) or [0.0], (50, 95, 99))
    return {f"p{name}_ms": round(float(value), 1) for name, value in zip((50, 95, 99), values, strict=True)}


def _describe(counter: Counter[str]) -> list[str]:
    return [f"{what} ({times} times)" for what, times in counter.most_common(SHOWN)]
