"""Who or what one has of one's own: which questions ask for it, and which statements name it."""

from __future__ import annotations

import pytest

from graphmem.language.question.matters import asked_of, asked_of_oneself
from graphmem.model.language import Language

EN, TR = Language.EN, Language.TR


@pytest.mark.parametrize(
    ("asked", "language", "told"),
    [
        ("Who is my GP?", EN, "My GP is Dr. Patel at the Hyde Park surgery."),
        ("Who's my family doctor again?", EN, "Aile hekimim Dr. Pelin Tuna."),
        ("Aile hekimim kim?", TR, "My GP is Dr. Patel at the Hyde Park surgery."),
        ("dişçim kimdi", TR, "Moira Quinn has been my dentist for years."),
        ("Who is my boss?", EN, "Priya is my line manager since April."),
        ("patronumun adı ne", TR, "Müdürüm Kemal Bey çok titiz."),
        ("Who is my daughter's teacher?", EN, "Kızımın öğretmeni Aslı Hanım."),
        ("What is our pet called?", EN, "Köpeğimizin adı Paşa."),
        ("What car do I drive?", EN, "Arabam 2014 model Renault Clio."),
        ("Eşimin adı ne?", TR, "I'm married to Tomasz."),
        ("What size shoes do I wear?", EN, "Ayakkabı numaram 38."),
        ("En sevdiğim yemek ne?", TR, "En sevdiğim yemek mantı."),
        ("What's my favourite colour?", EN, "Teal is my favourite colour."),
        ("Tesisatçım kimdi?", TR, "My plumber is a guy named Dougie."),
        ("When is my hip operation?", EN, "My hip operation is on 4 March."),
    ],
)
def test_a_role_is_asked_for_and_named(asked: str, language: Language, told: str) -> None:
    assert asked_of_oneself(asked, language).told_in(told)


@pytest.mark.parametrize(
    ("asked", "language", "told"),
    [
        ("Who is my GP?", EN, "My GP is on holiday until Monday."),
        ("Who is my landlord?", EN, "My sister's landlord is Ed."),
        ("Who is my boss?", EN, "My old boss was Karen."),
        ("Doktorum kim?", TR, "Annemin doktoru Ali Bey."),
        ("Aile hekimim kim?", TR, "Diş hekimim Serap Hanım."),
        ("Köpeğimin adı ne?", TR, "Komşumun köpeğinin adı Zeytin."),
        ("Kedimin adı ne?", TR, "Köpeğimizin adı Paşa."),
        ("Müdürüm kim?", TR, "Müdürüm bugün izinliydi."),
        ("Dedemin adı ne?", TR, "Üç yüz dedim, dört yüz olmuş."),
        ("Who is my son?", EN, "My kid is 4 and goes to nursery."),
    ],
)
def test_what_names_no_holder_does_not_answer(asked: str, language: Language, told: str) -> None:
    matter = asked_of_oneself(asked, language)
    assert matter
    assert not matter.told_in(told)


@pytest.mark.parametrize(
    ("asked", "language", "told", "is_vital"),
    [
        ("Can I take amoxicillin?", EN, "Penisiline alerjim var.", True),
        ("Akşama ne pişirsem?", TR, "I'm vegetarian.", True),
        ("Suggest a dinner", EN, "My daughter has a nut allergy.", True),
        ("Parol alabilir miyim?", TR, "Hamileyim, 20. haftadayım.", True),
        ("Can I take Friday off?", EN, "I'm vegetarian.", False),
        ("Hangi filmi izlesem?", TR, "Vejetaryenim.", False),
        ("What did Joanna cook for dinner?", EN, "I'm vegetarian.", False),
    ],
)
def test_food_and_remedies_ask_for_what_they_must_not_hurt(
    asked: str, language: Language, told: str, is_vital: bool
) -> None:
    matter = asked_of_oneself(asked, language)
    assert matter.is_vital is is_vital
    assert (matter.is_vital and matter.told_in(told)) is is_vital


def test_by_ones_name_the_same_is_asked_as_of_oneself() -> None:
    assert asked_of("Where does Ada live?", "Ada", EN) == asked_of_oneself("where do i live?", EN)
    assert asked_of("Who is Ada's dentist?", "Ada", EN).told_in("Moira is my dentist.")
    assert asked_of("Ada nerede oturuyor?", "Ada", TR).told_in("Mudanya'ya taşındık.")
    assert asked_of("Ada'nın diş hekimi kim?", "Ada", TR).told_in("Diş hekimim Serap Hanım.")
    assert not asked_of("Where does Ben live?", "Ada", EN)
