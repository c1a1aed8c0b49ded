"""The tuned encoder: its files, how texts are cut, that it says the same every time, what is told without it."""

from __future__ import annotations

import json
import shutil
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

from graphmem.counting import COUNTED
from graphmem.errors import EmbeddingError
from graphmem.providers.tuned_encoder import FOLDER, WINDOW, TunedEncoder, heads_file, tuned_encoder

MOST_BYTES = 45_000_000


def test_it_is_small_enough_for_the_wheel_and_has_its_card() -> None:
    assert sum(path.stat().st_size for path in FOLDER.iterdir()) <= MOST_BYTES
    card = json.loads((FOLDER / "card.json").read_text("utf-8"))
    assert card["command"] == "make encoder"
    served = dict(zip(*(heads_file()[name].tolist() for name in ("cut_names", "cuts")), strict=True))
    assert served.items() <= card["cuts"].items()


def test_a_text_is_read_alike_by_several_threads() -> None:
    encoder = tuned_encoder()
    texts = ["I moved to Lisbon.", "Kızım Defne fıstığa alerjik.", "ok thanks!"] * 4
    alone = [encoder.text(text) for text in texts]
    with ThreadPoolExecutor(4) as pool:
        together = list(pool.map(encoder.text, texts))
    assert all(np.array_equal(one, other) for one, other in zip(alone, together, strict=True))


@pytest.mark.parametrize("text", ["", " ", "\0", "漢字かな交じり文", "😀" * 50, "a" * 20_000, "kelime " * 5_000])
def test_any_text_has_a_vector(text: str) -> None:
    found = tuned_encoder().text(text)
    assert found.shape == (384,)
    assert np.isfinite(found).all()


def test_a_text_is_read_once_for_its_words_and_as_a_whole() -> None:
    encoder, text = TunedEncoder(), "Ece repaired the kettle, and Oya is proud of it."
    (window,) = encoder.pieces.windows(text, [(0, len(text))])
    before = COUNTED.passes
    encoder.words(window)
    vector = encoder.text(text)
    assert COUNTED.passes == before + 1
    assert np.array_equal(vector, tuned_encoder().text(text))


def test_a_long_text_is_read_from_its_beginning() -> None:
    pieces = tuned_encoder().pieces
    assert len(pieces.text("word " * 2_000)) == WINDOW


def test_letters_of_both_languages_are_known() -> None:
    pieces = tuned_encoder().pieces
    unknown = pieces.tokens("漢")
    assert not set(unknown[-1:]) & set(pieces.tokens("Çığ gibi büyüyen öğüşülmüş ŞEYLER; naïve café, Straße"))


def test_what_does_not_load_is_told_with_its_folder(tmp_path: Path) -> None:
    folder = tmp_path / "encoder"
    shutil.copytree(FOLDER, folder)
    (folder / "weights.bin").write_bytes(b"")
    with pytest.raises(EmbeddingError, match="encoder") as raised:
        TunedEncoder(folder)
    assert "Install" in raised.value.remedy
