"""What a key may do and how often, from its issue to its end, by every way in."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import httpx2
import pytest
from graphmem_api import create_app
from graphmem_api.auth import Authenticator
from graphmem_api.rates import Rates

from graphmem.errors import AuthenticationError, RateLimitedError
from graphmem.facade import GraphMem
from graphmem.model.access import Access, KeyInfo, Scope
from graphmem.model.palace import Owner
from tests.api.conftest import Client, client_of
from tests.support.page import LOCAL

Issue = Callable[..., Any]
RECALL = '{ recall(query: "anything") { __typename } }'
LEARN = 'mutation { learn(input: {text: "Ada keeps bees."}) { __typename } }'
KEYS = "{ keys { prefix label scopes agent expiresAt usedAt } }"


def code(answer: dict[str, Any]) -> str:
    """The code of the first error, "" without one."""
    return str(answer["errors"][0]["extensions"]["code"]) if answer.get("errors") else ""


async def test_each_scope_opens_its_part(memory: GraphMem, issue: Issue, owner: str) -> None:
    reader = await issue(owner, scopes=[Scope.READ])
    writer = await issue(owner, scopes=[Scope.WRITE], agent="scribe")
    async with client_of(memory) as client:
        client.key = reader
        assert code(await client.ask(RECALL)) == ""
        for document in (LEARN, KEYS, "mutation { applyDream { __typename } }"):
            answer = await client.ask(document)
            assert (code(answer), answer["data"]) == ("FORBIDDEN", None), document
        hidden = f"query Read {RECALL} mutation Write {{ ...all }} fragment all on Mutation {LEARN[9:]}"
        body = {"query": hidden, "operationName": "Write"}
        assert code((await client.post(body)).json()) == "FORBIDDEN"
        assert code((await client.post(body | {"operationName": "Read"})).json()) == ""
        called = {"authorization": f"Bearer {reader}"}
        learnt = await client.http.post("/calls/learn", json={"text": "Ada keeps bees."}, headers=called)
        assert (learnt.status_code, learnt.json()["code"]) == (422, "FORBIDDEN")
        client.key = writer
        assert code(await client.ask(LEARN)) == ""
        assert code(await client.ask(RECALL)) == "FORBIDDEN"
        start = "mutation($agent: String) { startSession(agent: $agent) { __typename ... on Problem { field } } }"
        assert (await client.data(start))["startSession"]["__typename"] == "StartedSession"
        assert (await client.data(start, agent="another"))["startSession"]["field"] == "agent"
        assert (await client.http.post("/memory/login", data={"key": writer})).status_code == 303
        refused = await client.http.get("/memory", headers={"accept-language": "tr"})
        assert refused.status_code == 403
        assert "Anahtarınız buna yetmiyor." in refused.text


async def test_a_key_that_only_writes_reads_nothing_in_what_its_writes_answer(
    memory: GraphMem, issue: Issue, owner: str
) -> None:
    seen = await memory.observer.learn(Owner.named(owner), "Ada keeps bees in Bergen.")
    id_ = seen.statements[0].memory
    assert id_ is not None
    async with client_of(memory) as client:
        client.key = await issue(owner, scopes=[Scope.WRITE])
        forget = """mutation { observe(input: {text: "Please forget what I said about the bees in Bergen."}) {
          ... on Observation { kept forget { remedy candidates { memory pointer %s } } } } }"""
        told = await client.data(forget % "")
        assert id_ in [one["memory"] for one in told["observe"]["forget"][0]["candidates"]]
        assert "Bergen" not in str(told)
        pin = "mutation($id: String!) { pin(id: $id) { ... on MemoryDetail { %s } ... on Problem { field message } } }"
        assert (await client.data(pin % "memory { id pinned }", id=id_[:12]))["pin"]["memory"]["id"] == id_
        hidden = "memory { ...m } } } } fragment m on Memory { id ... on Memory { a: text }"
        around = f"mutation($id: String!) {{ pin(id: $id) {{ ... on MemoryDetail {{ {hidden} }}"
        for document in (
            forget % "text",
            *(pin % one for one in ("memory { text }", "sources { text }", "relations { memory }", "versions { id }")),
            *(pin % f"memory {{ {one} }}" for one in ("sources { pointer }", "relations { memory { id } }", "speaker")),
            around,
        ):
            answer = await client.ask(document, id=id_) if "$id" in document else await client.ask(document)
            assert (code(answer), answer["data"], "Bergen" in str(answer)) == ("FORBIDDEN", None, False), document
            assert answer["errors"][0]["extensions"]["scope"] == "read"
        client.key = await issue(owner, scopes=[Scope.READ, Scope.WRITE])
        both = (await client.data(pin % "memory { text } sources { text }", id=id_))["pin"]
        assert "Bergen" in both["memory"]["text"]
        dream = "mutation { rehearse { ... on AppliedDream { plan { total changes { memory %s } } } } }"
        client.key = await issue(owner, scopes=[Scope.DREAM])
        assert code(await client.ask(dream % "text")) == "FORBIDDEN"
        assert (await client.data(dream % ""))["rehearse"]["plan"]["total"] == 0


@pytest.mark.parametrize(
    "field",
    [
        *("pin", "setImmutable", "forget", "invalidate", "restore", "wake", "promote", "demote", "undoDream", "lift"),
        *("retryJob", "cancelJob"),
    ],
)
async def test_nothing_is_changed_by_a_few_digits(own: GraphMem, client: Client, field: str) -> None:
    seen = await own.observer.learn(own.owner(), "Ada keeps bees in Bergen.")
    id_ = seen.statements[0].memory
    assert id_ is not None
    document = f"mutation($id: String!) {{ {field}(id: $id) {{ ... on Problem {{ code field message remedy }} }} }}"
    for short in (id_[:4], id_[:11], ""):
        refused = (await client.data(document, id=short))[field]
        assert (refused["code"], refused["field"]) == ("INVALID_INPUT", "id")
        assert (repr(short) in refused["message"], "12" in refused["remedy"]) == (True, True)


async def test_a_tool_tells_no_stored_text_to_a_key_that_only_writes(
    memory: GraphMem, issue: Issue, owner: str
) -> None:
    await memory.observer.learn(Owner.named(owner), "Ada keeps bees in Bergen.")
    key = await issue(owner, scopes=[Scope.WRITE])
    async with client_of(memory) as client:
        headers = {"authorization": f"Bearer {key}", "accept": "application/json, text/event-stream"}
        headers["mcp-protocol-version"] = "2025-11-25"

        async def call(tool: str, **arguments: Any) -> dict[str, Any]:
            params = {"name": tool, "arguments": arguments}
            body = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}
            answer: dict[str, Any] = (await client.http.post("/mcp", json=body, headers=headers)).json()["result"]
            assert "Bergen" not in str(answer)
            return answer

        asked = await call("learn", text="Please forget what I said about the bees in Bergen.")
        assert asked["structuredContent"]["forget"][0]["candidates"][0]["id"], "the id is told"
        learnt = await call("learn", text="The backups of Bergen are made with restic on Sundays.")
        (made,) = learnt["structuredContent"]["memories"]
        assert made["id"][:12] in learnt["content"][0]["text"]
        await call("episode", event="The hive of Bergen was lost.")
        await call("procedure", name="Feed the bees of Bergen", steps=["Boil sugar for Bergen."])
        assert (await call("forget", id=made["id"][:11]))["isError"]
        assert not (await call("forget", id=made["id"][:12]))["isError"]


async def test_a_tool_call_needs_its_scope(memory: GraphMem, issue: Issue, owner: str) -> None:
    key = await issue(owner, scopes=[Scope.READ])
    async with client_of(memory) as client:
        headers = {"authorization": f"Bearer {key}", "accept": "application/json, text/event-stream"}
        headers["mcp-protocol-version"] = "2025-11-25"

        async def call(tool: str, **arguments: Any) -> dict[str, Any]:
            params = {"name": tool, "arguments": arguments}
            body = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}
            answer: dict[str, Any] = (await client.http.post("/mcp", json=body, headers=headers)).json()["result"]
            return answer

        assert not (await call("recall", query="Where does Ada live?"))["isError"]
        refused = await call("learn", text="Ada moved to Izmir.")
        assert refused["isError"]
        assert "scope 'write'" in refused["content"][0]["text"]


async def test_a_key_is_issued_rotated_and_revoked_by_an_admin(memory: GraphMem, issue: Issue, owner: str) -> None:
    async with client_of(memory) as client:
        client.key = await issue(owner, scopes=[Scope.ADMIN, Scope.READ])
        until = (datetime.now(UTC) + timedelta(days=7)).isoformat()
        answer = await client.data(
            """mutation($until: DateTime) { issueKey(label: "phone", scopes: [READ], agent: "ada", expiresAt: $until) {
            ... on IssuedKey { secret key { prefix } } } }""",
            until=until,
        )
        first = answer["issueKey"]
        assert first["secret"].startswith(first["key"]["prefix"] + "_")
        rotate = """mutation($key: String!, $hours: Float!) { rotateKey(key: $key, overlapHours: $hours) {
          __typename ... on IssuedKey { secret key { scopes agent } } ... on Problem { field } } }"""
        second = (await client.data(rotate, key="phone", hours=1.0))["rotateKey"]
        assert second["key"] == {"scopes": ["READ"], "agent": "ada"}
        listed = [key for key in (await client.data(KEYS))["keys"] if key["label"] == "phone"]
        assert [key["agent"] for key in listed] == ["ada", "ada"]
        assert "secret" not in str(listed)
        for secret in (first["secret"], second["secret"]):  # both, as long as they overlap
            access = await memory.keys.access_of(secret)
            assert access is not None
            assert access.owner == Owner.named(owner)
        used = [key["usedAt"] for key in (await client.data(KEYS))["keys"]]
        assert all(hour.endswith(":00:00+00:00") for hour in used)
        third = (await client.data(rotate, key=first["key"]["prefix"], hours=0.0))["rotateKey"]
        revoke = "mutation($key: String!) { revokeKey(key: $key) { __typename ... on RevokedKeys { revoked } } }"
        assert (await client.data(revoke, key=second["secret"]))["revokeKey"]["revoked"] == 1
        keeper = Authenticator(memory.keys, memory.owner(), "gl_token")
        assert (await keeper.access_with(third["secret"])).agent == "ada"
        for gone, why in ((first["secret"], "expired"), (second["secret"], "revoked")):
            with pytest.raises(AuthenticationError, match=why):
                await keeper.access_with(gone)
        await memory.keys.revoke(Owner.named(owner), "phone")


GIVE = """mutation($scopes: [Scope!]!, $until: DateTime, $agent: String) {
  issueKey(label: "phone", scopes: $scopes, expiresAt: $until, agent: $agent) {
    ... on IssuedKey { key { scopes agent expiresAt } } ... on Problem { code field message remedy } } }"""


async def test_a_key_gives_out_no_more_than_it_has(memory: GraphMem, issue: Issue, owner: str) -> None:
    end = datetime.now(UTC).replace(microsecond=0) + timedelta(days=7)
    admin = await issue(owner, scopes=[Scope.ADMIN, Scope.READ], expires_at=end, agent="ada")
    everything = await issue(owner)
    async with client_of(memory) as client:
        client.key = admin
        later = (end + timedelta(days=1)).isoformat()
        wrong: dict[str, dict[str, Any]] = {
            "scopes": {"scopes": ["READ", "WRITE"]},
            "expiresAt": {"scopes": ["READ"], "until": later},
            "agent": {"scopes": ["READ"], "agent": "eve"},
        }
        for field, asked in wrong.items():
            refused = (await client.data(GIVE, **asked))["issueKey"]
            assert (refused["code"], refused["field"]) == ("INVALID_INPUT", field)
            assert admin[:13] in refused["message"]
        given = (await client.data(GIVE, scopes=["READ"]))["issueKey"]["key"]
        assert (given["scopes"], given["agent"]) == (["READ"], "ada")
        assert datetime.fromisoformat(given["expiresAt"]) == end, "without an end of its own it ends with its issuer"
        rotate = """mutation($key: String!) { rotateKey(key: $key) {
          __typename ... on Problem { code field message } } }"""
        refused = (await client.data(rotate, key=everything[:13]))["rotateKey"]
        assert (refused["code"], refused["field"]) == ("INVALID_INPUT", "key")
        assert "dream, write" in refused["message"]
        assert (await client.data(rotate, key=admin[:13]))["rotateKey"]["__typename"] == "IssuedKey"
    await memory.keys.revoke(Owner.named(owner), "phone")


async def test_only_who_gives_keys_out_sees_them_on_the_page(memory: GraphMem, issue: Issue, owner: str) -> None:
    reader = await issue(owner, scopes=[Scope.READ])
    admin = await issue(owner, scopes=[Scope.READ, Scope.ADMIN])
    for key, shown in ((reader, False), (admin, True)):
        async with client_of(memory, local=False) as client:
            await client.http.post("/memory/login", data={"key": key})
            page = await client.http.get("/memory/settings")
            assert (page.status_code, admin[:13] in page.text, reader[:13] in page.text) == (200, shown, shown)


async def test_a_key_of_one_scope_gets_nothing_stored_by_other_doors(
    memory: GraphMem, issue: Issue, owner: str
) -> None:
    await memory.observer.learn(Owner.named(owner), "Ada keeps bees in Bergen.")
    async with client_of(memory, local=False) as client:
        for scopes in ([Scope.ADMIN], [Scope.WRITE], [Scope.DREAM], [Scope.ADMIN, Scope.WRITE]):
            headers = {"authorization": f"Bearer {await issue(owner, scopes=scopes)}"}
            archive = await client.http.get("/archive", headers=headers)
            said = {"text": "Please forget what I said about the bees in Bergen."}
            called = await client.http.post("/calls/observe", json=said, headers=headers)
            assert (archive.status_code, called.json()["code"]) == (403, "FORBIDDEN"), scopes
            assert b"Bergen" not in archive.content + called.content
        headers = {"authorization": f"Bearer {await issue(owner, scopes=[Scope.ADMIN, Scope.READ])}"}
        assert (await client.http.get("/archive", headers=headers)).status_code == 200
        assert (await client.http.post("/archive", content=b"x", headers=headers)).status_code == 403


ISSUE = """mutation($label: String!, $until: DateTime) { issueKey(label: $label, scopes: [READ], expiresAt: $until) {
  ... on Problem { code field message remedy } } }"""


@pytest.mark.parametrize("label", ["a\0", "a\u001b[31mb", "a\nb"])
async def test_a_label_is_what_people_can_see(client: Client, label: str) -> None:
    refused = (await client.data(ISSUE, label=label))["issueKey"]
    assert (refused["code"], refused["field"]) == ("INVALID_INPUT", "label")
    assert ascii(label) in refused["message"]


@pytest.mark.parametrize("moment", ["9999-12-31T23:59:59-14:00", "0001-01-01T00:00:00+14:00", "soon"])
async def test_a_moment_that_is_none_is_the_callers_mistake(client: Client, moment: str) -> None:
    written = ISSUE.replace(", $until: DateTime", "").replace("$until", f'"{moment}"')
    for answer in (await client.ask(ISSUE, label="x", until=moment), await client.ask(written, label="x")):
        (error,) = answer["errors"]
        assert moment in error["message"]
        assert error["extensions"]["code"] == "INVALID_INPUT"
        assert "2026-05-08T13:56:00Z" in error["extensions"]["remedy"]
    over = (await client.data(ISSUE, label="x", until="0001-01-01T00:00:00Z"))["issueKey"]
    assert (over["field"], over["message"]) == ("expiresAt", "0001-01-01T00:00:00Z is over already.")
    rotate = 'mutation { rotateKey(key: "x", overlapHours: 9999) { ... on Problem { field } } }'
    assert (await client.data(rotate))["rotateKey"]["field"] == "overlapHours", "as the schema calls the argument"


async def test_a_key_of_an_earlier_release_opens_everything(memory: GraphMem, issue: Issue, owner: str) -> None:
    key = await issue(owner, scopes=[Scope.READ])
    forget = "MATCH (k:ApiKey {owner: $owner}) REMOVE k.scopes, k.prefix"
    await memory.database.driver.execute_query(forget, owner=Owner.named(owner).key)
    async with client_of(memory) as client:
        client.key = key
        assert (await client.data(KEYS))["keys"][0]["prefix"].startswith("#")
        assert code(await client.ask(LEARN)) == ""


def test_reads_and_writes_are_counted_apart(memory: GraphMem) -> None:
    settings = memory.settings.model_copy(update={"reads_per_minute": 3, "writes_per_minute": 1})
    rates = Rates(settings)
    key = KeyInfo("gm_0123456789", "test", frozenset(Scope), datetime.now(UTC))
    access = Access(Owner.named("ada"), key.scopes, key)
    rates.take(access, Scope.READ, 2)
    rates.take(access, Scope.WRITE)
    rates.take(access, Scope.READ)
    for scope in (Scope.READ, Scope.WRITE, Scope.ADMIN):
        with pytest.raises(RateLimitedError) as refused:
            rates.take(access, scope)
        assert 1 <= refused.value.retry_after <= 60
    for _ in range(10):
        rates.take(Access(Owner.named("ada")), Scope.READ)  # this machine's own user


async def test_too_many_requests_are_told_when_to_come_again(memory: GraphMem, issue: Issue, owner: str) -> None:
    settings = memory.settings.model_copy(update={"reads_per_minute": 2})
    app = create_app(settings, memory)
    transport = httpx2.ASGITransport(app=app, client=("127.0.0.1", 1))
    async with app.router.lifespan_context(app), httpx2.AsyncClient(transport=transport, base_url=LOCAL) as http:
        client = Client(http, await issue(owner))
        two = await client.post({"query": "{ health { drawers } memoryStats { memories } }"})
        assert "errors" not in two.json()
        third = await client.post({"query": "{ health { drawers } }"})
        assert third.status_code == 429
        assert int(third.headers["retry-after"]) >= 1
        assert third.json()["errors"][0]["extensions"]["retryAfter"] >= 1
        assert code(third.json()) == "RATE_LIMITED"
        assert code(await client.ask(LEARN)) == "", "writes are counted apart"
