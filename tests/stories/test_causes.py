"""Somebody tells over days what led to what, among other things, and asks why."""

from __future__ import annotations

import pytest

from tests.stories.conftest import Meet, Person

SAID = {
    "en": (
        ("2026-10-05T09:00:00Z", "The build failed on Monday because the disk of the build server was full."),
        ("2026-10-06T09:00:00Z", "Because the build kept failing, we moved the cache to S3."),
        ("2026-10-08T09:00:00Z", "The move to S3 made the downloads slow, so we put a CDN in front of it."),
        ("2026-10-08T09:10:00Z", "My sister's wedding is on 5 December."),
        ("2026-10-09T09:00:00Z", "We had pizza in the office yesterday."),
    ),
    "tr": (
        (
            "2026-10-05T09:00:00Z",
            "Derleme sunucusunun diski dolduğu için pazartesi günü derleme başarısız oldu.",
        ),
        ("2026-10-06T09:00:00Z", "Derleme sürekli başarısız olduğundan önbelleği S3'e taşıdık."),
        ("2026-10-08T09:00:00Z", "S3'e geçince indirmeler yavaşladı, bu yüzden önüne bir CDN koyduk."),
        ("2026-10-08T09:10:00Z", "Ablamın düğünü 5 Aralık'ta."),
        ("2026-10-09T09:00:00Z", "Dün ofiste pizza yedik."),
    ),
}
WHY = {
    "en": (
        ("Why did the build fail?", "disk of the build server"),
        ("Why did we move the cache to S3?", "build kept failing"),
        ("Why do we have a CDN?", "made the downloads slow"),
    ),
    "tr": (
        ("Derleme neden başarısız oldu?", "diski dolduğu"),
        ("Önbelleği neden S3'e taşıdık?", "sürekli başarısız"),
        ("Neden CDN kullanıyoruz?", "indirmeler yavaşladı"),
    ),
}
BESIDE = {"en": ("wedding", "pizza"), "tr": ("düğünü", "pizza")}


async def deniz(meet: Meet, owner: str, language: str) -> Person:
    """Deniz, after five days."""
    person = await meet(owner)
    await person.told(*SAID[language], speaker="Deniz")
    return person


async def test_each_why_is_answered_by_its_cause(meet: Meet, owner: str, language: str) -> None:
    person = await deniz(meet, owner, language)
    for question, cause in WHY[language]:
        assert cause in await person.block(question), question
    for question, _ in WHY[language][:2]:
        block = await person.block(question)
        assert [words for words in BESIDE[language] if words in block] == [], question


async def test_the_turn_that_tells_the_cause_stands_first(meet: Meet, owner: str, language: str) -> None:
    person = await deniz(meet, owner, language)
    for question, cause in WHY[language][1:]:
        first = next(line for line in (await person.block(question)).splitlines() if line.startswith("- "))
        assert cause in first, question


@pytest.mark.xfail(
    strict=False, reason="a wedding is near enough, or not, by what other owners say: words are rare by all"
)
async def test_nothing_else_stands_beside_the_last_cause(meet: Meet, owner: str, language: str) -> None:
    person = await deniz(meet, owner, language)
    block = await person.block(WHY[language][2][0])
    assert [words for words in BESIDE[language] if words in block] == []


async def test_the_chain_reaches_the_first_cause(meet: Meet, owner: str, language: str) -> None:
    person = await deniz(meet, owner, language)
    assert WHY[language][0][1] in await person.block(WHY[language][2][0])
