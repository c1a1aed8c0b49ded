"""English or Turkish, from a few words."""

from __future__ import annotations

import pytest

from graphmem.language.detect import detect
from graphmem.model.language import Language


@pytest.mark.parametrize(
    "text",
    [
        "yarin Ankara'ya gidiyorum",
        "Yarın görüşürüz",
        "toplanti ne zaman",
        "Deniz nerede çalışıyor",
        "hangi veritabani",
        "neden Postgres'e gectik",
        "Kafka'yı bırakıyoruz",
        "PR merge ettim",
        "build patladı",
        "TAMAM ANLADIM",
        "Elif'in işi ne",
        "McKinsey & Company kurucusu kimdir?",
    ],
)
def test_turkish(text: str) -> None:
    assert detect(text) is detect(text, Language.EN) is Language.TR


@pytest.mark.parametrize(
    "text",
    [
        "where is Deniz",
        "I live in İzmir now",
        "my name is Işıl",
        "Zürich trip plans for the weekend",
        "why did we switch",
        "Who's on call?",
        "it's Ayşe's birthday",
        "deploy failed",
        "She moved to Çeşme",
        "The façade needs painting",
    ],
)
def test_english(text: str) -> None:
    assert detect(text, Language.TR) is Language.EN


@pytest.mark.parametrize("text", ["", "ok", "42", "Tidewatch", ":)", "https://x.y"])
@pytest.mark.parametrize("default", list(Language))
def test_what_does_not_tell_takes_the_default(text: str, default: Language) -> None:
    assert detect(text, default) is default
