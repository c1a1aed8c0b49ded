"""What a stretch of talk is about, in its own noun phrases."""

from __future__ import annotations

import pytest

from graphmem.language.doc import doc_of
from graphmem.language.topics import things, topic
from graphmem.model.language import Language

EN, TR = Language.EN, Language.TR


@pytest.mark.parametrize(
    ("language", "turns", "speakers", "wanted"),
    [
        (
            EN,
            ["Hey Jon! My dance studio opens in May.", "Wow, Gina! How big is the dance studio?", "Big. Thanks, Jon!"],
            ["Jon", "Gina"],
            ("dance studio",),
        ),
        (
            EN,
            ["I love how the rate limiting works.", "The rate limiting needs a cache.", "I was really dedicated."],
            [],
            ("rate limiting",),
        ),
        (TR, ["Selin haritayı çizecek.", "Harita bitti mi?", "Haritayı yarın gösteririm."], ["Selin"], ("harita",)),
        (TR, ["Bugün İmbat Kliniği'nden haber geldi!", "Kliniğe vapurla gidiyorum."], [], ("İmbat Kliniği",)),
        (
            TR,
            ["Kombi tamiri bin lira tuttu.", "Kuaföre bin lira verdim.", "Kombi tamiri bitti."],
            [],
            ("kombi tamiri",),
        ),
        (EN, ["Hey! How are you?", "Great, thanks! That is so awesome."], [], ()),
        (EN, ["FIRE!!! THE KITCHEN IS ON FIRE!!!", "The kitchen is fine now."], [], ("fire", "kitchen")),
    ],
)
def test_a_talk_is_named_by_its_nouns(
    language: Language, turns: list[str], speakers: list[str], wanted: tuple[str, ...]
) -> None:
    found = topic([doc_of(text, language) for text in turns], 3, without=speakers)
    assert found[: len(wanted)] == wanted, found
    assert bool(found) is bool(wanted)


def test_amounts_are_nothing_that_statements_share() -> None:
    said = ("Kombi tamiri bin lira tuttu.", "Kuaföre bin lira verdim.", "The roof cost two thousand pounds.")
    shared = things([doc_of(text, TR if place < 2 else EN) for place, text in enumerate(said)])
    assert not {"bin", "lira", "thousand", "pound"} & frozenset().union(*shared)
