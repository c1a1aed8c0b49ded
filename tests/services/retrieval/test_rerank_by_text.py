"""The best turns read once more: what only asks gives way, what a better turn names comes up."""

from __future__ import annotations

import numpy as np
import pytest

from graphmem.cognition.scoring import RELEVANCE, share
from graphmem.facade import GraphMem
from graphmem.model.palace import Drawer, Owner, PlacedDrawer
from graphmem.model.recall import RecallResult
from graphmem.services.retrieval.kinds import ASSISTANT, PEOPLE, kind_of
from graphmem.services.retrieval.options import DEFAULT, RecallOptions
from graphmem.services.retrieval.rerank_by_text import ANSWERED, read
from graphmem.services.retrieval.speakers import People
from graphmem.services.retrieval.turn_scoring import Pool
from tests.support.conversations import conversation

ENGLISH = (
    ("Nora", "What instrument does your daughter play these days?"),
    ("Emre", "My daughter plays the cello, two evenings a week."),
    ("Nora", "Lovely. And how was the weekend?"),
    ("Emre", "We were at Lake Garda with the whole family."),
    ("Nora", "I baked bread and read a novel."),
)
TURKISH = (
    ("Selin", "Kızın bu aralar hangi enstrümanı çalıyor?"),
    ("Mert", "Kızım haftada iki akşam çello çalıyor."),
    ("Selin", "Ne güzel, hafta sonu nasıldı?"),
    ("Mert", "Ailecek Abant Gölü'ndeydik."),
)
FERRY = (
    ("", "The old ferry of the village was built by Torvald Lunde."),
    ("", "The old ferry of the island was sold."),
    ("", "The village ferry leaves every hour in summer."),
    ("", "Torvald Lunde grew up in Tromso and studied mathematics."),
)


def without(*stages: str) -> RecallOptions:
    return RecallOptions(limit=10, touch=False, without=DEFAULT.without | {"memories", *stages})


def order(result: RecallResult) -> list[str]:
    return [hit.drawer.text for hit in result.hits]


@pytest.mark.parametrize(
    ("lines", "query"),
    [(ENGLISH, "What instrument does Emre's daughter play?"), (TURKISH, "Mert'in kızı hangi enstrümanı çalıyor?")],
)
async def test_what_only_asks_gives_way_to_what_tells(
    memory: GraphMem, tenant: Owner, lines: tuple[tuple[str, str], ...], query: str
) -> None:
    await memory.mine(conversation(lines), owner=tenant.name, memories=False)
    read = await memory.recall(query, owner=tenant.name, options=without())
    plain = await memory.recall(query, owner=tenant.name, options=without("asking"))
    found = {hit.drawer.text: hit for hit in read.hits}
    before = {hit.drawer.text: hit for hit in plain.hits}
    asked, told = lines[0][1], lines[1][1]
    assert (found[asked].signals["tells"], found[told].signals["tells"]) == (0, 1)
    assert "tells" not in before[told].signals
    assert found[asked].score == before[asked].score
    assert found[told].score - before[told].score == pytest.approx(
        float(share("tells", np.ones(1), RELEVANCE)[0]), abs=1e-3
    )


ANSWERS = (
    ("user", "Our cat Pamuk eats nothing but tuna from the tin."),
    ("Assistant", "A cat that eats nothing but tuna from the tin lacks taurine; our advice for a cat is mixed food."),
    ("user", "And the dog sleeps in the kitchen."),
)


@pytest.mark.parametrize(
    ("query", "kept"), [("what does the cat eat, from the tin?", ANSWERED), ("what did you say the cat lacks?", 1.0)]
)
async def test_what_an_assistant_answered_gives_way_unless_it_is_asked_for(
    memory: GraphMem, tenant: Owner, query: str, kept: float
) -> None:
    await memory.mine(conversation(ANSWERS), owner=tenant.name, memories=False)
    read = await memory.recall(query, owner=tenant.name, options=without("bridge"))
    plain = await memory.recall(query, owner=tenant.name, options=without("bridge", "answers"))
    scores = {hit.drawer.text: hit.score for hit in read.hits}
    before = {hit.drawer.text: hit.score for hit in plain.hits}
    assert scores[ANSWERS[1][1]] == pytest.approx(kept * before[ANSWERS[1][1]], abs=2e-2)
    assert scores[ANSWERS[0][1]] == before[ANSWERS[0][1]]


async def test_what_an_assistant_was_told_is_judged_as_such(memory: GraphMem, tenant: Owner) -> None:
    await memory.mine(conversation(ANSWERS), owner=tenant.name, memories=False)
    found = await memory.query_hits("what does the cat eat?", owner=tenant.name)
    assert kind_of(found.parts[0], memory.embedder.model) == ASSISTANT
    await memory.mine(conversation(ENGLISH), owner=f"{tenant.name}-people", memories=False)
    talk = await memory.query_hits("What does Emre's daughter play?", owner=f"{tenant.name}-people")
    assert kind_of(talk.parts[0], memory.embedder.model) == PEOPLE
    await memory.erase(owner=f"{tenant.name}-people")


async def test_one_user_with_a_name_talks_to_an_assistant(memory: GraphMem, tenant: Owner) -> None:
    for speaker, text in (
        ("Nora", "My accountant is Petra Lindqvist."),
        ("NORA ", "I owe the Kestrel gallery 1,400 euros for the framing."),
        ("user", "I print with water-based ink only."),
    ):
        await memory.observer.observe(tenant, text, speaker=speaker)

    async def kind() -> str:
        found = await memory.query_hits("Who does my accounts?", owner=tenant.name)
        return kind_of(found.parts[0], memory.embedder.model)

    assert await kind() == ASSISTANT
    await memory.observer.observe(tenant, "My accountant is called Brandt.", speaker="Emre")
    assert await kind() == PEOPLE, "a second name is seen at once among what was found"


async def test_what_the_best_turn_names_comes_up(memory: GraphMem, tenant: Owner) -> None:
    await memory.mine(conversation(FERRY), owner=tenant.name, memories=False)
    query = "What did the builder of the old village ferry study?"
    result = await memory.recall(query, owner=tenant.name, options=without())
    bridge = {hit.drawer.text: hit.signals["bridge"] for hit in result.hits}
    assert bridge[FERRY[3][1]] == 1
    assert bridge[FERRY[2][1]] == 0
    (hit,) = (hit for hit in result.hits if hit.drawer.text == FERRY[3][1])
    assert all(0 <= value <= 1 for value in hit.signals.values())
    plain = await memory.recall(query, owner=tenant.name, options=without("bridge"))
    assert "bridge" not in plain.hits[0].signals
    (before,) = (hit for hit in plain.hits if hit.drawer.text == FERRY[3][1])
    assert hit.score > before.score
    assert "says a name that a better hit brought up" in hit.reason


def drawer(id_: str, text: str) -> PlacedDrawer:
    made = Drawer(id_, text, "Nora", "user", None, 0, "§", (), "en", True, None)
    return PlacedDrawer(made, "wing", "room", "closet", None, None)


def test_an_answer_just_behind_a_question_comes_first() -> None:
    pool = Pool(["ask", "tell", "far"], np.array([0.52, 0.5, 0.9]), {"text": np.ones(3)}, {})
    described = {"ask": drawer("ask", "Which one is it?"), "tell": drawer("tell", "It is the red one.")}
    found = read(pool, ["ask", "tell", "gone"], described, "Which one?", RecallOptions(limit=1))
    assert found.best(1, among={"ask", "tell"}) == ["tell"]
    assert found.scores[2] == 0.9
    assert pool.scores.tolist() == [0.52, 0.5, 0.9]
    assert read(pool, [], {}, "Which one?", RecallOptions()).scores.tolist() == pool.scores.tolist()


async def test_people_are_those_who_speak(memory: GraphMem, tenant: Owner) -> None:
    people = People(memory.database)
    assert await people.names(tenant) == frozenset()
    await memory.mine(conversation(ENGLISH), owner=tenant.name, memories=False)
    assert await people.names(tenant) == {"Nora", "Emre"}
    assert await people.names(memory.owner("nobody-else")) == frozenset()


async def test_a_question_is_also_asked_without_who_is_asked_about(memory: GraphMem, tenant: Owner) -> None:
    await memory.mine(conversation(ENGLISH), owner=tenant.name, memories=False)
    query = "What did Nora bake?"
    with_it = await memory.recall(query, owner=tenant.name, options=without("text"))
    plain = await memory.recall(query, owner=tenant.name, options=without("text", "unnamed"))
    assert order(with_it)[0] == ENGLISH[4][1]
    assert [hit.signals["similarity"] for hit in with_it.hits] != [hit.signals["similarity"] for hit in plain.hits]
