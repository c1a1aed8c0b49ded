"""Two `graphmem serve` on one Neo4j do each job once, forget a revoked key, and stand in for one that is killed."""

from __future__ import annotations

import asyncio
import os
import subprocess
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx2
import pytest
from graphmem_api.auth import REMEMBERED_SECONDS

from graphmem.facade import GraphMem
from graphmem.model.job import Job, JobKind, JobState
from graphmem.model.palace import Owner
from tests.api.test_serve import environment as environment
from tests.api.test_serve import serving
from tests.support.waiting import until

pytestmark = pytest.mark.long

Issue = Callable[..., Any]
LATER = "mutation($i: ConversationInput!) { mineLater(input: $i) { ... on Job { id } ... on Problem { message } } }"
JOBS, TURNS, LONG = 6, 5, 240
"""Conversations that are asked for at once and the turns of each; turns of one that takes seconds to read."""


def conversation(name: str, turns: int) -> dict[str, Any]:
    told = [f"In week {number} Ada planted {number + 2} trees in the garden {name}." for number in range(turns)]
    return {"title": name, "id": name, "wing": "Gardens", "turns": [{"text": text, "speaker": "Ada"} for text in told]}


class Asked:
    """Servers, asked as the holder of a key."""

    def __init__(self, addresses: list[str]) -> None:
        self.addresses = addresses

    async def post(self, which: int, key: str, query: str, **variables: Any) -> httpx2.Response:
        async with httpx2.AsyncClient(base_url=self.addresses[which], timeout=60) as http:
            headers = {"authorization": f"Bearer {key}"}
            return await http.post("/graphql", json={"query": query, "variables": variables}, headers=headers)

    async def later(self, which: int, key: str, name: str, turns: int) -> str:
        """Have a conversation mined by whoever comes first; the job's id."""
        answer = (await self.post(which, key, LATER, i=conversation(name, turns))).json()
        return str(answer["data"]["mineLater"]["id"])

    async def filed(self, which: int, key: str) -> int:
        """How many turns the owner has."""
        answer = (await self.post(which, key, "{ health { drawers } }")).json()
        return int(answer["data"]["health"]["drawers"])


@pytest.mark.timeout(600)
async def test_two_servers_share_the_work_and_what_ended(
    environment: dict[str, str], memory: GraphMem, issue: Issue, owner: str, tmp_path: Path
) -> None:
    tenant, other = Owner.named(owner), Owner.named(f"{owner}-revoked")
    key, taken_back = await issue(owner), await issue(other.name)

    async def job(id_: str) -> Job:
        return await memory.jobs.get(tenant, id_)

    async def all_done() -> bool:
        open_ = (JobState.QUEUED, JobState.RUNNING, JobState.FAILED)
        return not (await memory.jobs.list(tenant, kinds=[JobKind.MINE], states=open_)).items

    with ExitStack() as stack:
        servers: dict[int, subprocess.Popen[str]] = {}
        asked = Asked([])
        for name in ("one", "two"):
            process, address = stack.enter_context(serving(environment | {"GRAPHMEM_HOME": str(tmp_path / name)}))
            servers[process.pid] = process
            asked.addresses.append(address)

        for which in (0, 1):  # from now on each of them knows the key
            assert (await asked.post(which, taken_back, "{ health { drawers } }")).status_code == 200
        await memory.keys.revoke(other, "test")  # by a third process, for all that they know
        revoked = time.monotonic()

        for number in range(JOBS):
            await asked.later(number % 2, key, f"garden {number}", TURNS)
        await until(all_done)
        done = (await memory.jobs.list(tenant, kinds=[JobKind.MINE], first=100)).items
        assert [(one.state, one.attempts) for one in done] == [(JobState.DONE, 1)] * JOBS
        assert [await asked.filed(which, key) for which in (0, 1)] == [JOBS * TURNS] * 2

        long = await asked.later(0, key, "orchard", LONG)
        await until(lambda: _is(job, long, JobState.RUNNING))
        killed = _process_of(await job(long))
        servers[killed].kill()
        assert (await job(long)).state is JobState.RUNNING, "it was done before its server died"
        lapse = "MATCH (j:Job {id: $id}) SET j.lease_until = datetime.realtime() - duration('PT1S')"
        await memory.database.driver.execute_query(lapse, id=long)
        await until(lambda: _is(job, long, JobState.DONE))
        ended = await job(long)
        assert (ended.attempts, _process_of(ended)) == (2, next(pid for pid in servers if pid != killed))
        left = 1 - list(servers).index(killed)
        assert await asked.filed(left, key) == JOBS * TURNS + LONG, "nothing of it twice, nothing lost"

        await asyncio.sleep(max(0.0, revoked + REMEMBERED_SECONDS - time.monotonic()))
        assert (await asked.post(left, taken_back, "{ health { drawers } }")).status_code == 401
        assert (await asked.post(left, key, "{ health { drawers } }")).status_code == 200


async def _is(job: Callable[[str], Any], id_: str, state: JobState) -> bool:
    return bool((await job(id_)).state is state)


def _process_of(job: Job) -> int:
    """The process whose worker has a job, or had it last."""
    assert job.worker is not None
    host, pid, _ = job.worker.rsplit("/", 2)
    assert host == os.uname().nodename
    return int(pid)
