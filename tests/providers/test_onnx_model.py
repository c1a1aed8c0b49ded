"""The quantised model itself: golden cosines, awkward texts, broken files."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from graphmem.errors import EmbeddingError, EmbeddingSizeError
from graphmem.ports import Purpose
from graphmem.providers.onnx_model import BGE_SMALL_EN, MINILM_EN, OnnxModel

CAT = "The cat sleeps on the sofa."
KITTEN = "A kitten is napping on the couch."
RATES = "Interest rates rose by half a percent."


@pytest.fixture(scope="module")
def model(bge_dir: Path) -> OnnxModel:
    return OnnxModel(bge_dir, BGE_SMALL_EN)


def cosine(model: OnnxModel, one: str, other: str, purpose: Purpose = Purpose.PASSAGE) -> float:
    """Between two texts, the first embedded for `purpose` and the second as a passage."""
    return float(model.vector(one, purpose)[0] @ model.vector(other, Purpose.PASSAGE)[0])


def test_golden_cosines_of_bge(model: OnnxModel) -> None:
    assert cosine(model, CAT, KITTEN) == pytest.approx(0.81, abs=0.01)
    assert cosine(model, CAT, RATES) == pytest.approx(0.31, abs=0.01)
    assert cosine(model, "Where is the cat?", CAT, Purpose.QUERY) == pytest.approx(0.63, abs=0.01)
    assert cosine(model, "Where is the cat?", RATES, Purpose.QUERY) == pytest.approx(0.31, abs=0.01)


def test_golden_cosines_of_minilm(minilm_dir: Path) -> None:
    model = OnnxModel(minilm_dir, MINILM_EN)
    assert cosine(model, CAT, KITTEN) == pytest.approx(0.73, abs=0.01)
    assert cosine(model, CAT, RATES) == pytest.approx(0.01, abs=0.01)
    assert cosine(model, "Where is the cat?", CAT, Purpose.QUERY) == pytest.approx(0.42, abs=0.01)
    assert model.vector("word " * 600, Purpose.PASSAGE)[1] == 256


def test_only_queries_carry_the_prefix(model: OnnxModel) -> None:
    asked, tokens = model.vector(CAT, Purpose.QUERY)
    spelled_out, same_tokens = model.vector(BGE_SMALL_EN.query_prefix + CAT, Purpose.PASSAGE)
    assert np.array_equal(asked, spelled_out)
    assert tokens == same_tokens > model.vector(CAT, Purpose.PASSAGE)[1]


@pytest.mark.parametrize(
    ("text", "tokens"),
    [("", 2), (" \n\t", 2), ("\0", 2), ("a" * 100_000, 3), ("word " * 20_000, 512), ("😀" * 500, 3)],
    ids=["empty", "blank", "nul", "one long word", "100 kB", "emoji"],
)
def test_any_text_has_a_unit_vector(model: OnnxModel, text: str, tokens: int) -> None:
    vector, read = model.vector(text, Purpose.PASSAGE)
    assert (vector.shape, vector.dtype.name, read) == ((384,), "float32", tokens)
    assert np.linalg.norm(vector) == pytest.approx(1, abs=1e-6)


def test_surrogates_are_repaired(model: OnnxModel) -> None:
    assert cosine(model, "all fine \ud83d\ude00", "all fine \U0001f600") == pytest.approx(1)
    assert cosine(model, "cut \ud83d", "cut \ufffd") == pytest.approx(1)


def test_turkish_is_read(model: OnnxModel) -> None:
    assert cosine(model, "İstanbul'da ığdır üşüdü", "İstanbul'da ığdır üşüdü.") > 0.9


def test_the_end_of_a_long_text_is_cut(model: OnnxModel) -> None:
    long = "word " * 600
    assert np.array_equal(model.vector(long + CAT, Purpose.PASSAGE)[0], model.vector(long, Purpose.PASSAGE)[0])


def test_missing_files_are_an_error_until_they_are_there(tmp_path: Path, bge_dir: Path) -> None:
    model = OnnxModel(tmp_path, BGE_SMALL_EN)
    with pytest.raises(EmbeddingError, match=r"bge-small-en-v1.5-q could not be loaded from .*fetched anew"):
        model.vector(CAT, Purpose.PASSAGE)
    for name in ("model.onnx", "tokenizer.json"):
        (tmp_path / name).symlink_to(bge_dir / name)
    assert model.vector(CAT, Purpose.PASSAGE)[1] == 9


def test_a_damaged_model_is_an_error(tmp_path: Path, bge_dir: Path) -> None:
    (tmp_path / "tokenizer.json").symlink_to(bge_dir / "tokenizer.json")
    (tmp_path / "model.onnx").write_bytes((bge_dir / "model.onnx").read_bytes()[:1000])
    with pytest.raises(EmbeddingError, match="could not be loaded"):
        OnnxModel(tmp_path, BGE_SMALL_EN).vector(CAT, Purpose.PASSAGE)


def test_another_model_than_declared_is_a_size_error(bge_dir: Path) -> None:
    other = replace(BGE_SMALL_EN, dimensions=256)
    with pytest.raises(EmbeddingSizeError, match="made a vector of 384, expected 256"):
        OnnxModel(bge_dir, other).vector(CAT, Purpose.PASSAGE)
