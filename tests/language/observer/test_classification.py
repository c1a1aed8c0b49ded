"""Categories by phrases: golden examples of each, ties, votes and bounds."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem.language.observer.classification import BASE, classify
from graphmem.language.observer.patterns import listed
from graphmem.model.category import Category
from graphmem.model.entity import EntityType, Mention
from graphmem.model.language import Language


@pytest.mark.parametrize(
    ("text", "language", "expected"),
    [
        ("Actually, the flight leaves at six, not at seven.", Language.EN, Category.CORRECTION),
        ("Hayır, kızımın adı Defne değil Derin.", Language.TR, Category.CORRECTION),
        ("We decided to stay with the old printer.", Language.EN, Category.DECISION),
        ("Arabayı satmaya karar verdik.", Language.TR, Category.DECISION),
        ("I prefer aisle seats.", Language.EN, Category.PREFERENCE),
        ("Soğanlı yemekleri hiç sevmem.", Language.TR, Category.PREFERENCE),
        ("Visitors must sign in at the desk.", Language.EN, Category.POLICY),
        ("Laboratuvarda yemek yemek yasaktır.", Language.TR, Category.POLICY),
        ("Watch out, the oven door gets hot and burns you.", Language.EN, Category.PITFALL),
        ("Dikkat edin, o pil yazın şişiyor.", Language.TR, Category.PITFALL),
        ("First grind the beans, then heat the water, finally pour slowly.", Language.EN, Category.WORKFLOW),
        ("Önce çekirdeği öğütürüm, sonra suyu ısıtırım, en son yavaşça dökerim.", Language.TR, Category.WORKFLOW),
        ("Search is a separate service behind the gateway.", Language.EN, Category.ARCHITECTURE),
        ("Arama ayrı bir servis, geçidin arkasında duruyor.", Language.TR, Category.ARCHITECTURE),
        ("I'm going to visit my aunt next month.", Language.EN, Category.PLAN),
        ("Gelecek ay teyzemi ziyaret edeceğim.", Language.TR, Category.PLAN),
        ("Yesterday I lost my wallet on the tram.", Language.EN, Category.EPISODE),
        ("Dün tramvayda cüzdanımı kaybettim.", Language.TR, Category.EPISODE),
        ("Ayşe is my sister, a nurse.", Language.EN, Category.ENTITY),
        ("Ayşe benim ablam, hemşire.", Language.TR, Category.ENTITY),
        ("I'm allergic to walnuts.", Language.EN, Category.FACT),
        ("Cevize alerjim var.", Language.TR, Category.FACT),
        ("hmm well", Language.EN, Category.OTHER),
    ],
)
def test_each_category(text: str, language: Language, expected: Category) -> None:
    found = classify(text, language, ())
    assert found.category is expected, (found.scores, found.signals)


def test_questions_prefer_nothing() -> None:
    found = classify("What do you prefer, tea or coffee?", Language.EN, ())
    assert found.category is Category.OTHER
    assert not found.explicit


def test_further_phrases_raise_confidence() -> None:
    one = classify("I prefer trains.", Language.EN, ())
    more = classify("I prefer trains, I hate planes, and ferries are my favourite.", Language.EN, ())
    assert one.category is more.category is Category.PREFERENCE
    assert BASE[Category.PREFERENCE] <= one.confidence < more.confidence <= 1
    assert len(more.signals) > len(one.signals)


def test_many_entities_without_a_phrase_are_about_them() -> None:
    names = (Mention("Oslo", EntityType.PLACE), Mention("Bergen", EntityType.PLACE))
    assert classify("Oslo, Bergen", Language.EN, names).category is Category.ENTITY
    assert classify("Oslo, Oslo", Language.EN, names[:1] * 2).category is Category.OTHER


@pytest.mark.parametrize("language", Language)
def test_every_phrase_file_knows_every_category(language: Language) -> None:
    sections = {phrase.section for phrase in listed(f"{language.value}/observer_signals")}
    assert {Category(name) for name in sections} == set(BASE) - {Category.OTHER}


@given(st.text(max_size=200), st.sampled_from(Language))
def test_confidence_is_the_highest_score_and_at_most_one(text: str, language: Language) -> None:
    found = classify(text, language, ())
    assert 0 <= found.confidence <= 1
    assert all(score <= found.confidence + 1e-6 for score in found.scores.values())
