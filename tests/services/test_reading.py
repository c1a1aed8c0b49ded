"""What the encoder says of clauses and questions, and the one decision of worth."""

from __future__ import annotations

from dataclasses import replace

import pytest

from graphmem.model.category import Category
from graphmem.model.question import Intent
from graphmem.services.reading import RULE, Reading, Setting, text_reader


def reading(**worth: float) -> Reading:
    categories = {"policy": 0.6, "fact": 0.3, "plan": 0.1}
    return Reading(categories, 0.0, {one: worth.get(one.value, 0.0) for one in Setting})


@pytest.mark.parametrize(
    ("text", "is_worth"),
    [
        ("My daughter Defne is allergic to peanuts.", True),
        ("Kızım Defne fıstığa alerjik.", True),
        ("We keep the session cache in Redis since March.", True),
        ("Ekim ayında Bursa'ya taşındık.", True),
        ("thanks, that helps a lot!", False),
        ("çok teşekkürler, harikasın", False),
        ("what's the capital of Peru?", False),
        ("bu hatayı düzeltir misin", False),
    ],
)
def test_what_lasts_is_told_from_what_passes(text: str, *, is_worth: bool) -> None:
    reader = text_reader()
    assert reader.is_worth(reader.clause(text), Setting.ASSISTANT) is is_worth


@pytest.mark.parametrize(
    ("text", "is_rule"),
    [
        ("From now on answer me in Turkish, always.", True),
        ("Bundan sonra cevaplarını hep madde madde yaz.", True),
        ("My old boss always answered in bullet points.", False),
        ("Şu metni madde madde yazar mısın", False),
    ],
)
def test_a_rule_is_told_from_what_sounds_like_one(text: str, *, is_rule: bool) -> None:
    reader = text_reader()
    category, _ = reader.clause(text).kind(reader.thresholds[RULE])
    assert (category is Category.POLICY) is is_rule


def test_a_clause_is_worth_it_in_its_setting_or_as_a_rule() -> None:
    reader = text_reader()
    talk = reading(worth=1.0)
    assert reader.is_worth(talk, Setting.PEOPLE)
    assert not reader.is_worth(talk, Setting.WORK)
    assert reader.is_worth(replace(talk, standing=1.0), Setting.WORK)


def test_only_a_rule_is_called_one() -> None:
    assert reading().kind(0.5) == (Category.FACT, 0.3)
    assert replace(reading(), standing=0.7).kind(0.5) == (Category.POLICY, 0.7)
    assert replace(reading(), standing=0.7).kind(1.01) == (Category.FACT, 0.3)


@pytest.mark.parametrize(
    ("question", "intent"),
    [
        ("Why did we move the cache to Redis?", Intent.CAUSAL),
        ("When did Defne start school?", Intent.TEMPORAL),
        ("Neden Bursa'ya taşındık?", Intent.CAUSAL),
    ],
)
def test_a_question_is_understood(question: str, intent: Intent) -> None:
    said, _ = text_reader().question(question)
    assert max(said, key=said.__getitem__) == intent


def test_every_verdict_is_a_share() -> None:
    reader = text_reader()
    said = reader.clause("I drink oat milk.")
    assert sum(said.categories.values()) == pytest.approx(1)
    intents, nothing = reader.question("What do I drink?")
    assert sum(intents.values()) == pytest.approx(1)
    assert 0 <= nothing <= 1
    assert {*Setting, RULE, "skip"} <= reader.thresholds.keys()
