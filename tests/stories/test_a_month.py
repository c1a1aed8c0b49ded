"""A month of talk, dreams at its end: a plan comes due, one is over, habits stay, and what is forgotten stays away."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

from graphmem.facade import GraphMem
from graphmem.model.palace import Owner
from tests.api.conftest import MINE
from tests.api.test_dreams import APPLY, PLAN, UNDO
from tests.stories.conftest import Meet, Person

MONTHS = {
    "en": (
        "January",
        "February",
        "March",
        "April",
        "May",
        "June",
        "July",
        "August",
        "September",
        "October",
        "November",
        "December",
    ),
    "tr": (
        "Ocak",
        "Şubat",
        "Mart",
        "Nisan",
        "Mayıs",
        "Haziran",
        "Temmuz",
        "Ağustos",
        "Eylül",
        "Ekim",
        "Kasım",
        "Aralık",
    ),
}
SAID = {
    "en": (
        (30, "My dentist appointment is on {today}."),
        (30, "The car inspection is on {past}."),
        (29, "The weekly sync is on Tuesday at 10."),
        (28, "My locker at the gym has the number 118."),
        (27, "I always drink my coffee without sugar."),
        (20, "I drink my coffee without sugar, as always."),
        (9, "The spare key of the cellar is with our neighbour Hatice."),
        (3, "Coffee without sugar for me, please."),
    ),
    "tr": (
        (30, "Dişçi randevum {today} günü."),
        (30, "Arabanın muayenesi {past} günü."),
        (29, "Haftalık toplantımız salı günü saat 10'da."),
        (28, "Spor salonundaki dolabımın numarası 118."),
        (27, "Kahvemi her zaman şekersiz içerim."),
        (20, "Her zamanki gibi kahvemi şekersiz içiyorum."),
        (9, "Bodrumun yedek anahtarı komşumuz Hatice'de."),
        (3, "Bana şekersiz kahve lütfen."),
    ),
}
TODAY = {"en": "What do I have to do today?", "tr": "Bugün ne yapmam gerekiyor?"}
COFFEE = {"en": ("How do I take my coffee?", "without sugar"), "tr": ("Kahvemi nasıl içerim?", "şekersiz")}
LOCKER = {"en": "What is the number of my locker?", "tr": "Dolabımın numarası kaç?"}
DENTIST, CAR = {"en": "dentist", "tr": "Dişçi"}, {"en": "inspection", "tr": "muayenesi"}
SYNC = {"en": "weekly sync", "tr": "Haftalık toplantımız"}
DUE = "{ dueMemories { first last toldAt memory { text } later { text } } }"
RECURRING = "{ memories(first: 50) { nodes { text tier temporalType recurrence nextOccurrence validUntil } } }"
FORGET = "mutation($id: String!) { forget(id: $id) { __typename } }"
TOMBSTONES = "{ tombstones { nodes { reason hits } } }"


def days_of(language: str, now: datetime) -> dict[int, str]:
    """What was said how many days ago, with the days of this month in words."""
    words = {
        name: f"{day.day} {MONTHS[language][day.month - 1]}"
        for name, day in {"today": now, "past": now - timedelta(days=10)}.items()
    }
    return {index: text.format(**words) for index, (_, text) in enumerate(SAID[language])}


async def ece(meet: Meet, owner: str, language: str) -> Person:
    """Ece, after her month."""
    person, now = await meet(owner), datetime.now(UTC)
    texts = days_of(language, now)
    said = [((now - timedelta(days=ago)).isoformat(), texts[at]) for at, (ago, _) in enumerate(SAID[language])]
    await person.told(*said, speaker="Ece")
    return person


async def dreamt(person: Person) -> dict[str, Any]:
    """The dream of this moment, looked at and carried out."""
    plan = (await person.client.data(PLAN))["dream"]
    done: dict[str, Any] = (await person.client.data(APPLY, plan=plan["id"]))["applyDream"]
    assert done["run"]["state"] == "APPLIED"
    return {**done["run"], "changes": plan["changes"]}


async def test_a_plan_comes_due_and_heads_the_block_once(meet: Meet, owner: str, language: str) -> None:
    person = await ece(meet, owner, language)
    coming = (await person.client.data(DUE))["dueMemories"]
    (due,) = [one for one in coming if SYNC[language] not in one["memory"]["text"]]  # it is due on two days a week
    assert DENTIST[language] in due["memory"]["text"]
    assert due["toldAt"] is None
    block = await person.block(TODAY[language])
    ahead = [line for line in block.splitlines()[: 2 + len(coming)] if line.startswith("- ")]
    (first,) = [line for line in ahead if DENTIST[language] in line]
    assert "due" in first
    assert CAR[language] not in block


async def test_a_dream_lets_the_past_plan_sleep_and_the_habit_climb(meet: Meet, owner: str, language: str) -> None:
    person = await ece(meet, owner, language)
    run = await dreamt(person)
    steps = {change["step"]: change["text"] for change in run["changes"]}
    assert CAR[language] in steps["EXPIRY"]
    assert COFFEE[language][1] in steps["PROMOTION"]
    assert (await person.memory(CAR[language]))["tier"] == "DORMANT"
    assert CAR[language] in str(await person.recall("inspection muayenesi", dormant=True))
    question, answer = COFFEE[language]
    assert answer in await person.block(question)
    undone = (await person.client.data(UNDO, id=run["id"]))["undoDream"]
    assert (undone["run"]["state"], undone["memories"]) == ("UNDONE", 2)
    assert (await person.memory(CAR[language]))["tier"] == "EPISODIC"


async def test_what_comes_again_does_not_end(meet: Meet, owner: str, language: str, memory: GraphMem) -> None:
    person = await ece(meet, owner, language)
    found = (await person.client.data(RECURRING))["memories"]["nodes"]
    (sync,) = [one for one in found if SYNC[language] in one["text"]]
    assert (sync["temporalType"], sync["validUntil"]) == ("RECURRING", None)
    assert "FREQ=WEEKLY;BYDAY=TU;BYHOUR=10" in sync["recurrence"]
    next_day = datetime.fromisoformat(sync["nextOccurrence"]).date()
    assert next_day.isoweekday() == 2
    plan = await memory.dreams.plan(Owner.named(owner), now=datetime.now(UTC) + timedelta(days=60))
    assert [change for change in plan.changes if SYNC[language] in change.text] == []


async def test_what_is_forgotten_stays_away(meet: Meet, owner: str, language: str) -> None:
    person = await ece(meet, owner, language)
    assert "118" in await person.block(LOCKER[language])
    gone = await person.memory("118")
    assert (await person.client.data(FORGET, id=gone["id"]))["forget"]["__typename"] == "Forgotten"
    assert "118" not in await person.block(LOCKER[language])
    text = SAID[language][3][1]
    turns = [{"speaker": "Ece", "text": text, "saidAt": (datetime.now(UTC) - timedelta(days=28)).isoformat()}]
    await person.client.data(MINE, input={"title": "Gym", "turns": turns})
    await dreamt(person)
    assert [one for one in await person.memories() if "118" in one["text"]] == []
    assert "118" not in await person.block(LOCKER[language])
    (stone,) = (await person.client.data(TOMBSTONES))["tombstones"]["nodes"]
    assert stone["hits"] > 0
