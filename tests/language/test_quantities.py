"""Quantities however they are written, and whether two texts exchange one."""

from __future__ import annotations

import pytest

from graphmem.language.doc import doc_of
from graphmem.language.quantities import quantities
from graphmem.model.language import Language


@pytest.mark.parametrize(
    ("text", "language", "found"),
    [
        ("the dentist is at half past three", "en", {3.5}),
        ("4k in the pot, we need 9", "en", {4000.0, 9.0}),
        ("rent's 1,450 a month", "en", {1450.0}),
        ("two thousand and sixteen", "en", {2016.0}),
        ("twice a day, 40g", "en", {2.0, 40.0}),
        ("put it in the bin on Monday", "en", set()),
        ("TK1 leaves from gate B7", "en", set()),
        ("thirty one before that", "en", {31.0}),
        ("iki bin on altı çıkışlı", "tr", {2016.0}),
        ("kira 22 bin, her ayın 5'inde", "tr", {22000.0, 5.0}),
        ("dokuz buçukta buluşalım", "tr", {9.5}),
        ("onda kaldı, yüzmeye gitti", "tr", set()),
    ],
)
def test_what_is_read(text: str, language: str, found: set[float]) -> None:
    assert quantities(doc_of(text, Language(language)))[0] == found
