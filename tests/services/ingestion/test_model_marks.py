"""What a model says of a clause, over real HTTP: only words of the turn are stored, and nothing vital is lost."""

from __future__ import annotations

from typing import Any

import pytest

from graphmem.facade import GraphMem
from graphmem.model.category import Category
from graphmem.model.observation import StatementVerdict
from graphmem.model.palace import Owner
from graphmem.model.transcript import Conversation, Role, Session, Turn
from tests.support.model_answers import MONDAY, every
from tests.support.openai_server import OpenAIServer

TEA = "I prefer green tea over coffee."
BOTH = "I moved to Bergen and I prefer green tea over coffee."
TURKISH = "Bergen'e taşındım ve yeşil çayı kahveye tercih ederim."


async def told(memory: GraphMem, owner: Owner, text: str, speaker: str = "Ada") -> tuple[StatementVerdict, ...]:
    return (await memory.observer.observe(owner, text, speaker=speaker, said_at=MONDAY)).statements


def texts(said: tuple[StatementVerdict, ...]) -> list[str]:
    return [one.text for one in said]


@pytest.mark.parametrize(
    ("said", "parts"),
    [
        (BOTH, ["I moved to Bergen", "I prefer green tea over coffee"]),
        (TURKISH, ["Bergen'e taşındım", "yeşil çayı kahveye tercih ederim"]),
        (BOTH, ["i  MOVED to bergen"]),
    ],
)
async def test_parts_are_quotes(
    minded: GraphMem, model: OpenAIServer, tenant: Owner, said: str, parts: list[str]
) -> None:
    model.reply = {"clauses": [{"clause": 1, "part": part, "category": "fact"} for part in parts]}
    found = texts(await told(minded, tenant, said))
    assert [one.removeprefix("Ada: ") for one in found] == found_in(said, parts)


def found_in(said: str, parts: list[str]) -> list[str]:
    """The parts as the turn has them."""
    places = [said.casefold().index(" ".join(part.casefold().split())) for part in parts]
    return [said[at : at + len(" ".join(part.split()))] for at, part in zip(places, parts, strict=True)]


@pytest.mark.parametrize(
    "mark",
    [
        {"clause": 1, "part": "I never drink coffee at night"},
        {"clause": 1, "part": "prefer green t"},
        {"clause": 1, "part": "tea"},
        {"clause": 1, "part": "green tea in Oslo since 2019"},
    ],
)
async def test_what_the_clause_does_not_have_is_not_stored(
    minded: GraphMem, model: OpenAIServer, tenant: Owner, mark: dict[str, Any]
) -> None:
    """The encoder's reading of the clause stands."""
    model.reply = {"clauses": [mark | {"category": "plan"}]}
    (one,) = await told(minded, tenant, TEA)
    assert one.text.rstrip(".") == f"Ada: {TEA}".rstrip(".")
    assert one.category is not Category.PLAN


@pytest.mark.parametrize(
    "part",
    [
        "Geceleri asla kahve içmem",
        "yeşil çayı kahveye terci",
        "çayı",
        "yeşil çayı 2019'dan beri kahveye tercih ederim",
        "Bergen'e temelli taşındım",
        "Tip 2 diyabetim var ve Oslo'da yaşıyorum",
    ],
)
async def test_what_a_turkish_clause_does_not_have_is_not_stored(
    minded: GraphMem, model: OpenAIServer, tenant: Owner, part: str
) -> None:
    model.reply = {"clauses": [{"clause": 1, "part": part, "category": "policy", "standing": True}]}
    said = await told(minded, tenant, TURKISH)
    assert said
    assert all(one.removeprefix("Ada: ").rstrip(".") in TURKISH for one in texts(said))
    assert Category.POLICY not in [one.category for one in said]


async def test_words_of_another_turn_are_not_this_ones(minded: GraphMem, model: OpenAIServer, tenant: Owner) -> None:
    """What the first speaker said may not stand as the second one's, under whichever clause a model writes it."""
    model.reply = {
        "clauses": [
            {"clause": 1, "part": "I keep two cats in the kitchen", "category": "fact"},
            {"clause": 2, "part": "I prefer green tea over coffee", "category": "fact"},
        ]
    }
    turns = (Turn(TEA, "Ada", Role.USER, MONDAY), Turn("I keep two cats in the kitchen.", "Bora", Role.USER, MONDAY))
    await minded.mine(Conversation("tea", "Tea", "ada", (Session("tea", MONDAY, turns),)), owner=tenant.name)
    kept = {one.text.rstrip(".") for one in (await minded.memories.page(tenant, first=50)).items}
    assert kept <= {"Ada: I prefer green tea over coffee", "Bora: I keep two cats in the kitchen"}


@pytest.mark.parametrize("number", [0, 2, -1, 10**12])
async def test_a_clause_that_does_not_exist_is_nobodys(
    minded: GraphMem, model: OpenAIServer, tenant: Owner, number: int
) -> None:
    model.reply = {"clauses": [{"clause": number, "part": "Ada owns a yacht.", "category": "fact"}]}
    assert await told(minded, tenant, TEA) == ()


async def test_marks_that_overlap_give_one_memory(minded: GraphMem, model: OpenAIServer, tenant: Owner) -> None:
    parts = ["", "I prefer green tea over coffee", "green tea over coffee", ""]
    model.reply = {"clauses": [{"clause": 1, "part": part} for part in parts] * 30}
    assert texts(await told(minded, tenant, BOTH)) == [f"Ada: {BOTH}"]


async def test_slips_are_mended(minded: GraphMem, model: OpenAIServer, tenant: Owner) -> None:
    named = [{"name": "Bergen", "type": "spaceship"}, {"name": "Oslo", "type": "place"}, 3, {"name": "user"}]
    slips = {"category": "theme", "standing": "perhaps", "since": "soon", "until": 9, "mentions": named}
    model.reply = {"clauses": [3, {"fact": "x"}, {"clause": "1", "part": "I moved to Bergen", **slips}]}
    (one,) = await told(minded, tenant, BOTH)
    assert (one.text, one.category) == ("Ada: I moved to Bergen", Category.OTHER)
    assert [mention.uri for mention in one.entities] == ["entity://person/ada", "entity://topic/bergen"]


@pytest.mark.parametrize(
    ("since", "until", "days"),
    [
        ("2026-03-06", "", ("2026-03-02", "2026-03-07")),
        ("", "2026-03-06T23:59", ("2026-03-02", "2026-03-07")),
        ("2026-03-09", "2026-03-10", ("2026-03-02", None)),
        ("0001-01-01", "9999-99-99", ("2026-03-02", None)),
    ],
)
async def test_days_come_from_the_turn_or_its_context(
    minded: GraphMem, model: OpenAIServer, tenant: Owner, since: str, until: str, days: tuple[str, str | None]
) -> None:
    session = await minded.sessions.start(tenant)
    for text in ("Is Bora free on Friday?", "That day I visit my sister in Vienna."):
        model.reply = lambda body: every(body, category="plan", since=since, until=until)
        seen = await minded.observer.observe(tenant, text, speaker="Ada", said_at=MONDAY, session=session)
    (one,) = [one for one in seen.statements if "Vienna" in one.text]
    assert one.valid_from.date().isoformat() == days[0]
    assert (one.valid_until and one.valid_until.date().isoformat()) == days[1]


@pytest.mark.parametrize("said", ["I am allergic to penicillin.", "Penisiline alerjim var."])
@pytest.mark.parametrize(
    "marks",
    [
        [],
        [{"clause": 7, "category": "plan"}],
        [{"clause": 1, "keep": False}],
        [{"clause": 1, "part": "Ada owns a yacht."}],
    ],
)
async def test_no_answer_loses_an_allergy(
    minded: GraphMem, model: OpenAIServer, tenant: Owner, said: str, marks: list[dict[str, Any]]
) -> None:
    model.reply = {"clauses": marks}
    assert [one.rstrip(".") for one in texts(await told(minded, tenant, said))] == [f"Ada: {said}".rstrip(".")]


async def test_an_allergy_beside_what_is_marked_is_kept(minded: GraphMem, model: OpenAIServer, tenant: Owner) -> None:
    model.reply = {"clauses": [{"clause": 1, "part": "I moved to Bergen", "category": "fact"}]}
    said = texts(await told(minded, tenant, "I moved to Bergen, and I am allergic to penicillin."))
    assert any("allergic to penicillin" in one for one in said)


@pytest.mark.parametrize(
    "rule", ["From now on always answer me in German.", "Bundan sonra bana hep Almanca cevap ver."]
)
async def test_only_a_word_loses_an_instruction(
    minded: GraphMem, model: OpenAIServer, tenant: Owner, rule: str
) -> None:
    """Silence does not."""
    (kept,) = await told(minded, tenant, rule)
    assert kept.category is Category.POLICY
    model.reply = {"clauses": [{"clause": 1, "keep": False}]}
    other = Owner.named(f"{tenant.name}-other")
    assert await told(minded, other, rule) == ()


@pytest.mark.parametrize("role", [Role.ASSISTANT, Role.TOOL])
async def test_only_a_user_gives_rules(minded: GraphMem, model: OpenAIServer, tenant: Owner, role: Role) -> None:
    text = "The deployment of the billing service to Frankfurt failed with error 503 on Monday morning."
    model.reply = lambda body: every(body, category="policy", standing=True)
    seen = await minded.observer.learn(tenant, text, role=role)
    assert seen.statements[0].category is not Category.POLICY


async def test_a_huge_answer_is_bounded(minded: GraphMem, model: OpenAIServer, tenant: Owner) -> None:
    names = [{"name": f"Bergen {number}", "type": "place"} for number in range(2_000)]
    mark = {"clause": 1, "part": "word " * 20_000, "mentions": names}
    model.reply = {"clauses": [mark, *({"clause": number} for number in range(2, 5_000)), {"clause": 1}]}
    assert texts(await told(minded, tenant, TEA)) == [f"Ada: {TEA}"]
