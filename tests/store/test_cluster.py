"""Behind a cluster: readers read, the leader writes, and nothing is lost or doubled when it is another one."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager

import pytest
import pytest_asyncio

from graphmem.errors import DatabaseError, DatabaseUnavailableError
from graphmem.model.palace import Owner
from graphmem.store import database as module
from graphmem.store import filing, queries
from graphmem.store.bookmarks import SeenBookmarks, seen
from graphmem.store.database import Database, Transaction
from tests.support.cluster import MEMBERS, Cluster, Fault

ENTER = queries.parse(
    "test/enter",
    "// One more entry.\n// mode: write\n// params: owner, id\n// returns: nothing\n"
    "MERGE (e:Owner {key: $owner}) SET e.entries = coalesce(e.entries, []) + $id, e.count = coalesce(e.count, 0) + 1",
)
ENTRIES = queries.parse(
    "test/entries",
    "// All of them.\n// mode: read\n// params: owner\n// returns: entries, count\n"
    "MATCH (e:Owner {key: $owner}) RETURN e.entries AS entries, e.count AS count",
)
SLY = queries.parse(
    "test/sly", "// Says it reads.\n// mode: read\n// params: owner\n// returns: nothing\nCREATE (:Owner {key: $owner})"
)
ROUNDS = 200


@pytest_asyncio.fixture(loop_scope="session")
async def clustered(cluster: Cluster) -> AsyncIterator[Database]:
    """A database whose address is the cluster's; at the end the cluster is whole again."""
    async with connected(cluster) as opened:
        yield opened
    cluster.heal()


@asynccontextmanager
async def connected(cluster: Cluster) -> AsyncIterator[Database]:
    """Another process, for all that the cluster knows."""
    opened = await Database.connect(cluster.address)
    try:
        yield opened
    finally:
        await opened.aclose()


async def test_readers_read_and_the_leader_writes(clustered: Database, cluster: Cluster, owner: str) -> None:
    before = cluster.begun.copy()
    await clustered.run(ENTER, owner=owner, id="a")
    for _ in range(10):
        assert (await clustered.run(ENTRIES, owner=owner))[0]["count"] == 1
    begun = cluster.begun - before
    assert {member for member, _ in begun} <= {0, 1, 2}
    assert begun[0, "w"] == 1
    assert begun[1, "r"] + begun[2, "r"] == 10
    with pytest.raises(DatabaseError, match="read access mode"):
        await clustered.run(SLY, owner=owner)


async def test_what_lost_its_connection_in_the_middle_of_commit_is_done_once(
    clustered: Database, cluster: Cluster, owner: str
) -> None:
    for number, fault in enumerate(Fault):
        cluster.faults.append(fault)

        async def enter(transaction: Transaction, number: int = number) -> int:
            await transaction.run(ENTER, owner=owner, id=str(number))
            return number

        assert await clustered.write(enter) == number, "what was committed is answered as if nothing had happened"
        assert cluster.injected[fault] >= 1
    assert await clustered.run(ENTRIES, owner=owner) == [{"entries": ["0", "1", "2"], "count": 3}]


async def test_a_read_at_the_leader_is_begun_anew_when_its_connection_is_lost(
    clustered: Database, cluster: Cluster, owner: str
) -> None:
    await clustered.run(ENTER, owner=owner, id="a")
    cluster.leader = 1
    cluster.faults.extend([Fault.LOST_BEFORE, Fault.LOST_AFTER])
    assert (await clustered.leader.run(ENTRIES, owner=owner))[0]["entries"] == ["a"]
    assert not cluster.faults


@pytest.mark.long
@pytest.mark.timeout(1200)
async def test_the_leader_is_lost_two_hundred_times_and_nothing_of_what_was_written(
    cluster: Cluster, clustered: Database, owner: str
) -> None:
    """Four writers, each round a fault and another leader: every entry is there once, and writing goes on by itself
    before a routing table is too old."""
    chance = random.Random(40)
    told: list[str] = []
    done, longest, age = asyncio.Event(), 0.0, 20.0

    async def writer(name: str) -> None:
        number = 0
        while not done.is_set():
            number += 1
            await clustered.run(ENTER, owner=f"{owner}-{name}", id=f"{number}")
            told.append(f"{name}/{number}")

    writers = [asyncio.create_task(writer(name)) for name in "abcd"]
    before = cluster.injected.copy()
    try:
        for _ in range(ROUNDS):
            injected = cluster.injected.total()
            cluster.faults.append(chance.choice(list(Fault)))
            async with asyncio.timeout(2 * age):
                while cluster.injected.total() == injected:  # noqa: ASYNC110 - by another thread
                    await asyncio.sleep(0.005)
                cluster.leader = chance.choice([one for one in range(MEMBERS) if one != cluster.leader])
                moved, known = time.monotonic(), len(told)
                while len(told) == known:
                    assert not any(one.done() for one in writers)
                    await asyncio.sleep(0.005)
                longest = max(longest, time.monotonic() - moved)
    finally:
        done.set()
        await asyncio.gather(*writers)
    for name in "abcd":
        (row,) = await clustered.run(ENTRIES, owner=f"{owner}-{name}")
        mine = [one.partition("/")[2] for one in told if one.startswith(name)]
        assert row["entries"] == mine, "each once, in their order"
        assert row["count"] == len(mine)
    lost = cluster.injected - before
    assert lost.total() == ROUNDS
    assert all(lost[fault] >= ROUNDS // 10 for fault in Fault)
    print(f"{len(told)} writes, {ROUNDS} leaders lost {dict(lost)}: nobody wrote for {longest:.1f} s at the longest")
    assert longest < age


async def test_a_reader_that_is_behind_waits_for_what_this_process_wrote(
    clustered: Database, cluster: Cluster, owner: str
) -> None:
    cluster.catching_up, blind = 0.2, cluster.blind
    for number in range(5):
        cluster.fall_behind(1, 2)
        await clustered.run(ENTER, owner=owner, id=str(number))
        assert (await clustered.run(ENTRIES, owner=owner))[0]["count"] == number + 1
    assert cluster.blind == blind


async def test_another_process_sees_it_with_the_bookmark(clustered: Database, cluster: Cluster, owner: str) -> None:
    async with connected(cluster) as other:
        cluster.fall_behind(1, 2)
        request = SeenBookmarks()
        token = seen.set(request)
        await clustered.run(ENTER, owner=owner, id="a")
        seen.reset(token)
        assert await other.run(ENTRIES, owner=owner) == [], "the member that answers has not heard of it"
        token = seen.set(SeenBookmarks(awaited=frozenset(request.reached)))
        assert (await other.run(ENTRIES, owner=owner))[0]["count"] == 1
        seen.reset(token)
        assert await other.run(ENTRIES, owner=owner), "what was seen once is not unseen"


async def test_who_holds_an_owner_reads_what_others_wrote_before(clustered: Database, cluster: Cluster) -> None:
    whose = Owner.named("holding")
    async with connected(cluster) as other:
        cluster.fall_behind(1, 2)
        await other.run(ENTER, owner=whose.key, id="a")
        async with filing.writes_blocked(clustered, whose):
            assert (await clustered.run(ENTRIES, owner=whose.key))[0]["entries"] == ["a"]


async def test_without_a_leader_reads_go_on_and_writes_say_so_in_time(
    cluster: Cluster, clustered: Database, owner: str
) -> None:
    await clustered.run(ENTER, owner=owner, id="a")
    hurried = Database(module._driver(cluster.address, retry_seconds=2), cluster.address)
    cluster.leader = None
    since = time.monotonic()
    with pytest.raises(DatabaseUnavailableError, match="no leader to write to") as caught:
        await hurried.run(ENTER, owner=owner, id="b")
    assert time.monotonic() - since < 6
    assert "SHOW DATABASES" in caught.value.remedy
    assert (await clustered.run(ENTRIES, owner=owner))[0]["entries"] == ["a"]
    waiting = asyncio.create_task(clustered.run(ENTER, owner=owner, id="c"))
    await asyncio.sleep(1)
    cluster.leader = 1
    await waiting
    assert (await clustered.run(ENTRIES, owner=owner))[0]["entries"] == ["a", "c"]
    await hurried.aclose()


async def test_a_reader_that_cannot_be_reached_is_left_out_and_found_again(cluster: Cluster, owner: str) -> None:
    cluster.ttl = 1
    async with connected(cluster) as database:
        await database.run(ENTER, owner=owner, id="a")
        cluster.take_down(1)
        before = cluster.begun.copy()
        for _ in range(5):
            assert await database.run(ENTRIES, owner=owner)
        assert (cluster.begun - before)[2, "r"] == 5
        cluster.heal()
        await asyncio.sleep(1)
        before = cluster.begun.copy()
        await asyncio.gather(*(database.run(ENTRIES, owner=owner) for _ in range(20)))
        assert (cluster.begun - before)[1, "r"] > 0
    cluster.heal()


async def test_a_process_that_ends_takes_its_marks_along(cluster: Cluster, database: Database, owner: str) -> None:
    count = queries.parse(
        "test/marks",
        "// How many.\n// mode: read\n// params: nothing\n// returns: marks\n"
        "MATCH (l:Lease) WHERE l.name STARTS WITH 'commit ' RETURN count(l) AS marks",
    )
    (before,) = await database.run(count)
    async with AsyncExitStack() as stack:
        other = await stack.enter_async_context(connected(cluster))
        await asyncio.gather(*(other.run(ENTER, owner=f"{owner}-{number}", id="a") for number in range(8)))
        (during,) = await database.run(count)
        assert before["marks"] < during["marks"] <= before["marks"] + 8
    assert await database.run(count) == [before]
