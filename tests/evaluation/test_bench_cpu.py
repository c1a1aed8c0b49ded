"""What a request does at the most: statements, writing transactions, passes and tokens of the encoders. Times are not
held: they are the machine's."""

from __future__ import annotations

import pytest

from graphmem.evaluation import bench_cpu
from graphmem.facade import GraphMem
from graphmem.model.palace import Owner

TURNS, REQUESTS = 40, 12
MOST = {
    "recall": {"statements": 13, "writes": 1, "passes": 2.1, "tokens": 37},
    "observe": {"statements": 14, "writes": 1.3, "passes": 3.2, "tokens": 87},
    "say": {"statements": 8, "writes": 1.1, "passes": 1, "tokens": 30},
    "read later": {"statements": 3, "writes": 0.4, "passes": 2.6, "tokens": 64},
}


@pytest.mark.timeout(300)
async def test_a_request_does_no_more_than_this(memory: GraphMem, tenant: Owner) -> None:
    await bench_cpu.fill(memory, tenant, TURNS)
    found = await bench_cpu.count_requests(memory, tenant, REQUESTS, bench_cpu.Texts())
    beyond = {
        (verb, what): counts[what]
        for verb, counts in found.items()
        for what in MOST[verb]
        if counts[what] > MOST[verb][what]
    }
    assert not beyond, found
    assert found["recall"]["db_hits"] > 100
    assert min(found[verb]["passes"] for verb in MOST) > 0
