"""Documents and bodies beyond the limits are refused at once, with the limit and the way to stay in it."""

from __future__ import annotations

import asyncio
import time
from typing import Any

import httpx2
import pytest
from graphmem_api.capacity import Capacity
from graphmem_api.endpoint import MAX_BODY
from graphmem_api.export import sdl
from graphmem_api.limits import UNPAGED
from graphql import build_schema
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.routing import Route

from tests.api.conftest import Client
from tests.support.page import LOCAL


async def refused(client: Client, query: str, **variables: Any) -> str:
    answer = await client.ask(query, **variables)
    assert answer.get("data") is None
    return " ".join(error["message"] for error in answer["errors"])


async def test_depth(client: Client) -> None:
    deep = "{ __typename " + "... on Query { health { __typename } " * 3 + "} " * 3 + "}"
    assert "errors" not in await client.ask(deep)
    nested = "{ __schema { types " + "{ fields { type " * 10 + "{ name }" + " } }" * 10 + " } }"
    assert "levels deep; 20 is the limit" in await refused(client, nested)


async def test_a_document_that_was_valid_before_is_limited_by_its_variables_all_the_same(client: Client) -> None:
    pages = """query($n: Int!) { palace(first: $n) { nodes { rooms(first: $n) { nodes {
      closets(first: $n) { nodes { topic topic2: topic } } } } } } }"""
    for _ in range(2):
        assert "errors" not in await client.ask(pages, n=5)
    assert "50,000" in await refused(client, pages, n=100)
    assert "errors" not in await client.ask(pages, n=5)
    assert "50,000" in await refused(client, pages)
    for _ in range(2):
        assert "Cannot query field" in await refused(client, "{ health { nothing } }")


async def test_aliases(client: Client) -> None:
    aliases = " ".join(f"a{n}: health {{ drawers }}" for n in range(31))
    assert "31 aliases; 30 is the limit" in await refused(client, f"{{ {aliases} }}")


async def test_cost_multiplies_nested_pages(client: Client) -> None:
    tree = (
        "{ palace(first: 100) { nodes { rooms(first: 100) { nodes { closets(first: 100) { nodes { topic } } } } } } }"
    )
    message = await refused(client, tree)
    assert "fields at most; 50,000 is the limit" in message
    assert "Lower `first`" in message
    by_variable = """query($n: Int!) { palace(first: $n) { nodes { rooms(first: $n) { nodes {
      closets(first: $n) { nodes { topic } } } } } } }"""
    assert "50,000" in await refused(client, by_variable, n=100)
    assert "errors" not in await client.ask(by_variable, n=5)


@pytest.mark.parametrize(
    "sizes", ["first: 100", "limit: 100", "limit: 1, first: 100", "limit: 100, first: 1", "limit: 1, first: null"]
)
async def test_the_former_name_of_a_size_costs_as_much(client: Client, sizes: str) -> None:
    fields = "id text category priority tier importance utility stability valence arousal flashbulb pinned immutable"
    fragment = f"fragment f on RelatedMemories {{ memories {{ memory {{ {fields} lesson language speaker scope }} }} }}"
    asked = " ".join(f'a{n}: related(id: "x", SIZES) {{ ...f }}' for n in range(30))
    assert "50,000" in await refused(client, f"{{ {asked.replace('SIZES', sizes)} }} {fragment}")
    assert "errors" not in await client.ask(f"{{ {asked.replace('SIZES', 'limit: 1')} }} {fragment}")


@pytest.mark.parametrize("number", ["9" * 4_000, "-1", "0", "1e9", '"x"', "null", "[]"])
async def test_odd_page_sizes_are_the_callers_mistake(client: Client, number: str) -> None:
    answer = await client.ask(f"{{ palace(first: {number}) {{ nodes {{ name }} }} }}")
    assert "id" not in answer["errors"][0].get("extensions", {})


async def test_doubled_fragments_are_measured_in_no_time(client: Client) -> None:
    fragments = " ".join(f"fragment f{n} on Query {{ ...f{n + 1} ...f{n + 1} }}" for n in range(60))
    since = time.perf_counter()
    message = await refused(client, f"{{ ...f0 }} {fragments} fragment f60 on Query {{ a: health {{ drawers }} }}")
    assert time.perf_counter() - since < 20
    assert "aliases; 30 is the limit" in message


async def test_fragment_cycles_end(client: Client) -> None:
    assert "itself" in await refused(client, "{ ...a } fragment a on Query { ...b } fragment b on Query { ...a }")


async def test_tokens(client: Client) -> None:
    assert "1000 tokens" in await refused(client, "{" + " __typename" * 1_000 + "}")


async def test_a_long_document(client: Client) -> None:
    message = await refused(client, "{ __typename } #" + "x" * 300_000)
    assert "262,144 characters" in message
    assert "variables" in message


async def test_a_document_nested_beyond_all_reason(client: Client) -> None:
    answer = await client.ask("{" + "a{" * 490 + "a" + "}" * 491)
    assert answer["data"] is None
    assert answer["errors"]


@pytest.mark.parametrize("chunked", [False, True])
async def test_body(client: Client, chunked: bool) -> None:
    body = b'{"query": "{ __typename }", "variables": {"x": "' + b"x" * MAX_BODY + b'"}}'

    async def chunks() -> Any:
        for start in range(0, len(body), 65_536):
            yield body[start : start + 65_536]

    content = chunks() if chunked else body
    response = await client.http.post("/graphql", content=content, headers={"content-type": "application/json"})
    assert response.status_code == 413
    error = response.json()["errors"][0]
    assert error["extensions"]["code"] == "BODY_TOO_LARGE"
    assert "4 MB" in error["message"]


@pytest.mark.parametrize(
    ("content", "kind", "status"),
    [
        (b"{", "application/json", 400),
        (b"[]", "application/json", 400),
        (b"null", "application/json", 400),
        (b'"x"', "application/json", 400),
        (b"[" * 100_000, "application/json", 400),
        (b"\xff\xfe{}", "application/json", 400),
        (b'{"query": 7}', "application/json", 400),
        (b"{}", "application/json", 400),
        (b'{"query": "{ __typename }", "variables": []}', "application/json", 400),
        (b'[{"query": "{ __typename }"}]', "application/json", 400),
        (b'{"query": "{ __typename }"}', "text/plain", 400),
        (b"query=x", "application/x-www-form-urlencoded", 400),
    ],
    ids=lambda value: repr(value)[:30],
)
async def test_bodies_that_are_no_request(client: Client, content: bytes, kind: str, status: int) -> None:
    response = await client.http.post("/graphql", content=content, headers={"content-type": kind})
    assert response.status_code == status, response.text
    assert response.json()["errors"][0]["message"]


async def test_lists_without_pages_are_counted_by_what_they_may_hold(client: Client) -> None:
    link = "relations { memory text type outgoing confidence detectedBy validFrom }"
    many = "{ " + " ".join(f'a{n}: memory(id: "{n}") {{ ...detail }}' for n in range(30)) + " }"
    assert "errors" not in await client.ask(f"{many} fragment detail on MemoryDetail {{ {link} }}")
    assert "50,000" in await refused(client, f"{many} fragment detail on MemoryDetail {{ {link * 3} }}")


def test_every_list_without_pages_that_is_counted_exists() -> None:
    schema = build_schema(sdl())
    for name in UNPAGED:
        type_, field = name.split(".")
        assert "[" in str(schema.type_map[type_].fields[field].type), name  # type: ignore[attr-defined]


async def test_more_requests_than_can_run_are_refused_and_probes_are_not() -> None:
    going, entered = asyncio.Event(), asyncio.Semaphore(0)

    async def endless(_request: Request) -> PlainTextResponse:
        entered.release()
        await going.wait()
        return PlainTextResponse("done")

    app = Capacity(Starlette(routes=[Route(path, endless) for path in ("/graphql", "/livez")]), requests=2)
    async with httpx2.AsyncClient(transport=httpx2.ASGITransport(app=app), base_url=LOCAL) as http:
        running = [asyncio.create_task(http.get("/graphql")) for _ in range(2)]
        probe = asyncio.create_task(http.get("/livez"))
        for _ in range(3):
            await entered.acquire()
        refused = await http.get("/graphql")
        assert (refused.status_code, refused.json()["errors"][0]["extensions"]["code"]) == (503, "BUSY")
        going.set()
        assert {answer.status_code for answer in await asyncio.gather(*running, probe)} == {200}
        assert (await http.get("/graphql")).status_code == 200
