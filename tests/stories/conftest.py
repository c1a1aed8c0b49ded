"""What every story asks with: a key, HTTP, and the days on which somebody says something."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack
from dataclasses import dataclass
from typing import Any

import pytest
import pytest_asyncio

from graphmem.facade import GraphMem
from tests.api.conftest import Client, client_of
from tests.api.conftest import issue as issue
from tests.api.conftest import own as own
from tests.api.conftest import served as served
from tests.api.test_memories import PROBLEM

_OBSERVE = f"""mutation($input: MessageInput!) {{ observe(input: $input) {{ __typename {PROBLEM}
  ... on Observation {{ pointer statements {{ text action memory target }} }} }} }}"""
_RECALL = f"""query($query: String!, $session: String, $asOf: AsOf, $dormant: Boolean! = false) {{
  recall(query: $query, session: $session, asOf: $asOf, dormant: $dormant) {{ __typename {PROBLEM}
    ... on Recollection {{ context notes memories {{ memory {{ id text tier validUntil }} }} }} }} }}"""
_MEMORIES = (
    "query($live: Boolean!) { memories(filters: {live: $live}, first: 50) { nodes { id text tier validUntil } } }"
)
_REVIEWS = "{ reviews(first: 50) { nodes { id older { text } newer { text } } } }"
_PROFILE = f"""query($name: String!, $asOf: AsOf) {{ entityProfile(name: $name, asOf: $asOf) {{ __typename {PROBLEM}
  ... on EntityAsOf {{ entity {{ uri name aliases }} facts {{ predicate object validUntil }}
    memories {{ text }} }} }} }}"""


@dataclass(frozen=True)
class Person:
    """Somebody with a key, and the agent that they talk through."""

    client: Client

    async def told(self, *said: tuple[str, str], **how: Any) -> list[dict[str, Any]]:
        """Say each text at its day; what became of each."""
        answers = []
        for at, text in said:
            answer = (await self.client.data(_OBSERVE, input={"text": text, "saidAt": at} | how))["observe"]
            assert answer["__typename"] == "Observation", answer
            answers.append(answer)
        return answers

    async def recall(self, query: str, **how: Any) -> dict[str, Any]:
        """The whole answer to a question."""
        found: dict[str, Any] = (await self.client.data(_RECALL, query=query, **how))["recall"]
        assert found["__typename"] == "Recollection", found
        return found

    async def block(self, query: str, **how: Any) -> str:
        """What an agent's prompt gets for a question."""
        return str((await self.recall(query, **how))["context"])

    async def memories(self, *, live: bool = True) -> list[dict[str, Any]]:
        """The memories there are, the former ones too with `live=False`."""
        found: list[dict[str, Any]] = (await self.client.data(_MEMORIES, live=live))["memories"]["nodes"]
        return found

    async def memory(self, words: str) -> dict[str, Any]:
        """The one memory whose text holds these words, as it is now."""
        (found,) = [one for one in await self.memories(live=False) if words in one["text"]]
        return found

    async def reviews(self) -> list[dict[str, Any]]:
        """The pairs that a person is asked about."""
        found: list[dict[str, Any]] = (await self.client.data(_REVIEWS))["reviews"]["nodes"]
        return found

    async def profile(self, name: str, **how: Any) -> dict[str, Any]:
        """Somebody or something by name."""
        found: dict[str, Any] = (await self.client.data(_PROFILE, name=name, **how))["entityProfile"]
        return found

    async def facts(self, name: str, **how: Any) -> set[tuple[str, str]]:
        """Predicate and object of what is true of somebody."""
        return {(one["predicate"], one["object"]) for one in (await self.profile(name, **how))["facts"]}


Meet = Callable[..., Awaitable[Person]]


@pytest_asyncio.fixture(loop_scope="session")
async def meet(memory: GraphMem, issue: Callable[..., Awaitable[str]]) -> AsyncIterator[Meet]:
    """Gives an owner's name a key, and a client that speaks with it from another machine."""
    async with AsyncExitStack() as stack:

        async def with_key(name: str, **how: Any) -> Person:
            key = await issue(name, **how)
            client = await stack.enter_async_context(client_of(memory, address="203.0.113.7", local=False))
            client.key = key
            return Person(client)

        yield with_key


@pytest.fixture(params=["en", "tr"])
def language(request: pytest.FixtureRequest) -> str:
    """The language of a story."""
    return str(request.param)
