"""First person to third."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem.language.formation.cases import Case, inflected
from graphmem.language.formation.person import third_person
from graphmem.model.language import Language


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("I prefer tabs.", "Elif prefers tabs."),
        ("I'm vegan and I've two cats.", "Elif is vegan and Elif has two cats."),
        ("I don't always carry cash.", "Elif doesn't always carry cash."),
        ("My boss gave me her bike.", "Elif's boss gave Elif her bike."),
        ("I can't swim.", "Elif can't swim."),
        ("I study law.", "Elif studies law."),
        ("I no longer work there.", "Elif no longer works there."),
        ("I noe longer wrk there.", "Elif noe longer wrk there."),
        ("i cant eat gluten", "Elif cant eat gluten"),
        ("I optimize queries.", "Elif optimizes queries."),
        ("We're moving to our new house.", "Elif and others are moving to Elif's new house."),
        ("Switched to decaf.", "Elif switched to decaf."),
        ("I first watched it and I really slowly walk.", "Elif first watched it and Elif really slowly walks."),
        ("Love and acceptance are everywhere.", "Love and acceptance are everywhere."),
        ("Tom likes tea.", "Tom likes tea."),
    ],
)
def test_english(said: str, told: str) -> None:
    assert third_person(said, Language.EN, "Elif") == told


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("Kahveyi tercih ederim.", "User kahveyi tercih eder."),
        ("Annem çay sever.", "User'ın annesi çay sever."),
        ("Yarın annemle doktora gideceğim.", "User yarın annesiyle doktora gidecek."),
        ("Raporu bitirmeliyim.", "User raporu bitirmeli."),
        ("Asla et yemem.", "User asla et yemez."),
        ("Fıstığa alerjim var.", "User'ın fıstığa alerjisi var."),
        ("Arabam yok.", "User'ın arabası yok."),
        ("Yarın evleniyoruz.", "User ve diğerleri yarın evleniyor."),
        ("Bana bisiklet aldılar.", "User'a bisiklet aldılar."),
        ("Ofis kapalı.", "Ofis kapalı."),
    ],
)
def test_turkish(said: str, told: str) -> None:
    assert third_person(said, Language.TR, "user") == told


@pytest.mark.parametrize(
    ("name", "genitive", "dative", "ablative"),
    [
        ("Elif", "Elif'in", "Elif'e", "Elif'ten"),
        ("Ayşe", "Ayşe'nin", "Ayşe'ye", "Ayşe'den"),
        ("Umut", "Umut'un", "Umut'a", "Umut'tan"),
        ("Gül", "Gül'ün", "Gül'e", "Gül'den"),
        ("User", "User'ın", "User'a", "User'dan"),
    ],
)
def test_cases(name: str, genitive: str, dative: str, ablative: str) -> None:
    assert [inflected(name, case) for case in (Case.GENITIVE, Case.DATIVE, Case.ABLATIVE)] == [
        genitive,
        dative,
        ablative,
    ]


@given(st.text(min_size=1, max_size=20), st.sampled_from(Case))
def test_an_inflected_name_keeps_its_letters(name: str, case: Case) -> None:
    assert inflected(name, case).startswith(f"{name}'")
