"""What a life may hang on is known in the words it is told in, and what only looks like it is not."""

from __future__ import annotations

import pytest

from graphmem.language.detect import detect
from graphmem.language.vital_news import is_vital, vital_part
from graphmem.model.language import Language


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("I eat gluten free", Language.EN),
        ("he takes insulin before meals", Language.EN),
        ("I'm on propranolol 20 mg", Language.EN),
        ("doc upped the ramipril to 10mg", Language.EN),
        ("the nurse halved my dose", Language.EN),
        ("çölyağım ben", Language.TR),
        ("glutensiz besleniyorum", Language.TR),
        ("kalp pilim var", Language.TR),
        ("astımım var", Language.TR),
        ("doktor beloc'u 25'e düşürdü", Language.TR),
        ("ilacımın dozunu 20 mg'a çıkardılar", Language.TR),
        ("her sabah 50 mg tiroksin kullanıyorum", Language.TR),
        ("yumurta yiyemiyorum", Language.TR),
    ],
)
def test_illness_diet_and_dose(text: str, language: Language) -> None:
    assert is_vital(text, language)


@pytest.mark.parametrize(
    "text",
    [
        "the boss upped my budget to 10 thousand",
        "we cut the list to 5 items",
        "I put the oven on 200 and went out",
        "müdür bütçeyi 25'e düşürdü",
        "kalp kırıcı bir film",
        "fiyatı 20'ye indirdiler",
    ],
)
def test_what_only_looks_like_it(text: str) -> None:
    assert not is_vital(text, detect(text))


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("lol yes. I'm gluten sensitive though", Language.EN),
        ("my daughter is gluten intolerant", Language.EN),
        ("I have a lactose intolerance", Language.EN),
        ("Benim çölyağım var", Language.TR),
        ("Kızımın çölyağı var", Language.TR),
        ("bende gluten hassasiyeti var", Language.TR),
    ],
)
def test_an_intolerance_of_somebody_is_vital(text: str, language: Language) -> None:
    assert is_vital(text, language)
    assert vital_part(text, language)


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("is this bread gluten free", Language.EN),
        ("do I sound gluten sensitive?", Language.EN),
        ("çölyak nedir", Language.TR),
    ],
)
def test_what_is_only_asked_about_is_nobodys(text: str, language: Language) -> None:
    assert not vital_part(text, language)
