"""The chat endpoint: structured answers over real HTTP from a server that answers as models and servers do."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncIterator
from typing import Any, Literal

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from pydantic import BaseModel, Field

from graphmem.config import load_settings
from graphmem.errors import ChatError, ChatParseError, ChatUnavailableError, ConfigurationError
from graphmem.model.chat import ChatPrompt
from graphmem.model.usage import MEMORY_EXTRACT, Price, Usage
from graphmem.ports import Chat
from graphmem.providers.chat import OpenAIChat, Rung
from graphmem.providers.chat_answer import json_values
from graphmem.providers.factory import open_chat
from graphmem.providers.usage import UsageCounter
from tests.support.chat_answers import kind_of
from tests.support.openai_server import OpenAIServer

KEY = "sk-secret-of-this-test"


class Fact(BaseModel):
    text: str
    weight: float = Field(default=0.5, ge=0, le=1)
    kind: Literal["fact", "plan"] = "fact"
    until: str | None = None


class Facts(BaseModel):
    """What was said."""

    facts: list[Fact]


PROMPT = ChatPrompt("List the facts.", "Ada says: çay severim.")
SAID = {"facts": [{"text": "Ada çay sever.", "weight": 0.7, "kind": "fact", "until": ""}]}
READ = Facts(facts=[Fact(text="Ada çay sever.", weight=0.7)])
SCHEMA = {
    "title": "answer list",
    "type": "array",
    "items": {"type": "object", "properties": {"answer": {"type": "string"}}, "required": ["answer"]},
}


@pytest.fixture
def usage() -> UsageCounter:
    return UsageCounter()


@pytest.fixture
async def chat(server: OpenAIServer, usage: UsageCounter) -> AsyncIterator[OpenAIChat]:
    server.reply = SAID
    opened = OpenAIChat("small-1", api_key=KEY, base_url=server.url, timeout=2, price=Price(2, 8), usage=usage)
    yield opened
    await opened.aclose()


async def ask(chat: Chat, prompt: ChatPrompt = PROMPT) -> Facts:
    return await chat.complete(prompt, Facts, source=MEMORY_EXTRACT)


def kinds(server: OpenAIServer) -> list[str]:
    return [kind_of(request.body) for request in server.received]


async def test_a_strict_schema_is_asked_for_first(chat: OpenAIChat, server: OpenAIServer) -> None:
    assert await ask(chat) == READ
    (request,) = server.received
    assert (request.path, request.authorization) == ("/v1/chat/completions", f"Bearer {KEY}")
    assert request.body["messages"] == [
        {"role": "system", "content": PROMPT.system},
        {"role": "user", "content": PROMPT.user},
    ]
    assert request.body["temperature"] == 0
    assert "max_tokens" not in request.body
    asked = request.body["response_format"]["json_schema"]
    assert (asked["name"], asked["strict"]) == ("Facts", True)
    fact = asked["schema"]["properties"]["facts"]["items"]
    assert fact["required"] == ["text", "weight", "kind", "until"]
    assert fact["additionalProperties"] is False
    assert fact["properties"]["until"] == {"type": "string"}
    assert fact["properties"]["kind"]["enum"] == ["fact", "plan"]
    written = json.dumps(asked["schema"])
    assert not [word for word in ("minimum", "default", "$ref", "$defs", "anyOf", "title", "null") if word in written]


@pytest.mark.parametrize(
    "behaviour",
    ["fenced", "think", "think_unopened", "prose", "trailing_comma", "wrapped", "parts", "no_usage"],
)
async def test_what_surrounds_the_answer_is_left_out(chat: OpenAIChat, server: OpenAIServer, behaviour: str) -> None:
    server.behave(default=behaviour)
    assert await ask(chat) == READ
    assert len(server.received) == 1
    assert chat.rung is Rung.SCHEMA


@pytest.mark.parametrize(
    ("behaviour", "asked", "rung"),
    [
        ("no_schema", ["json_schema", "json_object"], Rung.JSON),
        ("no_format", ["json_schema", "json_object", "text"], Rung.TEXT),
    ],
)
async def test_a_refused_rung_is_left_and_remembered(
    chat: OpenAIChat, server: OpenAIServer, behaviour: str, asked: list[str], rung: Rung
) -> None:
    server.behave(default=behaviour)
    assert await ask(chat) == READ
    assert kinds(server) == asked
    assert await ask(chat) == READ
    assert kinds(server) == [*asked, asked[-1]]
    assert chat.rung is rung
    told = server.received[-1].body["messages"][0]["content"]
    assert "JSON Schema" in told
    assert '"maximum":1' in told


async def test_an_ignored_schema_is_mended_one_rung_below(chat: OpenAIChat, server: OpenAIServer) -> None:
    server.behave(default="ignored_schema")
    for _ in range(3):
        assert await ask(chat) == READ
    assert kinds(server) == ["json_schema", "json_object", "json_schema", "json_object", "json_object"]


async def test_one_bad_answer_does_not_lower_the_rung(chat: OpenAIChat, server: OpenAIServer) -> None:
    for _ in range(3):
        server.behave("words", "ok", "ok")
        assert await ask(chat) == READ
        assert await ask(chat) == READ
    assert chat.rung is Rung.SCHEMA


@pytest.mark.parametrize("behaviour", ["words", "empty", "null", "nothing", "truncated_whole", "filtered", "brackets"])
async def test_what_cannot_be_read_is_asked_for_once_more(
    chat: OpenAIChat, server: OpenAIServer, usage: UsageCounter, behaviour: str
) -> None:
    server.behave(behaviour)
    assert await ask(chat) == READ
    assert len(server.received) == 2
    server.behave(default=behaviour)
    with pytest.raises(ChatParseError, match="of the form Facts") as caught:
        await ask(chat)
    assert caught.value.exit_code == 42
    assert len(server.received) == 2
    assert usage.totals[MEMORY_EXTRACT, "small-1"].calls == 4


async def test_a_cut_off_answer_gets_more_room(chat: OpenAIChat, server: OpenAIServer) -> None:
    server.behave("truncated")
    assert await ask(chat, ChatPrompt("List.", "Ada", max_tokens=50)) == READ
    assert [request.body["max_tokens"] for request in server.received] == [50, 100]
    assert kinds(server) == ["json_schema", "json_schema"]


async def test_unknown_parameters_are_left_out_from_then_on(chat: OpenAIChat, server: OpenAIServer) -> None:
    prompt = ChatPrompt("List.", "Ada", max_tokens=50)
    server.behave("no_temperature", "no_temperature", "no_max_tokens", "no_max_tokens", "ok")
    assert await ask(chat, prompt) == READ
    assert await ask(chat, prompt) == READ
    assert await ask(chat, prompt) == READ
    sent = [(request.body.get("temperature"), request.body.get("max_tokens")) for request in server.received]
    assert sent == [(0, 50), (None, 50), (None, 50), (None, None), (None, None)]
    assert server.received[-1].body["max_completion_tokens"] == 50
    assert chat.rung is Rung.SCHEMA


@pytest.mark.parametrize("said", [SAID, SAID["facts"], {"result": SAID}, {"facts": SAID["facts"], "more": 1}])
async def test_roots_may_be_a_list_or_wrapped(chat: OpenAIChat, server: OpenAIServer, said: Any) -> None:
    server.reply = said
    assert await ask(chat) == READ


@pytest.mark.parametrize(
    "said",
    [{"facts": [{"weight": 1}]}, {"facts": [{"text": "a", "weight": 7}]}, {"facts": "none"}, {"other": []}, ["a"], []],
)
async def test_what_does_not_fit_is_no_answer(chat: OpenAIChat, server: OpenAIServer, said: Any) -> None:
    server.reply = said
    if said == []:
        assert await ask(chat) == Facts(facts=[])  # a list of nothing says that there is nothing
        return
    with pytest.raises(ChatParseError):
        await ask(chat)


@pytest.mark.parametrize("said", [[{"answer": "ı"}], {"items": [{"answer": "ı"}]}])
async def test_a_plain_schema_gives_plain_values(chat: OpenAIChat, server: OpenAIServer, said: Any) -> None:
    server.reply = said
    assert await chat.complete(PROMPT, SCHEMA, source=MEMORY_EXTRACT) == [{"answer": "ı"}]
    asked = server.received[0].body["response_format"]["json_schema"]
    assert asked["name"] == "answer_list"
    assert asked["schema"]["required"] == ["items"]
    server.reply = [{"answer": 1}]
    with pytest.raises(ChatParseError, match=r"answer\.0\.answer: not of type string"):
        await chat.complete(PROMPT, SCHEMA, source=MEMORY_EXTRACT)


async def test_tokens_and_money_are_counted_by_source_and_call(chat: OpenAIChat, usage: UsageCounter) -> None:
    owners = UsageCounter()
    await chat.complete(PROMPT, Facts, source=MEMORY_EXTRACT, usage=owners)
    await chat.complete(PROMPT, Facts, source="memory_qa")
    one = Usage(MEMORY_EXTRACT, "small-1", calls=1, texts=1, tokens=15, output_tokens=5, cost=60 / 1_000_000)
    assert owners.totals == {(MEMORY_EXTRACT, "small-1"): one}
    assert usage.totals[MEMORY_EXTRACT, "small-1"] == one
    assert usage.totals["memory_qa", "small-1"].tokens == 15


@pytest.mark.parametrize(
    ("behaviour", "requests"), [("hang", 1), ("unauthorized", 1), ("bad_request", 3), ("broken", 1)]
)
async def test_calls_without_an_answer_are_counted(
    chat: OpenAIChat, server: OpenAIServer, usage: UsageCounter, behaviour: str, requests: int
) -> None:
    """The client's own retries of a broken one are part of the one call."""
    owners = UsageCounter()
    server.behave(default=behaviour)
    with pytest.raises(ChatError):
        await chat.complete(PROMPT, Facts, source=MEMORY_EXTRACT, usage=owners)
    (counted,) = owners.totals.values()
    assert counted == usage.totals[MEMORY_EXTRACT, "small-1"]
    assert (counted.calls, counted.tokens > 0, counted.output_tokens) == (requests, True, 0)


async def test_uncounted_tokens_are_estimated(chat: OpenAIChat, server: OpenAIServer, usage: UsageCounter) -> None:
    server.behave("no_usage")
    await ask(chat)
    total = usage.totals[MEMORY_EXTRACT, "small-1"]
    assert 10 < total.output_tokens < total.tokens < 100


@pytest.mark.parametrize(
    ("behaviour", "error", "said", "requests"),
    [
        ("unauthorized", ChatUnavailableError, "refused the key", 1),
        ("no_model", ChatUnavailableError, "no such path or model", 1),
        ("busy", ChatUnavailableError, "rate limit", 3),
        ("broken", ChatUnavailableError, "answered 500", 3),
        ("bad_request", ChatError, "answered 400", 3),
        ("html", ChatParseError, "no chat completion", 1),
        ("no_choices", ChatParseError, "no chat completion", 1),
    ],
)
async def test_failures_are_told_without_the_key(
    chat: OpenAIChat, server: OpenAIServer, behaviour: str, error: type[ChatError], said: str, requests: int
) -> None:
    server.behave(default=behaviour)
    with pytest.raises(error, match=said) as caught:
        await ask(chat)
    assert type(caught.value) is error
    assert KEY not in str(caught.value)
    assert len(server.received) == requests
    assert chat.rung is Rung.SCHEMA


@pytest.mark.parametrize("behaviour", ["busy", "broken"])
async def test_a_passing_failure_is_retried(chat: OpenAIChat, server: OpenAIServer, behaviour: str) -> None:
    server.behave(behaviour)
    assert await ask(chat) == READ


async def test_an_endpoint_that_hangs_is_left_in_time(server: OpenAIServer) -> None:
    server.behave(default="hang")
    chat = OpenAIChat("small-1", base_url=server.url, timeout=0.4)
    began = time.monotonic()
    with pytest.raises(ChatUnavailableError, match=r"within 0\.4 s"):
        await ask(chat)
    assert time.monotonic() - began < 20
    await chat.aclose()


async def test_nobody_there_and_closed() -> None:
    chat = OpenAIChat("small-1", base_url="http://127.0.0.1:9/v1", timeout=3)
    with pytest.raises(ChatUnavailableError, match="cannot be reached"):
        await ask(chat)
    await chat.aclose()
    await chat.aclose()
    with pytest.raises(ChatError, match="is closed"):
        await ask(chat)


async def test_calls_go_side_by_side_but_not_all_at_once(chat: OpenAIChat, server: OpenAIServer) -> None:
    server.behave(default="slow")
    await asyncio.gather(*(ask(chat) for _ in range(9)))
    assert server.most_active == 4


async def test_the_settings_open_a_chat(server: OpenAIServer, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("OPENAI_API_KEY", "OPENAI_BASE_URL", "GRAPHMEM_CHAT_MODEL"):
        monkeypatch.delenv(name, raising=False)
    assert open_chat(load_settings()) is None
    with pytest.raises(ConfigurationError, match="chat model small has neither"):
        open_chat(load_settings(chat_model="small"))
    counter = UsageCounter()
    settings = load_settings(chat_model="small", openai_base_url=server.url, chat_price_out=1_000_000.0)
    chat = open_chat(settings, counter)
    assert chat is not None
    server.reply = SAID
    assert await ask(chat) == READ
    assert counter.totals[MEMORY_EXTRACT, "small"].cost == 5
    await chat.aclose()


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)


@example(value={"": [], "```": None}, before="", after="")
@given(
    value=st.lists(VALUES, min_size=1, max_size=3) | st.dictionaries(st.text(max_size=5), VALUES, min_size=1),
    before=st.text(st.characters(exclude_characters="{}[]<`"), max_size=20),
    after=st.text(st.characters(exclude_characters="<`"), max_size=20),
)
def test_the_json_is_found_whatever_is_around_it(value: Any, before: str, after: str) -> None:
    said = f"{before}{json.dumps(value)}{after}"
    assert next(json_values(said)) == value
    assert next(json_values(f"<think>{{}} {before}</think>```json\n{said}\n```")) == value


@given(text=st.text(st.sampled_from('{}[]<>/think`,:"1 \n'), max_size=60))
def test_reading_never_breaks(text: str) -> None:
    assert all(isinstance(value, dict | list) for value in json_values(text))
