"""The batch API over real HTTP: gathered, found again, and whatever goes wrong told to those that wait."""

from __future__ import annotations

import asyncio
import json
import stat
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from graphmem.config import load_settings
from graphmem.errors import ChatError, ChatParseError, ChatUnavailableError, ConfigurationError
from graphmem.model.chat import ChatPrompt
from graphmem.model.usage import MEMORY_EXTRACT, Price
from graphmem.ports import BatchedChat, Chat
from graphmem.providers import batch_chat
from graphmem.providers.batch_chat import BatchChat
from graphmem.providers.batch_state import KEPT_SECONDS, BatchState
from graphmem.providers.chat import OpenAIChat
from graphmem.providers.factory import open_batch_chat
from graphmem.providers.usage import UsageCounter
from tests.providers.test_chat import READ, SAID, Facts
from tests.support.openai_server import OpenAIServer
from tests.support.waiting import until

NAMES = ("Ada", "Bora", "Can")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "home" / "batches" / "ada"


@asynccontextmanager
async def opened(server: OpenAIServer, folder: Path, **how: object) -> AsyncIterator[BatchChat]:
    given = {"price": Price(2, 8), "quiet": 0.2, "pauses": (0.01, 0.1)} | how
    chat = BatchChat("small-1", BatchState(folder), api_key="sk-1", base_url=server.url, timeout=5, **given)  # type: ignore[arg-type]
    try:
        yield chat
    finally:
        await chat.aclose()


@pytest.fixture
async def chat(server: OpenAIServer, folder: Path) -> AsyncIterator[BatchChat]:
    server.reply = SAID
    async with opened(server, folder) as one:
        yield one


async def ask(chat: Chat, name: str = "Ada") -> Facts:
    return await chat.complete(
        ChatPrompt("List the facts.", f"{name} says: çay severim."), Facts, source=MEMORY_EXTRACT
    )


async def asked(chat: Chat, *names: str) -> list[Facts | BaseException]:
    return await asyncio.gather(*(ask(chat, name) for name in names), return_exceptions=True)


def modes(folder: Path) -> list[int]:
    return [stat.S_IMODE(path.stat().st_mode) for path in (folder, *folder.glob("*.json"))]


def files_of(folder: Path) -> list[str]:
    return [path.name for path in folder.glob("*.json")]


async def test_what_is_asked_together_is_one_batch_at_half_the_price(server: OpenAIServer, folder: Path) -> None:
    server.reply, usage, told = SAID, UsageCounter(), []
    async with opened(server, folder, usage=usage, progress=lambda *news: told.append(news)) as chat:
        assert isinstance(chat, BatchedChat)
        assert await asked(chat, *NAMES, "Ada") == [READ] * 4
        (sent,) = server.batches.requests()
        assert len(sent) == 3, "the same request is sent once"
        (total,) = usage.totals.values()
        assert (total.calls, total.tokens, total.output_tokens) == (4, 60, 20)
        assert total.cost == pytest.approx(4 * (10 * 2 + 5 * 8) / 1_000_000 / 2)
        assert told[0] == ("waiting for batch-1", 0, 3)
        assert told[-1] == ("waiting for batch-1", 3, 3)
        assert modes(folder) == [0o700, 0o600]
        await until(lambda: is_so(lambda: not server.batches.files))
        chat.finish()
        assert not files_of(folder)
    single = OpenAIChat("small-1", base_url=server.url, timeout=2)
    assert await ask(single) == READ
    assert server.received[0].body in sent, "both ask in the same words"
    await single.aclose()


async def test_nothing_is_sent_while_more_is_expected(chat: BatchChat, server: OpenAIServer) -> None:
    coming = chat.expect()

    async def later() -> Facts:
        await asyncio.sleep(0.5)  # longer than the chat is quiet before it sends
        try:
            return await ask(chat, "Bora")
        finally:
            coming()

    first, second = asyncio.create_task(ask(chat)), asyncio.create_task(later())
    await asyncio.wait({first, second}, timeout=1)
    assert not server.batches.made
    coming()
    coming()
    assert [await first, await second] == [READ] * 2
    assert [len(sent) for sent in server.batches.requests()] == [2]


async def is_so(condition: Callable[[], bool]) -> bool:
    return condition()


async def test_a_run_that_ended_while_it_waited_is_gone_on_with(server: OpenAIServer, folder: Path) -> None:
    server.reply, server.batches.looks = SAID, 1_000_000

    async def value() -> str:
        return "made first"

    async with opened(server, folder) as chat:
        assert await chat.kept("now", value) == "made first"
        waiting = asyncio.create_task(asked(chat, *NAMES))
        await until(lambda: is_so(lambda: server.batches.looked > 0))
        with pytest.raises(ConfigurationError, match="Another process"):
            BatchState(folder)
        waiting.cancel()
    server.batches.looks = 1
    usage = UsageCounter()
    async with opened(server, folder, usage=usage) as again:

        async def other() -> str:
            return "made again"

        assert await again.kept("now", other) == "made first"
        assert await asked(again, *NAMES) == [READ] * 3
    assert len(server.batches.made) == 1
    assert sum(one.calls for one in usage.totals.values()) == 3, "the run that was ended told of no answer"
    async with opened(server, folder) as third:  # nobody said that the memories are stored
        assert await asked(third, *NAMES) == [READ] * 3
        assert not third.is_waiting
    assert len(server.batches.made) == 1


async def test_a_batch_that_the_endpoint_does_not_know_is_sent_anew(server: OpenAIServer, folder: Path) -> None:
    """As with the key of another account."""
    server.reply, server.batches.looks = SAID, 1_000_000
    async with opened(server, folder) as chat:
        waiting = asyncio.create_task(asked(chat, *NAMES))
        await until(lambda: is_so(lambda: server.batches.looked > 0))
        waiting.cancel()
    server.batches.made.clear()
    server.batches.looks = 1
    async with opened(server, folder) as again:
        assert again.is_waiting
        assert await asked(again, *NAMES) == [READ] * 3
    assert [len(sent) for sent in server.batches.requests()] == [3]


async def test_a_batch_that_cannot_be_looked_at_goes_on(chat: BatchChat, server: OpenAIServer) -> None:
    server.batches.refused_looks = 10
    assert await asked(chat, *NAMES) == [READ] * 3
    assert len(server.batches.made) == 1


async def test_what_nobody_fetched_for_a_month_is_removed(server: OpenAIServer, folder: Path) -> None:
    now = [1.0]
    state = BatchState(folder, now=lambda: now[0])
    state.sent("batch-1", "file-1", ["a", "b"])
    state.close()
    (folder / "0.json").write_text("{}")
    now[0] += KEPT_SECONDS
    state = BatchState(folder, now=lambda: now[0])
    assert (state.holding("a"), len(files_of(folder))) == ("batch-1", 1)
    state.close()
    now[0] += 1
    state = BatchState(folder, now=lambda: now[0])
    assert (state.holding("a"), files_of(folder)) == (None, [])
    state.close()


async def test_a_request_that_fails_keeps_no_other_from_its_answer(chat: BatchChat, server: OpenAIServer) -> None:
    server.behave("bad_request", "bad_request", "bad_request")
    first, *others = await asked(chat, *NAMES[:1])
    assert isinstance(first, ChatError)
    assert not isinstance(first, ChatUnavailableError | ChatParseError)
    assert "answered 400: I do not like it; you sent Bearer [key]." in str(first)
    assert not others
    server.behave()
    server.batches.unanswered = 1
    first, *others = await asked(chat, "Derya", *NAMES[1:])
    assert isinstance(first, ChatError)
    assert "a request of the batch failed: server_error" in str(first)
    assert others == [READ] * 2


async def test_a_parameter_that_the_model_does_not_take_is_left_out(chat: BatchChat, server: OpenAIServer) -> None:
    server.behave(default="no_temperature")
    assert await asked(chat, *NAMES) == [READ] * 3
    first, second = server.batches.requests()
    assert all("temperature" in body for body in first)
    assert all("temperature" not in body and "response_format" in body for body in second)


async def test_an_answer_of_another_form_is_told(chat: BatchChat, server: OpenAIServer) -> None:
    server.behave("words")
    with pytest.raises(ChatParseError, match="nothing of the form Facts"):
        await ask(chat)
    assert len(server.batches.made) == 1


@pytest.mark.parametrize(("ends", "because"), [("failed", "Enqueued token limit"), ("cancelled", ""), ("expired", "")])
async def test_a_batch_that_does_not_end_well_is_unavailable(
    chat: BatchChat, server: OpenAIServer, folder: Path, ends: str, because: str
) -> None:
    server.batches.ends, server.batches.unanswered = ends, len(NAMES)
    for answer in await asked(chat, *NAMES):
        assert isinstance(answer, ChatUnavailableError)
        assert f"({ends})" in str(answer)
        assert because in str(answer)
    assert not chat.is_waiting
    assert not files_of(folder), "the next run asks anew"


async def test_an_expired_batch_gives_what_it_has(chat: BatchChat, server: OpenAIServer) -> None:
    server.batches.ends, server.batches.unanswered = "expired", 1
    first, *others = await asked(chat, *NAMES)
    assert isinstance(first, ChatUnavailableError)
    assert others == [READ] * 2


async def test_an_endpoint_without_batches_says_so(chat: BatchChat, server: OpenAIServer) -> None:
    await chat.probe()
    server.batches.is_there = False
    for failing in (chat.probe, lambda: ask(chat)):
        with pytest.raises(ChatUnavailableError, match=r"has no batch API \(404\)") as told:
            await failing()
        assert "without --batch" in told.value.remedy


async def test_too_many_requests_are_several_batches(
    chat: BatchChat, server: OpenAIServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(batch_chat, "MOST_REQUESTS", 2)
    assert await asked(chat, *NAMES) == [READ] * 3
    assert [len(sent) for sent in server.batches.requests()] == [2, 1]


def test_a_batch_needs_a_chat_model(tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError, match="needs a chat model") as told:
        open_batch_chat(load_settings(home=tmp_path, chat_model=None), "ada")
    assert "GRAPHMEM_CHAT_MODEL" in told.value.remedy


def test_a_file_of_another_release_is_passed_over(folder: Path) -> None:
    BatchState(folder).close()
    (folder / "1.json").write_text(json.dumps({"id": "batch-1", "more": 1}))
    state = BatchState(folder)
    assert not state.batches
    state.close()
