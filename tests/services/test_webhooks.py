"""Webhooks on a real receiver: signed, sent again until taken, given up in the end, and nobody else's."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from graphmem.errors import DeliveryError, InvalidInputError, NotFoundError
from graphmem.facade import GraphMem
from graphmem.model.audit import Verb
from graphmem.model.job import Job, JobKind, JobState
from graphmem.model.palace import Owner
from graphmem.model.webhook import ATTEMPTS, MOST, EventKind, signature
from graphmem.providers.webhook import Poster
from graphmem.services.webhooks import EVENT_ID, SIGNATURE
from graphmem.store import queries
from graphmem.store.database import Database
from tests.support.receiver import Receiver, receiving
from tests.support.waiting import until
from tests.support.webhook_worker import worker

SAID = "My sister Ceyda moved to Izmir in January."
DUE = queries.parse(
    "due",
    "// Lets waits and leases end.\n// mode: write\n// params: owner\n// returns: nothing\n"
    "MATCH (j:Job {owner: $owner}) SET j.run_after = datetime.realtime(),\n"
    "j.lease_until = CASE WHEN j.state = 'running' THEN datetime.realtime() END",
)


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with receiving() as opened:
        yield opened


async def work(database: Database, owner: Owner, times: int = 1) -> None:
    """Let what waits be due, and work it off."""
    for _ in range(times):
        await database.run(DUE, owner=owner.key)
        await worker(database).drain()


async def deliveries(memory: GraphMem, owner: Owner) -> list[Job]:
    return list((await memory.jobs.list(owner, kinds=[JobKind.WEBHOOK])).items)


async def test_an_event_is_signed_and_holds_no_text(memory: GraphMem, tenant: Owner, receiver: Receiver) -> None:
    added = await memory.webhooks.add(tenant, f"{receiver.url}/events?of=ada")
    await memory.observer.observe(tenant, SAID, speaker="Ada")
    await work(memory.database, tenant)
    ((headers, body),) = receiver.came
    at, mac = (part.partition("=")[2] for part in headers[SIGNATURE].split(","))
    wanted = hmac.new(added.secret.encode(), f"{at}.".encode() + body, hashlib.sha256).hexdigest()
    assert mac == wanted
    (event,) = receiver.events
    (entry,) = [one for one in (await memory.audit.page(tenant)).items if one.verb is Verb.OBSERVE]
    assert (event["id"], event["type"], event["verb"]) == (headers[EVENT_ID], "memory", "observe")
    assert (event["id"], tuple(event["ids"])) == (entry.id, entry.ids)
    assert b"Ceyda" not in body
    assert [job.state for job in await deliveries(memory, tenant)] == [JobState.DONE]


def test_the_signature_is_that_of_the_guide() -> None:
    made = signature("whsec_a", b"{}", at=1)
    assert made == "t=1,v1=" + hmac.new(b"whsec_a", b"1.{}", "sha256").hexdigest()
    assert signature("whsec_b", b"{}", at=1) != made != signature("whsec_a", b"{}", at=2)


async def test_what_is_refused_is_sent_again(memory: GraphMem, tenant: Owner, receiver: Receiver) -> None:
    await memory.webhooks.add(tenant, receiver.url)
    receiver.statuses += [500, 302]
    await memory.observer.observe(tenant, SAID, speaker="Ada")
    await work(memory.database, tenant)
    (job,) = await deliveries(memory, tenant)
    assert (job.state, job.attempts, job.error) == (
        JobState.FAILED, 1, "The receiver answered 500. It must answer 2xx."
    )  # fmt: skip
    assert job.run_after > job.created_at
    await work(memory.database, tenant, times=2)
    assert len({headers[EVENT_ID] for headers, _ in receiver.came}) == 1
    assert len(receiver.came) == 3
    assert [one.state for one in await deliveries(memory, tenant)] == [JobState.DONE]


async def test_what_nobody_takes_is_given_up_and_sent_again_by_hand(
    memory: GraphMem, tenant: Owner, receiver: Receiver
) -> None:
    await memory.webhooks.add(tenant, receiver.url)
    receiver.statuses += [503] * ATTEMPTS
    await memory.observer.observe(tenant, SAID, speaker="Ada")
    await work(memory.database, tenant, times=ATTEMPTS + 2)
    assert len(receiver.came) == ATTEMPTS
    (dead,) = (await memory.webhooks.dead(tenant)).items
    assert (dead.state, dead.attempts) == (JobState.DEAD, ATTEMPTS)
    await memory.jobs.retry(tenant, dead.id)
    await work(memory.database, tenant)
    assert len(receiver.came) == ATTEMPTS + 1
    assert not (await memory.webhooks.dead(tenant)).items


async def test_only_the_owners_events_of_the_kinds_asked_for_are_sent(
    memory: GraphMem, tenant: Owner, receiver: Receiver
) -> None:
    other = Owner.named(f"{tenant.name}-other")
    kept = await memory.webhooks.add(tenant, f"{receiver.url}/memory", [EventKind.MEMORY])
    dreams = await memory.webhooks.add(tenant, f"{receiver.url}/dream", [EventKind.DREAM])
    await memory.observer.observe(other, SAID, speaker="Ada")
    assert await deliveries(memory, tenant) == await deliveries(memory, other) == []
    await memory.observer.observe(tenant, "I prefer window seats on long flights.", speaker="Ada")
    await memory.sessions.start(tenant)
    assert len(await deliveries(memory, tenant)) == 1
    for stranger in (kept.id, dreams.id[:12], ""):
        with pytest.raises(NotFoundError):
            await memory.webhooks.remove(other, stranger)
    with pytest.raises(NotFoundError):
        await memory.webhooks.test(other, kept.id)
    assert await memory.webhooks.list(other) == []
    await memory.webhooks.remove(tenant, kept.id[:12])
    await work(memory.database, tenant)
    assert receiver.came == []  # its webhook was removed before it was sent
    assert [one.id for one in await memory.webhooks.list(tenant)] == [dreams.id]
    verbs = [one.verb for one in (await memory.audit.page(tenant)).items]
    assert (verbs.count(Verb.ADD_WEBHOOK), verbs.count(Verb.REMOVE_WEBHOOK)) == (2, 1)


async def test_an_erasure_takes_webhooks_and_deliveries(memory: GraphMem, tenant: Owner, receiver: Receiver) -> None:
    await memory.webhooks.add(tenant, receiver.url)
    await memory.observer.observe(tenant, SAID, speaker="Ada")
    await memory.erase(owner=tenant.name)
    await work(memory.database, tenant)
    anew = Owner.named(tenant.name)
    await memory.observer.observe(anew, SAID, speaker="Ada")
    assert (receiver.came, await memory.webhooks.list(anew), await deliveries(memory, anew)) == ([], [], [])


async def test_a_killed_process_delivers_after_the_restart(memory: GraphMem, tenant: Owner, receiver: Receiver) -> None:
    database, address = memory.database, memory.database.address
    await memory.webhooks.add(tenant, receiver.url)
    receiver.hold = threading.Event()
    await memory.observer.observe(tenant, SAID, speaker="Ada")
    script = Path(__file__).parent.parent / "support" / "webhook_worker.py"
    child = await asyncio.create_subprocess_exec(sys.executable, script, address.uri, address.password)
    try:

        async def came() -> bool:
            assert child.returncode is None, "the worker ended by itself"
            return len(receiver.came) == 1

        await until(came)
    finally:
        child.kill()
        await child.wait()
    (job,) = await deliveries(memory, tenant)
    assert job.state is JobState.RUNNING
    receiver.hold.set()
    receiver.hold = None
    await work(database, tenant)
    first, second = receiver.events
    assert first == second
    assert [one.state for one in await deliveries(memory, tenant)] == [JobState.DONE]


async def test_a_ping_tells_what_the_receiver_answers(memory: GraphMem, tenant: Owner, receiver: Receiver) -> None:
    added = await memory.webhooks.add(tenant, receiver.url)
    assert await memory.webhooks.test(tenant, added.id) == 200
    assert receiver.events[0]["type"] == "ping"
    receiver.statuses += [404]
    with pytest.raises(DeliveryError, match="answered 404"):
        await memory.webhooks.test(tenant, added.id)
    closed = await memory.webhooks.add(tenant, "http://127.0.0.1:9/")
    with pytest.raises(DeliveryError, match="Nobody at"):
        await memory.webhooks.test(tenant, closed.id)


@pytest.mark.parametrize(
    "url",
    [
        *("", "ftp://example.com", "https://", "http://example.com/", "http://10.0.0.1/", "https://a:b@example.com"),
        *("https://example.com/ x", "https://example.com:99999", "https://example.com/#a", "https://" + "a" * 2_000),
    ],
)
async def test_what_is_no_address_is_refused(memory: GraphMem, tenant: Owner, url: str) -> None:
    with pytest.raises(InvalidInputError) as raised:
        await memory.webhooks.add(tenant, url)
    assert raised.value.field == "url"


async def test_private_addresses_need_a_setting() -> None:
    for url in ("https://10.0.0.1/", "https://192.168.1.1/", "https://169.254.169.254/", "https://[::ffff:10.0.0.1]/"):
        with pytest.raises(DeliveryError, match="private address"):
            await Poster()(url, b"{}", {})
    with pytest.raises(DeliveryError, match="without TLS"):
        await Poster()("http://8.8.8.8/", b"{}", {})


async def test_an_owner_has_so_many_at_most(memory: GraphMem, tenant: Owner) -> None:
    for number in range(MOST):
        await memory.webhooks.add(tenant, f"https://receiver.invalid/{number}")
    with pytest.raises(InvalidInputError, match="webhooks"):
        await memory.webhooks.add(tenant, "https://receiver.invalid/more")
    assert len(await memory.webhooks.list(tenant)) == MOST
