"""A block of a small store: where something clearly answers, what is near it stands there and not all that was told."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from graphmem.facade import GraphMem
from graphmem.model.language import Language
from graphmem.model.palace import Drawer, Owner
from graphmem.model.question import Intent
from graphmem.model.recall import Hit
from graphmem.services.retrieval.confidence_cutoff import needed_from
from graphmem.services.retrieval.options import RecallOptions
from graphmem.services.retrieval.query_hits import QueryHits, SubQueryResult
from graphmem.services.retrieval.turn_scoring import RankedTurns

NOW = datetime.now(UTC)
BEGUN = NOW.replace(hour=9, minute=0, second=0, microsecond=0) - timedelta(days=8)
"""The hour is always the same: what was told on one day lies together."""
QUIET = RecallOptions(touch=False)
TOLD = {
    "en": [
        "I work as a pharmacist at St. Brennan's Hospital.",
        "I live in Bristol, on Ashley Road.",
        "My partner Tom is a carpenter.",
        "Our dog Biscuit is a four-year-old beagle.",
        "My GP is Dr Patel at the Montpelier surgery.",
        "I take 50 mg of sertraline every morning.",
        "I'm on 75 mg of aspirin, too.",
        "I've got mild asthma, so I carry an inhaler when I run.",
        "I've been vegetarian since university.",
        "The clutch gave out, so the car is at the garage until Thursday.",
        "My mum lives in Cardiff and she turns 70 in February.",
        "My sister Ellie is a nurse in Oslo.",
        "I sing alto in the Southbank choir on Tuesdays.",
        "I'm reading The Overstory at the moment.",
        "I drink oat flat whites, no sugar.",
        "We're going to Lisbon for a week at Easter.",
        "Our rent went up to 1,350 pounds in October.",
        "Please keep your answers short.",
        "It's been pouring here all day, what a week.",
        "The kettle broke this morning, so I had my tea at work.",
    ],
    "tr": [
        "Karaköy'de bir mimarlık ofisinde çalışıyorum.",
        "Kadıköy'de oturuyorum, Moda tarafında.",
        "Eşim Deniz lisede fizik öğretmeni.",
        "Kedimizin adı Tarçın, üç yaşında bir tekir.",
        "Aile hekimim Dr. Pelin Tuna.",
        "Her sabah Beloc alıyorum.",
        "Ayda birkaç kez migrenim tutuyor.",
        "Beş yıldır et yemiyorum.",
        "Debriyaj bozulduğu için araba perşembeye kadar serviste.",
        "Annem Bursa'da yaşıyor, şubatta yetmiş yaşına giriyor.",
        "Kız kardeşim Ece Berlin'de hemşire.",
        "Salı akşamları koroda söylüyorum.",
        "Şu aralar Tutunamayanlar'ı okuyorum.",
        "Kahvemi sade içerim.",
        "Bayramda bir haftalığına Lizbon'a gidiyoruz.",
        "Kiramız ekimde 32 bin liraya çıktı.",
        "Lütfen cevaplarını kısa tut.",
        "Bütün gün yağmur yağdı, ne haftaydı ama.",
        "Sabah su ısıtıcısı bozuldu, çayı işte içtim.",
        "Çocukken piyano çalardım.",
    ],
}


def lines(block: str) -> list[str]:
    return [line for line in block.splitlines() if line.startswith("- ")]


CLEAR = {
    "en": [
        ("When does my mum turn 70?", "February"),
        ("Where are we going at Easter?", "Lisbon"),
        ("How much rent do we pay?", "1,350"),
    ],
    "tr": [
        ("Bayramda nereye gidiyoruz?", "Lizbon"),
        ("Annem kaç yaşına giriyor?", "yetmiş"),
    ],
}
LISTS = {
    "en": ("What do Tom and Ellie do for work?", ["carpenter", "nurse"]),
    "tr": ("Ailem hakkında ne biliyorsun?", ["Deniz", "Bursa", "Ece"]),
}


async def tell(memory: GraphMem, owner: Owner, language: str) -> None:
    mine = memory.owner(owner)
    for place, text in enumerate(TOLD[language]):
        await mine.observe(text, said_at=BEGUN + timedelta(hours=8 * place))


@pytest.mark.parametrize("language", ["en", "tr"])
async def test_beside_what_clearly_answers_stands_what_is_near_it(
    memory: GraphMem, tenant: Owner, language: str
) -> None:
    await tell(memory, tenant, language)
    for asked, answer in CLEAR[language]:
        found = await memory.recall(asked, owner=tenant, options=QUIET)
        assert answer in found.context
        assert len(lines(found.context)) <= len(TOLD[language]) // 2, found.context
        weak = await memory.recall(asked, owner=tenant, options=RecallOptions(touch=False, min_confidence=0.0))
        assert len(lines(weak.context)) > 10, "who asks for what is weak gets it"


@pytest.mark.parametrize("language", ["en", "tr"])
async def test_a_list_has_all_its_lines_and_not_all_there_is(memory: GraphMem, tenant: Owner, language: str) -> None:
    await tell(memory, tenant, language)
    asked, answers = LISTS[language]
    found = await memory.recall(asked, owner=tenant, options=QUIET)
    assert all(answer in found.context for answer in answers), found.context
    assert len(lines(found.context)) <= 16, found.context


def test_as_many_as_hold_most_of_what_is_expected() -> None:
    clear = part([0.8, 0.3, 0.01, 0.001])
    assert set(needed_from(found(clear), QUIET).values()) == {0.3}
    assert needed_from(found(clear), RecallOptions(min_confidence=0.0)) == {}
    certain = part([0.9, 0.02, 0.01])
    assert set(needed_from(found(certain), QUIET).values()) == {0.9}
    unclear = part([0.05] * 10)
    assert set(needed_from(found(unclear), QUIET).values()) == {0.05}, "of equals nothing is left out"


def test_the_more_lenient_part_decides() -> None:
    least = needed_from(found(part([0.9, 0.02]), part([0.3, 0.2, 0.2])), QUIET)
    assert least == {"d0": 0.2, "d1": 0.2, "d2": 0.2}


@pytest.mark.parametrize("intent", [Intent.CAUSAL, Intent.ENTITY_PROFILE])
def test_causes_of_causes_and_all_of_somebody_are_needed(intent: Intent) -> None:
    chain = replace(part([0.8, 0.05, 0.03]), intent=intent)
    assert set(needed_from(found(chain), QUIET).values()) == {0.03}


def test_a_part_that_nothing_answers_asks_for_nothing() -> None:
    assert needed_from(found(replace(part([0.8, 0.3]), answerable=0.1)), QUIET) == {}


def part(sure: list[float]) -> SubQueryResult:
    hits = tuple(Hit(turn(place), "", "", "", 1.0, {}, {}, "", confidence=value) for place, value in enumerate(sure))
    ranked = RankedTurns(hits, len(sure))
    return SubQueryResult("Where?", Language.EN, turns=ranked, answerable=0.9, answers_from=0.2)


def turn(place: int) -> Drawer:
    return Drawer(f"d{place}", f"line {place}", "user", "user", NOW, place, f"§ {place}", (), "en", True, None)


def found(*parts: SubQueryResult) -> QueryHits:
    return QueryHits("Where?", Language.EN, "multilingual-e5-small-int8", parts)
