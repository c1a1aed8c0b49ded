"""An assistant over three sessions: somebody moves, changes their mind, and corrects what they had said wrong."""

from __future__ import annotations

from tests.stories.conftest import Meet, Person

SAID = {
    "en": (
        ("2026-09-07T09:00:00Z", "Hi! I'm Rita. I live in Gaia and I work as a nurse at the Santa Maria hospital."),
        ("2026-09-07T09:02:00Z", "I'm allergic to peanuts, so keep that in mind when you suggest recipes."),
        ("2026-09-07T09:03:00Z", "I like short answers, please."),
        ("2026-09-21T18:00:00Z", "Actually, that was wrong: I'm allergic to walnuts, not peanuts."),
        ("2026-09-21T18:05:00Z", "We want to go to Madeira in December."),
        ("2026-10-12T08:00:00Z", "I moved to Lisbon last week, so I no longer live in Gaia."),
        ("2026-10-12T08:01:00Z", "We changed our mind about Madeira, we are going to the Azores instead."),
        ("2026-10-12T08:02:00Z", "I quit the hospital and now I teach at a nursing school."),
    ),
    "tr": (
        (
            "2026-09-07T09:00:00Z",
            "Merhaba! Ben Rita. İzmir'de oturuyorum ve Ege Hastanesi'nde hemşire olarak çalışıyorum.",
        ),
        ("2026-09-07T09:02:00Z", "Yer fıstığına alerjim var, tarif önerirken bunu unutma."),
        ("2026-09-07T09:03:00Z", "Kısa cevapları severim."),
        ("2026-09-21T18:00:00Z", "Pardon, yanlış söyledim: yer fıstığına değil cevize alerjim var."),
        ("2026-09-21T18:05:00Z", "Aralıkta Kapadokya'ya gitmek istiyoruz."),
        ("2026-10-12T08:00:00Z", "Geçen hafta Ankara'ya taşındım, artık İzmir'de oturmuyorum."),
        ("2026-10-12T08:01:00Z", "Kapadokya'dan vazgeçtik, onun yerine Antalya'ya gidiyoruz."),
        ("2026-10-12T08:02:00Z", "Hastaneden ayrıldım, şimdi bir hemşirelik okulunda ders veriyorum."),
    ),
}
LIVES = {
    "en": ("Where does Rita live now?", "Where did Rita live in September?", "Lisbon", "Gaia"),
    "tr": ("Rita şimdi nerede oturuyor?", "Rita eylülde nerede oturuyordu?", "Ankara", "İzmir"),
}
TRIP = {
    "en": ("Where are we going in December?", "Azores", "to Madeira in December"),
    "tr": ("Aralıkta nereye gidiyoruz?", "Antalya", "Kapadokya'ya"),
}
ALLERGY = {
    "en": ("What is Rita allergic to?", "walnuts", "allergic to peanuts"),
    "tr": ("Rita'nın neye alerjisi var?", "cevize", "Yer fıstığına alerjim"),
}
WORK = {
    "en": ("What does Rita do for work?", "nursing school", "as a nurse"),
    "tr": ("Rita ne iş yapıyor?", "hemşirelik okulunda", "hemşire olarak"),
}


async def rita(meet: Meet, owner: str, language: str) -> Person:
    """Rita, after her three sessions."""
    person = await meet(owner)
    await person.told(*SAID[language], speaker="Rita")
    return person


async def test_the_new_home_is_the_answer_and_the_old_one_is_history(meet: Meet, owner: str, language: str) -> None:
    person = await rita(meet, owner, language)
    now, then, new, old = LIVES[language]
    block = await person.block(now)
    assert block.index(new) < block.index("</memory_context>")
    line = next(line for line in block.splitlines() if old in line and new not in line)
    assert "§" in line, "the old home stands beside the pointer of what changed it"
    lived = {thing for predicate, thing in await person.facts("Rita") if predicate == "lives_in"}
    assert lived == {new}
    september = {"validAt": "2026-09-15T00:00:00Z"}
    assert ("lives_in", old) in await person.facts("Rita", asOf=september)
    former = await person.block(then, asOf=september)
    assert old in former
    assert new not in former


async def test_a_change_of_mind_closes_the_plan(meet: Meet, owner: str, language: str) -> None:
    person = await rita(meet, owner, language)
    question, new, old = TRIP[language]
    plan = await person.memory(old)
    assert plan["validUntil"] is not None
    block = await person.block(question)
    assert new in block
    line = next(line for line in block.splitlines() if old in line and new not in line)
    assert "§" in line, "the plan that was given up says what replaced it"


async def test_a_correction_in_so_many_words_acts_at_once(meet: Meet, owner: str, language: str) -> None:
    person = await rita(meet, owner, language)
    question, new, old = ALLERGY[language]
    assert (await person.memory(old))["validUntil"] is not None
    assert (await person.memory(new))["validUntil"] is None
    assert new in await person.block(question)
    assert not [one for one in await person.reviews() if new in one["newer"]["text"]]


async def test_the_former_work_is_no_current_fact(meet: Meet, owner: str, language: str) -> None:
    person = await rita(meet, owner, language)
    assert (await person.memory(WORK[language][2]))["validUntil"] is not None
    assert {predicate for predicate, _ in await person.facts("Rita")}.isdisjoint({"works_as", "works_at"})


async def test_the_new_work_is_in_the_block(meet: Meet, owner: str, language: str) -> None:
    person = await rita(meet, owner, language)
    question, new, _ = WORK[language]
    assert new in await person.block(question)
