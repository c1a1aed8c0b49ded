"""`graphmem serve --workers 2`: whichever process answers, it is one server; none is missed for long, none is left."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx2
import psutil
import pytest
from graphmem_api.shared import READY, LinkedSessions, SupervisorLink, WorkerLink

from graphmem.cli.workers import MOST, require_sensible
from graphmem.config import Settings
from graphmem.errors import ConfigurationError, RateLimitedError
from tests.api.test_live import EVENTS, listening, said
from tests.api.test_serve import command, own_key, serving
from tests.api.test_serve import environment as environment
from tests.support.waiting import until

Issue = Callable[..., Any]
ASK = {"query": "{ health { drawers } }"}
LEARN = {"query": 'mutation { learn(input: {text: "My bicycle is green."}) { __typename } }'}
RATE = 6


def workers_of(server: int) -> dict[int, psutil.Process]:
    """The workers of a server by their number."""
    found = {}
    for child in psutil.Process(server).children():
        words = child.cmdline()
        if "--worker" in words:
            found[int(words[words.index("--worker") + 1].partition(":")[0])] = child
    return found


@contextmanager
def stopped(worker: psutil.Process) -> Iterator[None]:
    """While it lasts the worker takes no connection, so that the other one does."""
    os.kill(worker.pid, signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(worker.pid, signal.SIGCONT)


async def answer(address: str, body: dict[str, str], key: str, id_: str) -> int:
    """The status of a request over a connection of its own."""
    headers = {"authorization": f"Bearer {key}", "x-request-id": id_}
    async with httpx2.AsyncClient(base_url=address, timeout=60) as http:
        return (await http.post("/graphql", json=body, headers=headers)).status_code


@pytest.mark.timeout(300)
async def test_two_workers_are_one_server(environment: dict[str, str], issue: Issue, owner: str) -> None:
    limited = environment | {"GRAPHMEM_READS_PER_MINUTE": str(RATE)}
    key, other = await issue(owner), await issue(f"{owner}-other")
    with serving(limited, "--workers", "2") as (process, address):
        one, two = (workers_of(process.pid)[number] for number in (1, 2))
        with stopped(two):
            statuses = [await answer(address, ASK, key, f"one-{n}") for n in range(RATE - 1)]
            async with httpx2.AsyncClient(base_url=address, timeout=60) as browser:
                token = own_key(environment)["authorization"].split()[1]
                login = await browser.post("/memory/login", data={"key": token}, headers={"origin": address})
                assert login.status_code == 303
                cookies = dict(browser.cookies)
        with stopped(one):
            statuses += [await answer(address, ASK, key, f"two-{n}") for n in range(RATE)]
            async with httpx2.AsyncClient(base_url=address, timeout=60, cookies=cookies) as browser:
                assert (await browser.get("/memory")).status_code == 200, "the other worker knows the login"
                assert (await browser.post("/memory/logout", headers={"origin": address})).status_code == 303
        async with httpx2.AsyncClient(base_url=address, timeout=60, cookies=cookies) as browser:
            for busy in (one, two):
                with stopped(busy):
                    assert (await browser.get("/memory", headers={"connection": "close"})).status_code == 401
        assert statuses[: RATE - 1] == [200] * (RATE - 1)
        assert 429 in statuses[RATE - 1 :], "with counts of its own the other worker would answer as many again"

        with stopped(two):
            listener = listening(address, other, events=EVENTS)
            heard = await listener.__aenter__()
            await asyncio.sleep(1.5)  # it has looked once
        with stopped(one):
            assert await answer(address, LEARN, other, "told") == 200
        event = (await said(heard))["payload"]["data"]["memoryEvents"]
        assert event["verb"] == "LEARN"
        await listener.__aexit__(None, None, None)

        process.send_signal(signal.SIGTERM)
        assert process.wait(timeout=60) == 0
        assert not any(worker.is_running() for worker in (one, two))
        assert process.stderr is not None
        logged = [json.loads(line) for line in process.stderr.read().splitlines() if line.startswith("{")]
    by = {line["request_id"]: line["worker"] for line in logged if line["event"] == "request"}
    assert {by[f"one-{n}"] for n in range(RATE - 1)} == {1}
    assert {by["two-0"], by["told"]} == {2}
    assert not (Path(environment["GRAPHMEM_HOME"]) / "serve.json").exists()


@pytest.mark.timeout(300)
async def test_another_takes_the_place_of_a_worker_that_is_killed(environment: dict[str, str]) -> None:
    with serving(environment, "--workers", "2") as (process, address):
        key = own_key(environment)["authorization"].split()[1]
        before = workers_of(process.pid)
        os.kill(before[2].pid, signal.SIGKILL)
        for number in range(5):
            assert await answer(address, ASK, key, f"meanwhile-{number}") == 200
        counted = httpx2.get(f"{address}/metrics", headers=own_key(environment), timeout=60).text
        assert 'graphmem_requests_total{route="graphql",status="200",worker="1"}' in counted

        async def replaced() -> bool:
            now = workers_of(process.pid)
            return 2 in now and now[2].pid != before[2].pid

        await until(replaced)
        with stopped(before[1]):  # the new one serves alone, as soon as it is there
            assert await answer(address, ASK, key, "new") == 200
        after = workers_of(process.pid).values()
        process.kill()  # nobody is left to end them but they themselves

        async def gone() -> bool:
            return not any(worker.is_running() for worker in after)

        await until(gone)


@pytest.mark.long
def test_a_store_that_nobody_can_open_ends_all(environment: dict[str, str]) -> None:
    ended = command(environment | {"NEO4J_PASSWORD": "wrong"}, "serve", "--port", "0", "--workers", "2")
    assert ended.returncode == 12, ended.stderr
    assert ended.stderr.count("→") == 1, "the others did not try"


@pytest.mark.parametrize("number", [0, -1, 1000])
def test_a_number_that_no_machine_should_have(number: int) -> None:
    with pytest.raises(ConfigurationError, match=f"--workers {number}") as refused:
        require_sensible(number)
    assert f"1 to {MOST}" in (refused.value.remedy or "")


@contextmanager
def linked(shared: SupervisorLink) -> Iterator[WorkerLink]:
    """A worker's link to what a supervisor keeps."""
    ours, theirs = socket.socketpair()

    def work() -> None:
        with ours, ours.makefile("rb") as lines:
            for line in lines:
                ours.sendall(shared.answer(line, lambda: None))

    answering = threading.Thread(target=work)
    answering.start()
    with theirs:
        yield WorkerLink(theirs, 1)
        theirs.shutdown(socket.SHUT_RDWR)
    answering.join()


def test_what_workers_share() -> None:
    shared = SupervisorLink(Settings(writes_per_minute=2))
    with linked(shared) as one, linked(shared) as two:
        one.ask(READY)
        pages = [LinkedSessions(link) for link in (one, two)]
        assert pages[0].cookie == pages[1].cookie
        secret, local = pages[0].begin("gm_key"), pages[0].begin(None)
        assert (found := pages[1].of(secret)) is not None
        assert found.key == "gm_key"
        assert (found := pages[1].of(local)) is not None
        assert found.key is None
        pages[1].end(secret)
        assert pages[0].of(secret) is None
        for link in (one, two):
            link.count(("ada", "gm_0", "writes"), 1)
        with pytest.raises(RateLimitedError) as refused:
            one.count(("ada", "gm_0", "writes"), 1)
        assert (refused.value.limit, refused.value.retry_after <= 60) == ("2 a minute of", True)
        one.count(("eve", "gm_1", "writes"), 1)


def test_a_supervisor_that_does_not_answer_in_time() -> None:
    ours, theirs = socket.socketpair()
    with theirs, ours:
        link = WorkerLink(theirs, 1)
        for _ in range(2):
            with pytest.raises(OSError, match="timed out"):
                link.ask("of", "secret")
        for number in (1, 2):
            ours.sendall(json.dumps([number, ["late"]]).encode() + b"\n")
        assert not link.has_ended(), "late answers are no end"
        ours.sendall(json.dumps([3, None]).encode() + b"\n")
        assert link.ask("of", "secret") is None
        ours.close()
        assert link.has_ended()
        with pytest.raises(ConnectionError):
            link.ask("of", "secret")
