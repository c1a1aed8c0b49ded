"""Whose name a question says, and whether a text says the same one."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem.language.question.question_names import Name, Naming, asked_names
from graphmem.model.language import Language

EN, TR = Language.EN, Language.TR


@pytest.mark.parametrize(
    ("query", "language", "names"),
    [
        ("What do we know about Marta Lind?", EN, [("Marta", "Lind")]),
        ("Who is Jan Orr?", EN, [("Jan", "Orr")]),
        ("Tell me about Pumpe 2.", EN, [("Pumpe", "2")]),
        ("Marta Lind or Otto, who called?", EN, [("Marta", "Lind"), ("Otto",)]),
        ("Derya Hanım kim?", TR, [("Derya",)]),
        ("Köşe Fırın'la ilgili ne biliyorum?", TR, [("Köşe", "Fırın")]),
        ("what is the plan?", EN, []),
    ],
)
def test_names_of_questions(query: str, language: Language, names: list[tuple[str, ...]]) -> None:
    assert [name.words for name in asked_names(query, language)] == names


@pytest.mark.parametrize(
    ("name", "text", "naming"),
    [
        (("Marta", "Lind"), "Marta Lind called.", Naming.WHOLE),
        (("Marta", "Lind"), "Lind has moved, so Marta's key is with us.", Naming.WHOLE),
        (("Marta", "Lind"), "marta lind'e yazdım", Naming.WHOLE),
        (("Marta", "Lind"), "Marta Linde called.", Naming.OTHER),
        (("Marta", "Lind"), "Marta wants the blue one.", Naming.PART),
        (("Marta", "Lind"), "We met Marta and Otto.", Naming.PART),
        (("Marta", "Lind"), "It rained.", Naming.NOT),
        (("Derya",), "Derya Hanım geldi.", Naming.WHOLE),
        (("Derya",), "Derya Ergin geldi.", Naming.WHOLE),
        (("Moor",), "Moory barked.", Naming.OTHER),
        (("Pumpe", "2"), "Pumpe 2 leaks.", Naming.WHOLE),
        (("Pumpe", "2"), "Pumpe 3 leaks.", Naming.OTHER),
    ],
)
def test_a_text_names_the_same_another_or_nobody(name: tuple[str, ...], text: str, naming: Naming) -> None:
    assert Name(name).in_text(text) is naming


@given(st.text(max_size=80))
def test_any_text_is_read(text: str) -> None:
    assert Name(("Marta", "Lind")).in_text(text) in Naming
    assert isinstance(asked_names(text, EN), tuple)
