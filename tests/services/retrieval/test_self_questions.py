"""What people ask of themselves in other words than they told it: where they live, what they take."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from graphmem.facade import GraphMem
from graphmem.language.question.matters import matter_of, tells
from graphmem.model.language import Language
from graphmem.model.palace import Owner

NOW = datetime.now(UTC)


@pytest.mark.parametrize(
    ("told", "asked", "answer"),
    [
        (["I live in Porto.", "We moved to Lisbon."], "Where do I live?", "Lisbon"),
        (["Bursa'da oturuyorum.", "Mudanya'ya taşındık."], "Nerede yaşıyorum?", "Mudanya"),
        (["I take 20 mg of citalopram every morning."], "Which medication am I on?", "citalopram"),
        (["Susama alerjim var."], "What am I allergic to?", "Susama"),
        (["Aile hekimim Dr. Pelin Tuna."], "Who is my GP?", "Pelin"),
        (["Priya is my line manager since April."], "Müdürüm kim?", "Priya"),
        (["I'm allergic to penicillin."], "Amoksisilin içebilir miyim?", "penicillin"),
    ],
)
async def test_the_answer_is_found_in_other_words(
    memory: GraphMem, tenant: Owner, told: list[str], asked: str, answer: str
) -> None:
    owner = memory.owner(tenant.name)
    others = ["I like rowing on Sundays.", "Fırında iki çırak var.", "My sister works at a bakery."]
    for days, text in enumerate(reversed([*others, *told])):
        await owner.observe(text, said_at=NOW - timedelta(days=days))
    found = await owner.recall(asked)
    assert found.answerable
    assert answer in found.context
    best = max(found.hits, key=lambda hit: hit.confidence)
    assert answer in best.drawer.text


async def test_what_was_never_told_stays_unknown(memory: GraphMem, tenant: Owner) -> None:
    owner = memory.owner(tenant.name)
    for text in ("I like rowing on Sundays.", "My sister lives in Oslo.", "Our office moved to Leeds."):
        await owner.observe(text)
    assert not (await owner.recall("Which medication am I on?")).answerable
    assert max(hit.confidence for hit in (await owner.recall("Where do I live?")).hits) < 0.7


OTHERS = ["I like rowing on Sundays.", "Fırında iki çırak var.", "My sister works at a bakery.", "We painted the hall."]


@pytest.mark.parametrize(
    ("told", "asked"),
    [
        ("I don't eat pork.", "What should I cook tonight?"),
        ("i dont eat pork", "What should I cook tonight?"),
        ("im allergic to shellfish", "What should I cook tonight?"),
        ("ive got a nut allergy", "suggest a dinner"),
        ("Hamileyim, 20. haftadayım.", "Suşi yiyebilir miyim?"),
    ],
)
async def test_the_block_has_what_was_told_and_nothing_that_does_not_answer(
    memory: GraphMem, tenant: Owner, told: str, asked: str
) -> None:
    owner = memory.owner(tenant.name)
    for text in (*OTHERS[:2], told, *OTHERS[2:]):
        await owner.observe(text)
    found = await owner.recall(asked)
    assert found.answerable
    assert told in found.context
    assert found.context.count("\n- ") == 1


async def test_what_was_forgotten_is_not_told_beside_a_dish(memory: GraphMem, tenant: Owner) -> None:
    owner = memory.owner(tenant.name)
    await owner.observe("I'm vegetarian.")
    assert "vegetarian" in (await owner.recall("What should I cook tonight?")).context
    (told,) = (await memory.memories.page(tenant)).items
    await memory.memories.forget(tenant, told.id)
    assert "vegetarian" not in (await owner.recall("What should I cook tonight?")).context


@pytest.mark.parametrize("by_name", [True, False])
async def test_an_owner_is_asked_about_by_name(memory: GraphMem, tenant: Owner, by_name: bool) -> None:
    owner = memory.owner(tenant.name)
    for text in (*OTHERS, "I'm Ada, by the way.", "I moved to Lisbon in May."):
        await owner.observe(text, speaker="Ada" if by_name else None)
    found = await owner.recall("Where does Ada live?")
    assert found.answerable
    assert "Lisbon" in found.context


def test_what_is_asked_and_told_of_oneself() -> None:
    assert matter_of("Where do I live now?", Language.EN) == "home"
    assert matter_of("Where does my sister live?", Language.EN) == ""
    assert not tells("home", "My sister lives in Oslo.", Language.EN)
    assert not tells("home", "Ablam Oslo'da oturuyor.", Language.TR)
    assert tells("medicine", "Doktor Beloc yazdı.", Language.TR)
    assert tells("allergy", "im allergic to shellfish and tom is coeliac", Language.EN)
    assert tells("home", "ive moved to Leeds", Language.EN)
    assert tells("trade", "I'm a product designer at Monzo", Language.EN)
    assert tells("trade", "Eskişehir'de lisede fizik öğretmeniyim", Language.TR)
    assert tells("trade", "ben hemşireyim", Language.TR)
    assert not tells("trade", "Eşim hemşire, gece çalışıyor", Language.TR)
    assert not tells("trade", "My sister is a nurse in Oslo.", Language.EN)
    assert not tells("food", "im not allergic to anything", Language.EN)


@pytest.mark.parametrize(
    ("asked", "name_only", "answer"),
    [
        (
            "Which hotel did we book in Porto?",
            "We're going on a trip to Porto in May with Gwen.",
            "We reserved the Ibis in Porto for three nights.",
        ),
        (
            "What did Gwen say about my salary?",
            "Gwen is my cousin, she works in insurance.",
            "Gwen thinks I'm underpaid.",
        ),
        ("Gülşen'in arabası ne renk?", "Gülşen kuzenim, sigortacı.", "Gülşen kırmızı bir Mini kullanıyor."),
    ],
)
async def test_the_name_alone_does_not_answer(
    memory: GraphMem, tenant: Owner, asked: str, name_only: str, answer: str
) -> None:
    owner = memory.owner(tenant.name)
    for text in (*OTHERS, name_only):
        await owner.observe(text)
    found = await owner.recall(asked)
    assert not found.answerable
    assert not found.context
    await owner.observe(answer)
    assert answer in (await owner.recall(asked)).context
