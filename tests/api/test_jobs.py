"""Jobs through GraphQL: seen with their errors, queued again, never another owner's."""

from __future__ import annotations

from graphmem.facade import GraphMem
from graphmem.model.job import JobKind
from graphmem.model.palace import Owner
from tests.api.conftest import Client, client_of, of_owner
from tests.support.waiting import until

JOB = "id kind state attempts maxAttempts done total error createdAt runAfter startedAt endedAt"
LIST = f"""query($states: [JobState!], $kinds: [JobKind!], $first: Int! = 10, $after: String) {{
  jobs(states: $states, kinds: $kinds, first: $first, after: $after) {{
    nodes {{ {JOB} }} pageInfo {{ hasNextPage endCursor }} }} }}"""
RETRY = f"""mutation($id: String!) {{ retryJob(id: $id) {{ __typename
  ... on Job {{ {JOB} }} ... on Problem {{ code field message remedy }} }} }}"""

CANCEL = RETRY.replace("retryJob", "cancelJob")


async def dead(client: Client, memory: GraphMem, name: str) -> str:
    """A job that no repetition can cure, tried once by the application's own worker."""
    given = {"title": "Talk", "turns": [], "started_at": "someday"}
    job = await memory.jobs.enqueue(Owner.named(name), JobKind.MINE, given)

    async def has_ended() -> bool:
        return [one["state"] for one in (await client.data(LIST))["jobs"]["nodes"]] == ["DEAD"]

    await until(has_ended)
    return job.id


async def test_a_dead_job_shows_its_error_and_is_queued_again(client: Client, memory: GraphMem, owner: str) -> None:
    id_ = await dead(client, memory, owner)
    (job,) = (await client.data(LIST))["jobs"]["nodes"]
    assert (job["id"], job["kind"], job["state"], job["attempts"]) == (id_, "MINE", "DEAD", 1)
    assert "someday" in job["error"]
    assert (await client.data(LIST, states=["QUEUED", "DONE"]))["jobs"]["nodes"] == []
    assert (await client.data(LIST, kinds=["EXTRACT"]))["jobs"]["nodes"] == []
    again = (await client.data(RETRY, id=id_))["retryJob"]
    assert (again["__typename"], again["state"]) == ("Job", "QUEUED")


async def test_jobs_are_paged(client: Client, memory: GraphMem, owner: str) -> None:
    tenant = Owner.named(owner)
    asked = [await memory.jobs.enqueue(tenant, JobKind.EXTRACT, {"n": n}, delay_seconds=3_600) for n in range(3)]
    found, after, more = [], None, True
    while more:
        page = (await client.data(LIST, first=2, after=after))["jobs"]
        found += [job["id"] for job in page["nodes"]]
        after, more = page["pageInfo"]["endCursor"], page["pageInfo"]["hasNextPage"]
    assert found == [job.id for job in reversed(asked)]
    for first, cursor, field in ((0, None, "first"), (101, None, "first"), (1, "x", "after")):
        answer = await client.ask(LIST, first=first, after=cursor)
        assert answer["errors"][0]["extensions"]["field"] == field


async def test_unknown_and_other_owners_jobs_are_not_found(client: Client, memory: GraphMem, owner: str) -> None:
    id_ = await dead(client, memory, owner)
    async with client_of(of_owner(memory, f"{owner}-other")) as other:
        assert (await other.data(LIST))["jobs"]["nodes"] == []
        theirs = (await other.data(RETRY, id=id_))["retryJob"]
    never = (await client.data(RETRY, id="0" * 32))["retryJob"]
    assert (theirs["code"], theirs["field"]) == (never["code"], never["field"]) == ("NOT_FOUND", "id")
    assert (await client.data(LIST))["jobs"]["nodes"][0]["state"] == "DEAD"


async def test_a_waiting_job_is_taken_back_once(client: Client, memory: GraphMem, owner: str) -> None:
    job = await memory.jobs.enqueue(Owner.named(owner), JobKind.EXTRACT, {"n": 1}, delay_seconds=3_600)
    async with client_of(of_owner(memory, f"{owner}-other")) as other:
        assert (await other.data(CANCEL, id=job.id))["cancelJob"]["code"] == "NOT_FOUND"
    waiting = (await client.data(RETRY, id=job.id))["retryJob"]
    assert (waiting["__typename"], waiting["field"]) == ("InvalidInput", "id")
    cancelled = (await client.data(CANCEL, id=job.id))["cancelJob"]
    assert (cancelled["__typename"], cancelled["state"]) == ("Job", "CANCELLED")
    twice = (await client.data(CANCEL, id=job.id))["cancelJob"]
    assert (twice["__typename"], twice["field"]) == ("InvalidInput", "id")
    assert twice["remedy"]
