"""A change of mind ends what it is about, in whatever language, however far away its words are, and nothing else."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from graphmem.facade import GraphMem
from graphmem.model.category import Category
from graphmem.model.gate import GateAction
from graphmem.model.observation import Observation
from graphmem.model.palace import Owner
from graphmem.model.transcript import Conversation, Role, Session, Turn
from graphmem.services.ingestion.consolidation import MOST_ASKED
from graphmem.services.retrieval.options import RecallOptions

SAID_AT = datetime(2026, 3, 2, 9, tzinfo=UTC)
OTHERS = (
    "I moved the sofa to the attic.", "My cousin moved to Ghent.", "I moved my savings to Lloyds.",
    "The library moved to Harbour Street.", "We moved the meeting to Friday.", "I moved on to the third volume.",
    "My aunt moved to Turin.", "They moved the statue to the park.",
)  # fmt: skip


async def told(memory: GraphMem, owner: Owner, text: str, days: int, speaker: str = "Rosa") -> Observation:
    return await memory.observer.observe(owner, text, speaker=speaker, said_at=SAID_AT + timedelta(days=days))


async def recalled(memory: GraphMem, owner: Owner, question: str) -> list[str]:
    found = await memory.recall(question, owner=owner.name, options=RecallOptions(touch=False))
    return [hit.memory.text for hit in found.memories]


async def test_a_home_ends_by_its_fact_in_the_other_language(memory: GraphMem, tenant: Owner) -> None:
    before = await told(memory, tenant, "I live in Bruges.", 0)
    for text in OTHERS:
        await told(memory, tenant, text, 1)
    seen = await told(memory, tenant, "Artık Muğla'da yaşıyorum.", 8)
    assert [one.action for one in seen.statements] == [GateAction.SUPERSEDE]
    assert seen.statements[0].target == before.statements[0].memory
    assert not any("Bruges" in text for text in await recalled(memory, tenant, "Where does Rosa live?"))


@pytest.mark.parametrize(("speaker", "action"), [("Rosa", GateAction.SUPERSEDE), ("Tom", GateAction.CREATE)])
async def test_an_appointment_of_a_team_is_put_off(
    memory: GraphMem, tenant: Owner, speaker: str, action: GateAction
) -> None:
    await told(memory, tenant, "the api deadline for the client is friday 6 march", 0)
    seen = await told(memory, tenant, "api deadline is moved to wed 11 mar", 1, speaker)
    assert [one.action for one in seen.statements] == [action]
    asked = await memory.reviews.page(tenant)
    assert len(asked.items) == (action is GateAction.CREATE)


async def test_what_somebody_else_says_ends_nothing_and_is_asked_about(memory: GraphMem, tenant: Owner) -> None:
    await told(memory, tenant, "The price of the Heron lamp is 40 euros.", 0)
    seen = await told(memory, tenant, "The price of the Heron lamp is 55 euros now.", 1, speaker="Mia")
    assert [one.action for one in seen.statements] == [GateAction.CREATE]
    assert len((await memory.reviews.page(tenant)).items) == 1
    seen = await told(memory, tenant, "The price of the Heron lamp is 60 euros now.", 2, speaker="Mia")
    assert [one.action for one in seen.statements] == [GateAction.SUPERSEDE], "her own word she may change"


async def test_of_two_that_disagree_the_later_one_comes_first(memory: GraphMem, tenant: Owner) -> None:
    await told(memory, tenant, "The budget of the Heron project is 4000 euros and its office is in Ghent.", 0)
    seen = await told(memory, tenant, "The budget of the Heron project is 5200 euros now.", 7)
    assert [one.action for one in seen.statements] == [GateAction.CREATE]
    held = await recalled(memory, tenant, "What is the budget of the Heron project, and where is its office?")
    assert "5200" in held[0]
    assert any("Ghent" in text for text in held), "what else it tells still holds"


@pytest.mark.parametrize(("category", "ends"), [(Category.EPISODE, False), (Category.DECISION, True)])
@pytest.mark.parametrize(
    ("rule", "event"),
    [
        (
            "Invoices are sent by Derya on the first of the month.",
            "In March Kemal sent the invoices instead of Derya and two bounced.",
        ),
        (
            "To release, tag the commit, then run the pipeline.",
            "Last week we dropped the tag and ran the pipeline without staging, and it broke.",
        ),
    ],
)
async def test_what_went_wrong_once_ends_no_way_of_working(
    memory: GraphMem, tenant: Owner, rule: str, event: str, category: Category, ends: bool
) -> None:
    """The judge takes these for changes, and would be right if somebody had decided so."""
    held = await memory.observer.learn(tenant, rule, category=Category.WORKFLOW)
    seen = await memory.observer.learn(tenant, event, category=category)
    assert [one.target for one in seen.statements if one.action is GateAction.SUPERSEDE] == (
        [held.statements[0].memory] if ends else []
    )


async def asked(memory: GraphMem, owner: Owner) -> list[tuple[str, str]]:
    page = await memory.reviews.page(owner)
    return [(one.older.text, one.newer.text) for one in page.items]


@pytest.mark.parametrize(
    ("old", "others", "new"),
    [
        (
            "I live on Cardigan Road.",
            ("The address of the club is 2 Mill Lane.", "Brudenell Grove has a bakery now.", *OTHERS),
            "14 Brudenell Grove is my address now",
        ),
        (
            "Sevgilim Tuğçe Isparta'da hemşirelik okuyor.",
            ("Geçen hafta Bursa'ya gittik.", "Ablam hemşire oldu.", "Isparta'da gül hasadı başladı.", *OTHERS),
            "Tuğçeyle ayrıldık geçen hafta.",
        ),
    ],
)
async def test_a_matter_is_asked_about_though_others_are_nearer(
    memory: GraphMem, tenant: Owner, old: str, others: tuple[str, ...], new: str
) -> None:
    before = await told(memory, tenant, old, 0)
    for text in others:
        await told(memory, tenant, text, 1)
    seen = await told(memory, tenant, new, 8)
    assert [one.action for one in seen.statements] == [GateAction.CREATE]
    assert seen.statements[0].target == before.statements[0].memory
    assert [old in older for older, newer in await asked(memory, tenant) if new[:9] in newer] == [True]


async def test_a_matter_of_the_same_conversation_is_asked_about(memory: GraphMem, tenant: Owner) -> None:
    texts = ("I live on Cardigan Road.", *OTHERS, "14 Brudenell Grove is my address now")
    turns = tuple(Turn(text, "Rosa", Role.USER, SAID_AT + timedelta(days=day)) for day, text in enumerate(texts))
    await memory.mine(Conversation("c", "c", "c", (Session("s", SAID_AT, turns),)), owner=tenant.name)
    found = await asked(memory, tenant)
    assert ["Cardigan" in older for older, newer in found if "Brudenell" in newer] == [True]


async def test_what_is_put_to_another_time_is_over(memory: GraphMem, tenant: Owner) -> None:
    before = await told(memory, tenant, "I play five-a-side on Wednesdays.", 0)
    seen = await told(memory, tenant, "five-a-side has moved to Mondays", 8)
    assert [(one.action, one.target) for one in seen.statements] == [
        (GateAction.SUPERSEDE, before.statements[0].memory)
    ]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Our wedding is on 12 June.", "my cousin's wedding got moved to 19 June"),
        ("I use Vim for everything.", "a colleague of mine switched from Vim to Emacs, we all laughed"),
        ("12 Haziran'da evleniyorum.", "kuzenimin düğünü 19 Haziran'a alındı"),
        ("I live on Cardigan Road.", "I used to live at 14 Brudenell Grove in Hull"),
    ],
)
async def test_somebody_elses_news_ends_and_asks_nothing(memory: GraphMem, tenant: Owner, old: str, new: str) -> None:
    await told(memory, tenant, old, 0)
    seen = await told(memory, tenant, new, 8)
    assert all(one.action is GateAction.CREATE for one in seen.statements)
    assert await asked(memory, tenant) == []


async def test_one_statement_asks_about_two_at_the_most(memory: GraphMem, tenant: Owner) -> None:
    for text in (
        "I live on Cardigan Road.",
        "We rent a flat near the station.",
        "My house is in Armley, by the canal.",
    ):
        await told(memory, tenant, text, 0)
    await told(memory, tenant, "14 Brudenell Grove is my address now", 8)
    assert len(await asked(memory, tenant)) == MOST_ASKED


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("My GP put me on propranolol 40mg for the migraines.", "I've stopped taking the propranolol."),
        ("Arabamız 2015 model Renault Megane.", "Arabayı sattık, yerine elektrikli bir Togg aldık."),
        ("Pottery is at Kiln Rooms on Tuesdays at 7pm.", "Aisha and I fell out so I'm not going to pottery any more."),
    ],
)
async def test_what_is_given_up_or_new_is_asked_about_or_ends(
    memory: GraphMem, tenant: Owner, before: str, after: str
) -> None:
    first = await told(memory, tenant, before, 0)
    seen = await told(memory, tenant, after, 14)
    asked = {item.older.id for item in (await memory.reviews.page(tenant)).items}
    ended = {one.target for one in seen.statements if one.action is GateAction.SUPERSEDE}
    assert first.statements[0].memory in asked | ended
