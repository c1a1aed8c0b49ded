"""The local embedder: order, lanes, cancellation, closing, and an event loop that never waits."""

from __future__ import annotations

import asyncio
import threading
import time
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphmem.errors import EmbeddingError
from graphmem.ports import Purpose
from graphmem.providers.onnx import OnnxEmbedder
from graphmem.providers.onnx_model import BGE_SMALL_EN
from graphmem.providers.threaded import SLICE_CHARACTERS, SLICE_TEXTS, _slices
from graphmem.providers.usage import UsageCounter

TURNS = [f"Turn {number}: Caroline told Melanie about {number % 7} new pots." for number in range(240)]
"""About a second of mining on two cores."""

any_text = st.text(st.characters(exclude_categories=()), max_size=60)


async def test_rows_are_unit_vectors_in_the_order_of_the_texts(bge: OnnxEmbedder) -> None:
    rows = await bge.embed(TURNS[:40], Purpose.PASSAGE)
    assert (rows.shape, rows.dtype.name) == ((40, 384), "float32")
    assert np.allclose(np.linalg.norm(rows, axis=1), 1)
    for position in (0, 17, 39):
        alone = await bge.embed([TURNS[position]], Purpose.PASSAGE)
        assert np.array_equal(rows[position], alone[0]), "a vector depends on its neighbours"


async def test_no_texts_make_no_rows(bge: OnnxEmbedder) -> None:
    assert (await bge.embed([], Purpose.PASSAGE)).shape == (0, 384)


@settings(max_examples=20, deadline=None)
@given(texts=st.lists(any_text, max_size=20), purpose=st.sampled_from(Purpose))
async def test_any_texts_keep_their_count_and_order(bge: OnnxEmbedder, texts: list[str], purpose: Purpose) -> None:
    rows = await bge.embed(texts, purpose)
    backwards = await bge.embed(texts[::-1], purpose)
    assert rows.shape == (len(texts), 384)
    assert np.isfinite(rows).all()
    assert np.array_equal(rows, backwards[::-1])


@given(texts=st.lists(st.text(max_size=3) | st.just("x" * (SLICE_CHARACTERS // 2)), max_size=40))
def test_slices_cover_the_texts_once_and_stay_small(texts: list[str]) -> None:
    parts = [texts[part] for part in _slices(texts)]
    assert [text for part in parts for text in part] == texts
    for part in parts:
        assert 1 <= len(part) <= SLICE_TEXTS
        assert sum(map(len, part[:-1])) < SLICE_CHARACTERS


async def test_the_event_loop_ticks_during_a_big_embed(bge: OnnxEmbedder) -> None:
    await bge.embed(["loaded"], Purpose.QUERY)
    mining = asyncio.create_task(bge.embed(TURNS, Purpose.PASSAGE))
    gaps = []
    while not mining.done():
        before = time.perf_counter()
        await asyncio.sleep(0.005)
        gaps.append(time.perf_counter() - before)
    assert len(gaps) > 20
    assert np.median(gaps) < 0.1  # in a loop that waits for the model a gap is as long as a slice of the work


async def test_queries_overtake_mining(bge: OnnxEmbedder) -> None:
    mining = asyncio.create_task(bge.embed(TURNS, Purpose.PASSAGE))
    await asyncio.sleep(0.05)
    for turn in TURNS[:5]:
        await bge.embed([turn], Purpose.QUERY)
    assert not mining.done()
    await mining


async def test_calls_share_the_pool_in_turns(bge: OnnxEmbedder) -> None:
    mining = asyncio.create_task(bge.embed(TURNS, Purpose.PASSAGE))
    await asyncio.sleep(0.05)
    await bge.embed(["a person's turn, written while mining goes on"], Purpose.PASSAGE)
    assert not mining.done()
    await mining


async def test_a_cancelled_call_leaves_the_embedder_working(bge: OnnxEmbedder) -> None:
    for _ in range(3):
        mining = asyncio.create_task(bge.embed(TURNS * 10, Purpose.PASSAGE))
        query = asyncio.create_task(bge.embed(["asked and abandoned"], Purpose.QUERY))
        await asyncio.sleep(0.02)
        for task in (mining, query):
            task.cancel()
        await asyncio.gather(mining, query, return_exceptions=True)
        assert mining.cancelled()
    started = time.perf_counter()
    assert (await bge.embed(TURNS[:1], Purpose.PASSAGE)).shape == (1, 384)
    assert time.perf_counter() - started < 10, "the abandoned work is still being done"


async def test_closing_stops_work_under_way_and_all_threads(bge_dir: Path) -> None:
    threads = set(threading.enumerate())
    embedder = OnnxEmbedder(bge_dir, BGE_SMALL_EN)
    mining = asyncio.create_task(embedder.embed(TURNS * 10, Purpose.PASSAGE))
    await asyncio.sleep(0.2)
    await embedder.aclose()
    with pytest.raises(EmbeddingError, match="is closed"):
        await mining
    with pytest.raises(EmbeddingError, match="is closed"):
        await embedder.embed(["too late"], Purpose.QUERY)
    await embedder.aclose()
    assert not [t.name for t in set(threading.enumerate()) - threads if t.name.startswith("graphmem")]


async def test_a_failing_model_fails_the_call_not_the_embedder(tmp_path: Path) -> None:
    embedder = OnnxEmbedder(tmp_path, BGE_SMALL_EN)
    for purpose in Purpose:
        with pytest.raises(EmbeddingError, match="could not be loaded") as raised:
            await embedder.embed(TURNS[:30], purpose)
        assert raised.value.__cause__ is not None
    await embedder.aclose()


async def test_usage_is_reported(bge_dir: Path) -> None:
    usage = UsageCounter()
    embedder = OnnxEmbedder(bge_dir, BGE_SMALL_EN, usage)
    await embedder.embed(["one two three", "four"], Purpose.PASSAGE)
    await embedder.embed(["one"], Purpose.PASSAGE)
    await embedder.embed([], Purpose.PASSAGE)
    await embedder.aclose()
    (total,) = usage.totals.values()
    assert (total.source, total.model) == ("memory_embed", "bge-small-en-v1.5-q")
    assert (total.calls, total.texts, total.tokens) == (2, 3, 5 + 3 + 3)
