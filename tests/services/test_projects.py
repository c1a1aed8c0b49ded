"""What is told at work on one project is no other's business: not found there, not standing there, closing nothing."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from graphmem.errors import InvalidInputError
from graphmem.facade import GraphMem
from graphmem.model.category import Category
from graphmem.model.dream import Step
from graphmem.model.exploration import Layer, LinkType
from graphmem.model.instant import AsOf
from graphmem.model.palace import Owner
from graphmem.model.project import project_of, wing_of
from graphmem.model.transcript import Role
from graphmem.services.retrieval import activation
from graphmem.services.retrieval.options import RecallOptions

SHOP = "Always run the payment tests of the shop with make payments."
GAME = "Always run the payment tests of the game with godot headless."
HOME = "My sister Clara pays the rent of the payment office."


async def told(memory: GraphMem, tenant: Owner) -> None:
    await memory.observer.observe(tenant, SHOP, project="shop")
    await memory.observer.observe(tenant, GAME, project="The Game")
    await memory.observer.observe(tenant, HOME)


async def found(memory: GraphMem, tenant: Owner, options: RecallOptions) -> tuple[str, str]:
    """What memories and turns say that are found for a question, and the block."""
    result = await memory.recall("How do the payment tests run?", owner=tenant.name, options=options)
    said = [hit.memory.text for hit in result.memories] + [hit.drawer.text for hit in result.hits]
    return " | ".join(said), result.context


def options(project: str | None, **more: object) -> RecallOptions:
    return RecallOptions(project=project, touch=False, min_confidence=0.0, **more)  # type: ignore[arg-type]


async def test_other_projects_are_left_out_and_what_is_no_projects_is_not(memory: GraphMem, tenant: Owner) -> None:
    await told(memory, tenant)
    kinds = tuple(Category)
    then = AsOf(known_at=datetime.now(UTC) + timedelta(minutes=1))
    for more in ({}, {"categories": kinds}, {"as_of": then}):
        said, block = await found(memory, tenant, options("shop", **more))
        assert "make payments" in said
        assert "make payments" in block
        assert "Clara" in said
        assert "godot" not in said + block
    said, _ = await found(memory, tenant, options("the-game"))
    assert "godot" in said
    assert "make payments" not in said
    said, _ = await found(memory, tenant, options(None))
    assert "godot" in said
    assert "make payments" in said
    wings = await memory.browse.wings(tenant, first=10)
    assert {wing.name: wing.kind.value for wing in wings.items} == {
        "project shop": "project",
        "project The Game": "project",
        "conversations": "topic",
    }
    assert [finding for finding in await memory.doctor() if finding.count and finding.grave] == []


async def test_the_standing_context_is_of_the_project(memory: GraphMem, tenant: Owner) -> None:
    await memory.observer.learn(tenant, "Never push to main.", category=Category.POLICY, project="shop")
    await memory.observer.learn(tenant, "Never edit scenes as text.", category=Category.POLICY, project="game")
    await memory.observer.learn(tenant, "The release was cut by hand.", category=Category.EPISODE, project="shop")
    await memory.observer.learn(tenant, "Always answer in short sentences.", category=Category.POLICY)
    standing = await memory.activator.activate(tenant, project="shop")
    assert {(entry.layer, entry.memory.text) for entry in standing.entries} == {
        (Layer.A, "User: Never push to main."),
        (Layer.A, "User: Always answer in short sentences."),
        (Layer.D, "User: The release was cut by hand."),
    }
    assert "scenes" in (await memory.activator.activate(tenant)).text, "asked about no project, all of them stand"


async def test_what_changes_in_one_project_closes_nothing_in_another(memory: GraphMem, tenant: Owner) -> None:
    old, new = "The database of the backend is Postgres.", "The database of the backend is SQLite now."
    await memory.observer.learn(tenant, old, project="shop")
    await memory.observer.learn(tenant, old, project="game")
    await memory.observer.learn(tenant, new, project="game")
    live = {one.text: one.project for one in (await memory.memories.page(tenant, first=10)).items}
    assert live == {f"User: {old}": "shop", f"User: {new}": "game"}


async def test_what_is_said_in_a_session_and_read_later_belongs_to_it(memory: GraphMem, tenant: Owner) -> None:
    await memory.sessions.start(tenant, "s1")
    await memory.observer.say(tenant, SHOP, session="s1", project="shop")
    await memory.observer.read_session(tenant, "s1")
    assert [one.project for one in (await memory.memories.page(tenant, first=10)).items] == ["shop"]


@pytest.mark.parametrize("name", ["", "  ", "!!!", "x" * 101])
async def test_a_project_without_a_name_is_refused(memory: GraphMem, tenant: Owner, name: str) -> None:
    with pytest.raises(InvalidInputError, match="project is"):
        await memory.observer.observe(tenant, SHOP, project=name)
    with pytest.raises(InvalidInputError, match="project is"):
        await memory.recall("payment tests", owner=tenant.name, options=RecallOptions(project=name))


def test_a_wing_tells_its_project() -> None:
    assert project_of(wing_of("My Shop")) == "my-shop"
    assert project_of("Apollo project") == project_of("apollo projesi") == "apollo"
    assert project_of("conversations") is None
    assert project_of("project") is None
    assert project_of(wing_of("project x")) == "project-x"


async def test_what_is_said_alike_in_two_projects_is_never_one(memory: GraphMem, tenant: Owner) -> None:
    said = "The spare key hangs behind the blue door on floor 7."
    for project in ("shop", "game", "shop"):
        await memory.observer.learn(tenant, said, project=project)
    kept = (await memory.memories.page(tenant, first=10)).items
    assert sorted(one.project or "" for one in kept) == ["game", "shop"], "said again in one, it is said again"
    plan = await memory.dreams.plan(tenant, now=datetime.now(UTC) + timedelta(hours=1))
    assert [change for change in plan.changes if change.step is Step.MERGE] == []


async def test_what_stood_at_the_start_is_not_shown_again(memory: GraphMem, tenant: Owner) -> None:
    await memory.observer.learn(tenant, "Never push to main of the shop.", category=Category.POLICY, project="shop")
    asked = [{"role": "user", "content": "Can I push to main of the shop?"}]

    async def block(session: str) -> str:
        told = RecallOptions(session=session, project="shop", touch=False)
        return (await memory.context_for(asked, owner=tenant.name, options=told)).context

    assert "Never push" in (await memory.activator.activate(tenant, project="shop", session="s1")).text
    assert await block("s1") == ""
    assert "Never push" in await block("s2")
    assert "Never push" in (await memory.activator.activate(tenant, project="shop", session="s1")).text, "a new start"
    await memory.learner.drain()
    memory.activator.recall.shown.forget(tenant)
    assert await block("s1") == "", "another process knows it, too"


async def test_rules_of_other_projects_leave_those_of_one_their_room(
    memory: GraphMem, tenant: Owner, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(activation, "POOL", 2)
    await memory.observer.learn(tenant, "Never push to main of the shop.", category=Category.POLICY, project="shop")
    for thing in ("scenes", "shaders", "sounds"):
        await memory.observer.learn(tenant, f"Never edit {thing} as text.", category=Category.POLICY, project="game")
    standing = await memory.activator.activate(tenant, project="shop")
    assert [entry.memory.text for entry in standing.entries] == ["User: Never push to main of the shop."]


async def test_what_was_told_at_work_stands_by_its_days_in_short_lines(memory: GraphMem, tenant: Owner) -> None:
    march, april = datetime(2026, 3, 2, 9, tzinfo=UTC), datetime(2026, 4, 6, 9, tzinfo=UTC)
    await memory.observer.observe(tenant, "Never push to main of the shop.", project="shop", said_at=april)
    await memory.observer.observe(tenant, "The shop's ledger lives in Postgres.", project="shop", said_at=march)
    await memory.observer.observe(tenant, "Never cast meter ids to int.", project="shop", said_at=march)
    await memory.observer.observe(tenant, "Never offer my sister Clara peanuts, always ask her first.", speaker="Ada")
    active = await memory.activator.activate(tenant, project="shop")
    lines = active.text.splitlines()
    at = next(place for place, line in enumerate(lines) if line.startswith("At work on shop, § W-"))
    assert any("Clara" in line for line in lines[:at]), "what concerns all stands before"
    here = lines[at + 1 : -1]
    assert [line[:10] for line in here if not line.startswith("- ")] == ["2026-03-02", "2026-04-06"]
    assert any(line.startswith("- Never push to main of the shop. [D-") for line in here), here
    assert not any("user" in line.casefold() for line in here)
    assert active.tokens >= len(active.text) // 4, "what it says it takes"
    assert len(active.entries) == len([line for line in lines if line.startswith("- ")])
    tight = await memory.activator.activate(tenant, project="shop", budget=active.tokens - 5)
    assert len(tight.text) <= 4 * tight.budget
    assert tight.dropped


async def test_a_line_with_a_date_in_it_stands_under_the_day_it_was_said(memory: GraphMem, tenant: Owner) -> None:
    said = datetime(2026, 3, 2, 9, tzinfo=UTC)
    for text in ("The shop's certificate was renewed on 14 June 2025.", "Never cast meter ids to int."):
        await memory.observer.observe(tenant, text, project="shop", said_at=said)
    lines = (await memory.activator.activate(tenant, project="shop")).text.splitlines()
    assert len([line for line in lines if line.startswith("2026-03-02 R-")]) == 1, lines
    assert not [line for line in lines if line.startswith("2025")]
    (renewed,) = [line for line in lines if "renewed" in line]
    assert "(since 2025-06-14" in renewed


async def test_what_was_told_later_stands_beside_what_it_may_replace(memory: GraphMem, tenant: Owner) -> None:
    rule = "Never keep raw audio of the gateway for more than 30 days on the node."
    since = "marit wants raw audio of the gateway to stay on the node for 90 days, gwen has to sign off on it"
    await memory.observer.learn(tenant, rule, category=Category.POLICY, project="shop")
    for number in range(4):
        said = f"Never push release {number} of the shop to main before Clara has read it."
        await memory.observer.observe(tenant, said, project="shop")
    await memory.observer.observe(tenant, since, project="shop")

    whole = await memory.activator.activate(tenant, project="shop")
    assert ("30 days" in whole.text, "90 days" in whole.text) == (True, True)
    for budget in range(60, whole.tokens, 10):
        text = (await memory.activator.activate(tenant, project="shop", budget=budget)).text
        assert "30 days" not in text or "90 days" in text, "what held before never stands alone"

    asked = [{"role": "user", "content": "Never keep raw audio for more than 30 days on the node, is that so?"}]

    async def block(budget: int = 800, session: str | None = None) -> str:
        options = RecallOptions(project="shop", touch=session is not None, budget=budget, session=session)
        return (await memory.context_for(asked, owner=tenant.name, options=options)).context

    assert "30 days" in await block()
    for budget in range(100, 400, 10):
        text = await block(budget)
        assert "30 days" not in text or "90 days" in text, budget
    assert "90 days" in await block(session="s1")
    assert await block(session="s1") == "", "both were shown"


async def test_statements_of_one_matter_are_linked_at_work_alone(memory: GraphMem, tenant: Owner) -> None:
    before = "never flash firmware on HM02 from a laptop on battery"
    since = "HM02 takes its firmware over the serial console, 115200 baud"
    linked = []
    for project in ("shop", None):
        owner = memory.owner(f"{tenant.name}-{project}")
        try:
            for text in (before, since):
                seen = await memory.observer.observe(owner, text, project=project)
            (told,) = [one.memory for one in seen.statements if one.memory]
            found = await memory.explorer.related(owner, told, types=[LinkType.RELATED_TO])
            linked.append([one.memory.text for one in found])
        finally:
            await memory.erase(owner=owner.name)
    assert linked == [[f"User: {before}"], []]


async def test_what_an_agent_recorded_is_not_told_as_the_users_words(memory: GraphMem, tenant: Owner) -> None:
    await memory.observer.observe(tenant, "Never push to main of the shop.", project="shop")
    await memory.recorder.procedure(tenant, "Release the shop", ["Run make payments.", "Tag it."], project="shop")
    lines = (await memory.activator.activate(tenant, "Release the shop", project="shop")).text.splitlines()
    (recorded,) = [line for line in lines if "make payments" in line]
    assert "(by an agent)" in recorded
    assert not [line for line in lines if "Never push" in line and "by " in line]


async def test_at_work_what_an_agent_reported_gives_way(memory: GraphMem, tenant: Owner) -> None:
    said = (
        "everything that books money has to be over by six in the morning, since that is when accounting begins its "
        "work on the refunds and they complain loudly about every lock that is left behind in there"
    )
    reported = (
        "I looked at the refund job of the shop and at the ledger table it writes to. The job writes to the ledger "
        "table of the shop now, in batches of 500 rows, and the tests of the refund job of the shop pass."
    )
    await memory.observer.observe(tenant, said, project="shop")
    await memory.observer.observe(tenant, reported, project="shop", role=Role.ASSISTANT)
    work = RecallOptions(project="shop", touch=False)

    async def block(text: str, options: RecallOptions = work) -> list[str]:
        found = await memory.context_for([{"role": "user", "content": text}], owner=tenant.name, options=options)
        return [line for line in found.context.splitlines() if line.startswith("- ")]

    task = "Now let the refund job of the shop write to the ledger table, too."
    (told,) = await block(task, replace(work, budget=130))
    assert "accounting" in told, "where there is room for one it is the user's"
    asked = await block("What did you say that you changed in the refund job of the shop?")
    assert any("batches of 500" in line for line in asked)


@pytest.mark.parametrize(
    ("told", "changed", "once"),
    [
        ("The api runs on port 4010.", "the port changed too: api is on 4020 now", "just this once skip the tests"),
        (
            "Geliştirme sunucusu 3100 portunda.",
            "geliştirme sunucusunun portu artık 3200",
            "şimdi testleri çalıştırır mısın",
        ),
    ],
)
async def test_a_start_tells_what_changed_and_nothing_of_what_was_asked_once(
    memory: GraphMem, tenant: Owner, told: str, changed: str, once: str
) -> None:
    await memory.sessions.start(tenant, "first")
    for text, role in ((told, Role.USER), ("Noted.", Role.ASSISTANT), (changed, Role.USER), (once, Role.USER)):
        await memory.observer.observe(tenant, text, role=role, session="first", project="shop")
    standing = (await memory.activator.activate(tenant, project="shop")).text
    assert changed in standing
    assert once not in standing


@pytest.mark.parametrize(
    ("said", "asked", "question", "back"),
    [
        (
            "The label workers print on a Zebra ZD421.",
            "which label workers print the customs form?",
            "How do the label workers print?",
            "Which question did you answer about the label workers?",
        ),
        (
            "Etiket işçileri Zebra ZD421 ile basıyor.",
            "gümrük formunu hangi etiket işçileri basıyor?",
            "Etiket işçileri nasıl basıyor?",
            "Etiket işçileri için ne önermiştin?",
        ),
    ],
)
async def test_what_was_only_asked_at_work_stands_in_no_block(
    memory: GraphMem, tenant: Owner, said: str, asked: str, question: str, back: str
) -> None:
    for text in (said, asked):
        await memory.observer.observe(tenant, text, project="shop")
    talk = [{"role": "user", "content": question}]
    at_work = await memory.context_for(talk, owner=tenant.name, options=RecallOptions(project="shop", touch=False))
    assert "Zebra" in at_work.context
    assert asked not in at_work.context
    back_to = await memory.recall(back, owner=tenant.name, options=options("shop"))
    assert asked in back_to.context, "who asks for what was said then gets it"
    elsewhere = await memory.recall(question, owner=tenant.name, options=options(None))
    assert asked in elsewhere.context
