"""Examples that vote by meaning: their vectors made once and kept, broken files replaced, unknown languages silent."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from graphmem.errors import EmbeddingError
from graphmem.facade import GraphMem
from graphmem.language.exemplars import exemplars
from graphmem.model.language import Language
from graphmem.model.palace import Owner
from graphmem.ports import Embedder, Purpose, Vectors
from graphmem.services.ingestion import vector_files
from graphmem.services.ingestion.categorisation import KIND, KNOWN, Examples


class Counted:
    """An embedder that points every sentence to where its category is, or anywhere, and counts what it embeds."""

    model = "pointing-1"
    dimensions = 16

    def __init__(self, *, knows: bool = True, fails: bool = False) -> None:
        self.knows, self.fails, self.texts = knows, fails, 0

    async def embed(self, texts: Sequence[str], purpose: Purpose) -> Vectors:
        if self.fails:
            raise EmbeddingError("down")
        self.texts += len(texts)
        return np.stack([self._vector(text) for text in texts])

    def _vector(self, text: str) -> Vectors:
        labels = {sentence: label for language in Language for label, sentence in exemplars(KIND, language)}
        chance = np.random.default_rng(sum(text.encode()))
        vector = chance.normal(0, 0.1, self.dimensions)
        if self.knows:
            vector[sorted(set(labels.values())).index(labels.get(text, "other"))] += 1
        vector = vector / np.linalg.norm(vector)
        return vector.astype(np.float32)


def only(folder: Path) -> Path:
    (file,) = folder.iterdir()
    return file


async def test_examples_are_embedded_once_and_kept(tmp_path: Path) -> None:
    embedder = Counted()
    examples = Examples(embedder, tmp_path / "examples")
    first, second = await asyncio.gather(examples.meaning(Language.EN), examples.meaning(Language.EN))
    assert first is second
    assert first is not None
    assert first.accuracy >= KNOWN
    assert embedder.texts == len(exemplars(KIND, Language.EN))
    again = Counted()
    kept = await Examples(again, tmp_path / "examples").meaning(Language.EN)
    assert kept is not None
    assert again.texts == 0
    assert np.allclose(kept.weights, first.weights)
    assert only(tmp_path / "examples").suffix == ".npz"


@pytest.mark.parametrize("content", [b"", b"PK\x03\x04 not really", b"\x80\x04N."])
async def test_a_broken_file_is_replaced(tmp_path: Path, content: bytes) -> None:
    await Examples(Counted(), tmp_path).meaning(Language.TR)
    file = only(tmp_path)
    whole = file.read_bytes()
    file.write_bytes(content or whole[: len(whole) // 2])
    embedder = Counted()
    assert await Examples(embedder, tmp_path).meaning(Language.TR) is not None
    assert embedder.texts == len(exemplars(KIND, Language.TR))
    assert file.read_bytes() == whole


def test_vectors_of_another_shape_or_with_holes_count_as_missing(tmp_path: Path) -> None:
    file = vector_files.path(tmp_path, "m", 3, ["a", "b"])
    assert file != vector_files.path(tmp_path, "m", 4, ["a", "b"]) != vector_files.path(tmp_path, "m", 3, ["ab"])
    assert vector_files.read(file, (2, 3)) is None
    vector_files.write(file, np.eye(2, 3, dtype=np.float32))
    assert np.array_equal(vector_files.read(file, (2, 3)), np.eye(2, 3))  # type: ignore[arg-type]
    assert vector_files.read(file, (2, 4)) is None
    vector_files.write(file, np.full((2, 3), np.nan, np.float32))
    assert vector_files.read(file, (2, 3)) is None


def test_a_folder_that_cannot_be_written_costs_nothing_else(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    (tmp_path / "file").write_text("in the way")
    vector_files.write(tmp_path / "file" / "x.npz", np.eye(2, dtype=np.float32))
    assert "was not written" in caplog.text


async def test_an_embedder_that_knows_no_such_language_does_not_vote() -> None:
    assert await Examples(Counted(knows=False), None).meaning(Language.EN) is None


async def test_a_failing_embedder_is_left_alone_for_a_while() -> None:
    embedder = Counted(fails=True)
    examples = Examples(embedder, None)
    assert await examples.meaning(Language.EN) is None
    embedder.fails = False
    assert await examples.meaning(Language.EN) is None
    assert embedder.texts == 0


async def test_the_embedder_here_knows_both_languages(memory: GraphMem) -> None:
    assert await memory.examples.meaning(Language.EN) is not None
    assert await memory.examples.meaning(Language.TR) is not None


async def test_a_dry_run_tells_the_vote_and_writing_keeps_it(memory: GraphMem, tenant: Owner) -> None:
    said = "the vet picks the calf up at five, weighs it, and then it gets its shots"
    seen = await memory.observer.observe(tenant, said, dry_run=True)
    (verdict,) = seen.statements
    (told,) = [stage.detail for stage in seen.stages if stage.name == "category"]
    assert told.startswith(f"{verdict.category.value} {verdict.confidence:.2f}")
    assert "by their meaning 0." in told
    written = await memory.observer.observe(tenant, said)
    assert (written.statements[0].category, written.statements[0].lesson) == (verdict.category, verdict.lesson)
    stored = await memory.memories.get(tenant, written.statements[0].memory or "")
    assert stored.memory.category is verdict.category


def test_the_counting_embedder_is_one() -> None:
    embedder: Embedder = Counted()
    assert embedder.dimensions == 16
