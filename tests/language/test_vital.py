"""What somebody's life may hang on is found however it is inflected."""

from __future__ import annotations

import pytest

from graphmem.language.vital import is_vital, vital_part
from graphmem.model.language import Language

EN, TR = Language.EN, Language.TR


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("lol yes. I'm gluten sensitive though", EN),
        ("my daughter is gluten intolerant", EN),
        ("I have a lactose intolerance", EN),
        ("Benim çölyağım var", TR),
        ("Kızımın çölyağı var", TR),
        ("bende gluten hassasiyeti var", TR),
    ],
)
def test_an_intolerance_of_somebody_is_vital(text: str, language: Language) -> None:
    assert is_vital(text, language)
    assert vital_part(text, language)


@pytest.mark.parametrize(
    ("text", "language"),
    [("is this bread gluten free", EN), ("do I sound gluten sensitive?", EN), ("çölyak nedir", TR)],
)
def test_what_is_only_asked_about_is_nobodys(text: str, language: Language) -> None:
    assert not vital_part(text, language)
