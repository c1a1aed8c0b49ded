"""Compound questions and those that only look so."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem.language.question.carry_over import genitive
from graphmem.language.question.decomposition import MOST, split
from graphmem.model.language import Language


@pytest.mark.parametrize(
    ("query", "parts"),
    [
        ("Where does Ali work and when did he move?", ("Where does Ali work?", "When did Ali move?")),
        ("What is Ece's job? Where does she live?", ("What is Ece's job?", "Where does Ece live?")),
        (
            "Which car does Jonas drive, and who fixes his bike?",
            ("Which car does Jonas drive?", "Who fixes Jonas's bike?"),
        ),
        (
            "Where does my sister live and when did she move?",
            ("Where does my sister live?", "When did my sister move?"),
        ),
        ("hi! what's my blood type? who is my doctor?", ("What's my blood type?", "Who is my doctor?")),
    ],
)
def test_english(query: str, parts: tuple[str, ...]) -> None:
    assert split(query, Language.EN) == parts


@pytest.mark.parametrize(
    ("query", "parts"),
    [
        ("Ali nerede çalışıyor ve Ayşe ne zaman taşındı?", ("Ali nerede çalışıyor?", "Ayşe ne zaman taşındı?")),
        ("Ece'nin mesleği ne? Nerede oturuyor?", ("Ece'nin mesleği ne?", "Ece nerede oturuyor?")),
        ("Ali kaç yaşında? Maaşı ne kadar?", ("Ali kaç yaşında?", "Ali'nin maaşı ne kadar?")),
        ("Kan grubum ne, ayrıca doktorum kim?", ("Kan grubum ne?", "Doktorum kim?")),
        ("Ali evli mi, çocuğu var mı?", ("Ali evli mi?", "Ali'nin çocuğu var mı?")),
    ],
)
def test_turkish(query: str, parts: tuple[str, ...]) -> None:
    assert split(query, Language.TR) == parts


@pytest.mark.parametrize(
    ("query", "language"),
    [
        ("Where did Ali and Ayşe's wedding take place?", Language.EN),
        ("Do I like salt and pepper?", Language.EN),
        ("What are the pros and cons of renting?", Language.EN),
        ("How far is it between Izmir and Bodrum?", Language.EN),
        ("When Ali moved, where did he live?", Language.EN),
        ("Who left and why?", Language.EN),
        ("Where does Ali work?", Language.EN),
        ("I moved to Rome. Where did I live before?", Language.EN),
        ("Ali ve Ayşe'nin düğünü nerede yapıldı?", Language.TR),
        ("tuzlu ve sirkeli cips sever miyim?", Language.TR),
        ("tab mı boşluk mu, hangisini daha çok severim", Language.TR),
        ("", Language.EN),
    ],
)
def test_what_stays_whole(query: str, language: Language) -> None:
    assert split(query, language) == ()


@given(st.integers(min_value=2, max_value=9))
def test_at_most_four_parts_that_lose_no_word(count: int) -> None:
    query = " ".join(f"Where is item{number}?" for number in range(count))
    parts = split(query, Language.EN)
    assert len(parts) == min(count, MOST)
    assert all(f"item{number}" in " ".join(parts) for number in range(count))


@pytest.mark.parametrize(
    ("name", "of_it"),
    [("Ali", "Ali'nin"), ("Ece", "Ece'nin"), ("Murat", "Murat'ın"), ("Tom", "Tom'un"), ("Özgür", "Özgür'ün")],
)
def test_the_genitive_follows_vowel_harmony(name: str, of_it: str) -> None:
    assert genitive(name) == of_it
