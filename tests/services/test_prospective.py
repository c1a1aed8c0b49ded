"""Plans whose day comes: what is due, and that a block tells of it once."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

import pytest

from graphmem.facade import GraphMem
from graphmem.language.temporal.calendar import Days
from graphmem.language.temporal.due_days import appointed
from graphmem.model.dream import Step
from graphmem.model.language import Language
from graphmem.model.palace import Owner
from graphmem.model.review import Verdict
from graphmem.services.retrieval.options import RecallOptions
from graphmem.store import due

SAID = datetime(2026, 3, 9, 10, tzinfo=UTC)


def _day(month: int, day: int) -> Days:
    return Days(date(2026, month, day), date(2026, month, day))


@pytest.mark.parametrize(
    ("text", "language", "last", "days"),
    [
        ("Ada: My dentist appointment is on 12 March 2026.", Language.EN, date(2026, 3, 12), _day(3, 12)),
        ("Ada: I'll visit Clara on Friday [2026-03-13].", Language.EN, date(2026, 3, 13), _day(3, 13)),
        ("Ada: Cuma günü [2026-03-13] dişçiye gideceğim.", Language.TR, date(2026, 3, 13), _day(3, 13)),
        ("Ada: I'll look for a nice spot for us.", Language.EN, date(2026, 3, 16), None),
        ("Ada: I'm going to read more next month.", Language.EN, date(2026, 4, 30), None),
        ("Ada: Call the plumber before Friday [2026-03-13].", Language.EN, date(2026, 3, 12), _day(3, 12)),
    ],
)
def test_only_a_plan_that_names_its_day_has_one(text: str, language: Language, last: date, days: Days | None) -> None:
    end = datetime(last.year, last.month, last.day, tzinfo=UTC) + timedelta(days=1)
    assert appointed(text, language, SAID, end) == days


async def test_what_was_cancelled_is_not_due(memory: GraphMem, tenant: Owner) -> None:
    tomorrow = datetime.now(UTC) + timedelta(days=1)
    for text in (
        f"The staff meeting on {tomorrow:%d %B} is off.",
        f"I'm not going to the conference on {tomorrow:%d %B} after all.",
        f"Ken called the barbecue on {tomorrow:%d %B} off.",
        f"Don't forget the dinner with Gwen on {tomorrow:%d %B}.",
    ):
        await memory.observer.learn(tenant, text)
    (due_,) = await memory.prospective.due(tenant)
    assert "Gwen" in due_.memory.text


@pytest.mark.parametrize(("project", "beside"), [("shop", True), ("garden", False)])
async def test_a_plan_that_is_due_stands_with_what_was_said_later_of_it(
    memory: GraphMem, tenant: Owner, project: str, beside: bool
) -> None:
    """Unless that was said at work on another project."""
    now = datetime.now(UTC)
    day, moved = now + timedelta(days=1), now + timedelta(days=60)
    for said_at, text, at_work_on in (
        (now - timedelta(days=60), f"My wedding with Jonas is on {day:%d %B %Y} at the Orangery.", None),
        (
            now - timedelta(days=16),
            f"We moved the wedding: it is now on {moved:%d %B %Y}, still at the Orangery.",
            "shop",
        ),
        (now - timedelta(days=9), "My accountant is Petra Lindqvist, she does my taxes every spring.", None),
    ):
        await memory.observer.observe(tenant, text, said_at=said_at, project=at_work_on)
    (review,) = (await memory.reviews.page(tenant)).items
    answer = await memory.recall("Who is my accountant?", owner=tenant.name, options=RecallOptions(project=project))
    block = answer.context.splitlines()
    plan = next(at for at, line in enumerate(block) if f"(due {day:%Y-%m-%d})" in line)
    assert ("We moved the wedding" in block[plan + 1]) is beside
    assert ("We moved the wedding" in answer.context) is beside
    await memory.reviews.decide(tenant, review.id, Verdict.DISMISS, by="test")
    memory.prospective.forget(tenant)
    (due_,) = await memory.prospective.due(tenant)
    assert due_.later is None


async def test_a_block_tells_of_a_plan_once_when_its_day_comes(memory: GraphMem, tenant: Owner) -> None:
    now = datetime.now(UTC)
    tomorrow, later = now + timedelta(days=1), now + timedelta(days=9)
    for day in (tomorrow, later):
        await memory.observer.learn(tenant, f"I will see the dentist on {day:%d %B %Y}.")
    await memory.observer.learn(tenant, "I will learn to juggle soon.")
    (ready,) = await memory.prospective.due(tenant)
    assert (ready.first, ready.last, ready.told_at) == (tomorrow.date(), tomorrow.date(), None)
    assert [one.first for one in await memory.prospective.due(tenant, now=later)] == [later.date()]

    asked = "What colour is the roof of the library?"
    unseen = await memory.recall(asked, owner=tenant.name, options=RecallOptions(touch=False))
    assert "(due " not in unseen.context, "what is not noted tells nobody"
    first = await memory.recall(asked, owner=tenant.name)
    assert f"(due {tomorrow:%Y-%m-%d})" in first.context
    again = await memory.recall(asked, owner=tenant.name)
    assert "(due " not in again.context
    await memory.learner.drain()
    (told,) = await memory.prospective.due(tenant)
    assert told.told_at is not None
    memory.prospective.forget(tenant)
    assert await memory.prospective.unannounced(tenant) == ()


DAYS = {
    Language.EN: ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"),
    Language.TR: ("pazartesi", "salı", "çarşamba", "perşembe", "cuma", "cumartesi", "pazar"),
}


@pytest.mark.parametrize(
    ("language", "said", "parts"),
    [
        (Language.EN, "Tomorrow I have lunch with Kate at Dishoom, and on {} we go to Oxford.", ("Kate", "Oxford")),
        (Language.TR, "Yarın saat 16'da Barış Bey'le görüşmem var, {} de Emre'yi alacağım.", ("Barış", "Emre")),
    ],
)
async def test_plans_of_two_days_told_together_are_each_due_on_their_own(
    memory: GraphMem, tenant: Owner, language: Language, said: str, parts: tuple[str, str]
) -> None:
    now = datetime.now(UTC)
    later = now + timedelta(days=3)
    await memory.observer.learn(tenant, said.format(DAYS[language][later.weekday()]))
    first, second = (now + timedelta(days=1)).date(), later.date()
    (soon,) = await memory.prospective.due(tenant, now=now)
    _late, then = await memory.prospective.due(tenant, now=now + timedelta(days=3))
    assert (soon.first, then.first) == (first, second)
    assert parts[0] in soon.memory.text
    assert parts[1] in then.memory.text


async def test_a_plan_that_nobody_was_told_of_waits_a_week_before_it_sleeps(memory: GraphMem, tenant: Owner) -> None:
    now = datetime.now(UTC)
    day = now + timedelta(days=2)
    await memory.observer.learn(tenant, f"I will see the dentist on {day:%d %B %Y}.")
    over = now + timedelta(days=5)
    plan = await memory.dreams.plan(tenant, now=over)
    assert plan.changes == ()
    assert {one.step: one.skipped for one in plan.steps}[Step.EXPIRY] == {"a plan that nobody was told of yet": 1}
    (missed,) = await memory.prospective.due(tenant, now=over)
    assert missed.first == day.date()
    assert len((await memory.dreams.plan(tenant, now=over + timedelta(days=7))).changes) == 1
    await due.mark_announced(memory.database, tenant, [missed.memory.id], over)
    assert len((await memory.dreams.plan(tenant, now=over)).changes) == 1
    assert await memory.prospective.due(tenant, now=over) == ()
