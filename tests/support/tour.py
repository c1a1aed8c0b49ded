"""All calls on one owner's memory, once each, to measure the cost of each statement."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from itertools import combinations

from graphmem.evaluation.popular import CONVERSATION, SPEAKER
from graphmem.facade import GraphMem
from graphmem.model.category import Category
from graphmem.model.dream import REHEARSING
from graphmem.model.entity import EntityType, Mention, Statement
from graphmem.model.instant import AsOf
from graphmem.model.memory import Tier
from graphmem.model.palace import Owner
from graphmem.model.relation import RelationType
from graphmem.model.review import Verdict
from graphmem.model.space import Right
from graphmem.model.transcript import Role
from graphmem.services.audit_chain import seal_all
from graphmem.services.facts import Facts
from graphmem.services.memory_maps import MemoryMaps
from graphmem.services.retrieval.options import RecallOptions
from graphmem.store import causal_turns, embeddings, memories, memory_recall, spaces
from graphmem.store import dreams as dream_store
from graphmem.store.database import Transaction

SHE = f"entity://person/{SPEAKER.lower()}"
SAID = (
    "I moved to Lisbon in March because the harbour office closed.",
    "I live in Lisbon now and my sister Clara visits me every Friday.",
    "We decided to use Postgres for the billing service at Acme.",
    "We switched the billing service at Acme from Postgres to SQLite.",
    "My dentist appointment with Dr. Kaya is on 4 March 2026 at 15:00.",
    "Never deploy on Fridays without telling Clara first.",
    "I own a blue sailing boat called Meltem.",
    "I love jazz concerts. I own a blue sailing boat called Meltem which I bought in 2019.",
)
ASKED = (
    "Who repaired the violin at the harbour?",
    f"Why was {SPEAKER} relieved about the invoice?",
    "What happened before the lamp broke near the library?",
    "Who is Ada?",
    "What do you know about Clara and Acme?",
)

TYPES = [{"name": "tool", "description": "a thing to work with", "fields": {"properties": {"maker": "string"}}}]
"""Own types of entities."""


async def tour(memory: GraphMem, owner: Owner, again: str) -> None:
    """Write, read, change and remove. `again` is the memory of a repeated statement."""
    await _write(memory, owner)
    await _ask(memory, owner, again)
    await _read(memory, owner)
    await _change(memory, owner)
    await _remove(memory, owner)


async def _write(memory: GraphMem, owner: Owner) -> None:
    for text in SAID:
        await memory.observer.observe(owner, text, speaker=SPEAKER, idempotency_key=f"{owner.name} {text}")
    await memory.observer.observe(owner, SAID[0], speaker=SPEAKER, dry_run=True)
    await memory.observer.learn(owner, "Ada never deploys on Fridays.", category=Category.POLICY, pinned=True)
    for text in ("Nora lives in Ankara.", "Nora lives in Izmir now."):
        await memory.observer.learn(owner, text)
    for text in ("I drive a green Volvo estate, it was my aunt's.", "I sold the green Volvo to a neighbour."):
        await memory.observer.observe(owner, text, speaker=SPEAKER)
    for number in ("7294", "5518"):
        await memory.observer.observe(owner, f"The PIN of my bank card is {number}.", speaker=SPEAKER)
    await memory.observer.learn(owner, "The harbour office closes at five.", project="harbour")
    for session in (CONVERSATION, "another"):
        await memory.sessions.start(owner, session)
        await memory.observer.observe(owner, SAID[4], speaker=SPEAKER, session=session)
        await memory.observer.observe(owner, "Remember this!", speaker=SPEAKER, session=session)
        said = await memory.observer.say(owner, SAID[1], session=session, speaker=SPEAKER)
        assert said.drawer
        await memory.observer.read_session(owner, session)
    await memory.mine_turns(CONVERSATION, [{"text": text, "speaker": SPEAKER} for text in SAID], owner=owner.name)
    older = await embeddings.drawers_without_states(memory.database, owner, memory.embedder.model, b"none", 3)
    await embeddings.fill_states(memory.database, owner, older, [None] * len(older), memory.embedder.model)
    assert await memory.backfill(owner=owner.name) == len(older)
    await memory.reform(owner=owner.name)
    for steps in (["Stop the queue.", "Copy the files."], ["Stop the queue.", "Copy the files.", "Tell Clara."]):
        await memory.recorder.procedure(owner, "Deploy the billing service", steps, scope=["src/**"], tags=["release"])
    await memory.recorder.episode(owner, "The deployment of billing failed.", outcome="Clara went back to March.")
    for harbour in ("Bodrum", "Izmir"):
        boats = f"# Boats\n\nThe Meltem lies in {harbour}.\n\nAda sails.\n"
        await memory.mine_document("boats.md", boats.encode(), owner=owner.name)
    held = Statement(
        Mention(SPEAKER, EntityType.PERSON), "member_of", Mention("Acme", EntityType.ORG), "Ada is a member of Acme."
    )
    await Facts(memory.database).record(owner, [held])
    for told_in in (CONVERSATION, "another", None):
        await memory.observer.learn(owner, "The spare key hangs behind the blue door.", session=told_in)


async def _ask(memory: GraphMem, owner: Owner, again: str) -> None:
    now = datetime.now(UTC)
    for query in ASKED:
        await memory.recall(query, owner=owner.name)
    await memory.recall("Which green Volvo estate was my aunt's?", owner=owner.name)
    turns = [hit.drawer for hit in (await memory.recall(ASKED[1], owner=owner.name)).hits]
    scope = memory_recall.Scope(owner, AsOf().bounds(now))
    words = {turn.id: tuple(turn.text.split()) for turn in turns}
    await causal_turns.turns_near(memory.database, scope, words, back=True, limit=60)
    await causal_turns.vectors(memory.database, owner, [turn.id for turn in turns])
    said = await memory.memories.get(owner, again)
    assert len(said.sources) > 100
    assert len(said.relations) >= 100
    assert len(await memory.explorer.related(owner, again, hops=2, limit=100)) == 100
    await memory.recall(said.memory.text, owner=owner.name)
    await memory.recall(ASKED[0], owner=owner.name, options=RecallOptions(session="another"))
    await memory.recall(ASKED[1], owner=owner.name, options=RecallOptions(categories=(Category.EPISODE,)))
    for as_of in (AsOf(valid_at=now - timedelta(days=200)), AsOf(known_at=now - timedelta(minutes=1))):
        await memory.recall(ASKED[1], owner=owner.name, options=RecallOptions(as_of=as_of))
    talk = [
        {"role": "user", "content": "I met Clara at the harbour."},
        {"role": "user", "content": "Where is she now?"},
    ]
    shown = [
        await memory.context_for(talk, owner=owner.name, options=RecallOptions(session="another")) for _ in range(2)
    ]
    whole = RecallOptions(session=CONVERSATION, session_in_context=True)
    await memory.context_for(talk, owner=owner.name, options=whole)
    await memory.activator.activate(owner, "deploy the billing service", path="src/billing.py")
    await memory.activator.activate(owner, project="harbour")
    await memory.recall(ASKED[1], owner=owner.name, options=RecallOptions(project="harbour"))
    messages = [{"role": "user", "content": "When does the harbour office close?"}]
    await memory.context_for(messages, owner=owner.name, options=RecallOptions(project="harbour"))
    await memory.procedures.matching(owner, "deploy the billing service", path="src/billing.py")
    await memory.learner.drain()
    assert shown[0].block_id
    await memory.outcomes.report(owner, None, shown[0].block_id, success=True)


async def _read(memory: GraphMem, owner: Owner) -> None:
    page = await memory.memories.page(owner, first=20)
    await memory.memories.page(owner, first=20, after=page.cursors[-1])
    await memory.memories.page(owner, first=20, live=False)
    await memory.memories.page(owner, first=20, entity=SHE)
    await memory.memories.page(owner, first=20, session=CONVERSATION)
    await memory.memories.page(owner, first=20, speaker=SPEAKER)
    await memory.memories.page(owner, first=20, category=Category.POLICY)
    await memory.memories.page(owner, first=20, tier=Tier.SEMANTIC)
    await memory.memories.span(owner)
    for as_of in (AsOf(), AsOf(timeline=True)):
        assert (await MemoryMaps(memory.database).of(owner, as_of=as_of)).edges
    await memory.memories.changes(owner)
    assert await memory.entities.leading(owner, limit=50)
    for one in page.items[:3]:
        await memory.memories.get(owner, one.id[:12])
    await memory.entities.all(owner, limit=50)
    await memory.entities.all(owner, limit=50, kind=EntityType.PERSON)
    assert await memory.entities.named(owner, SPEAKER) == SHE
    await memory.entities.mentions(owner, SHE)
    await memory.explorer.profile(owner, SHE)
    await memory.explorer.timeline(owner, SHE, limit=20)
    await Facts(memory.database).as_of(owner, SHE, "lives_in")
    await Facts(memory.database).as_of(owner, SHE)
    ids = [one.id for one in page.items[:5]]
    await memory.explorer.causal_chain(owner, ids)
    wings = await memory.browse.wings(owner, first=5)
    rooms = await memory.browse.rooms(owner, [wing.id for wing in wings.items], first=5)
    closets = await memory.browse.closets(owner, [room.id for page in rooms for room in page.items], first=5)
    drawers = await memory.browse.drawers(owner, [one.id for page in closets for one in page.items], first=5)
    await memory.drawer(drawers[0].items[0].pointer, owner=owner.name)
    for about in (SPEAKER, drawers[0].items[0].pointer):
        assert (await memory.owner(owner).digest(about)).lines
    await memory.outline(owner=owner.name)
    await memory.health(owner=owner.name)
    await memory.sessions.all(owner)
    assert await memory.sessions.working_memory(owner)
    assert (await memory.procedures.named(owner, "deploy the billing service")).former
    await memory.procedures.page(owner, first=5)
    await memory.procedures.episodes(owner, first=5)
    await _learn_to_work(memory, owner)


async def _learn_to_work(memory: GraphMem, owner: Owner) -> None:
    """Two recurring workflows: one is accepted, one dismissed."""
    for things in (("pull", "build", "push"), ("plan", "cut", "sand")):
        for file in ("a.py", "b.py", "c.py"):
            steps = [f'Bash(command="{thing} {file}")' for thing in things]
            await memory.recorder.episode(owner, f"Worked on {things[0]}.", steps=steps, worked=True)
    assert len((await memory.workflows.mine(owner)).proposed) == 2
    assert await memory.sizes.workflows(owner) == 2
    for verdict in Verdict:
        page = await memory.workflows.page(owner, first=1)
        await memory.workflows.decide(owner, page.items[0].id[:12], verdict, by="tour")
    assert (await memory.workflows.mine(owner)).proposed == ()
    for worked in (True, False):  # a recurring one that fails as often is no longer proposed
        for file in ("a.py", "b.py", "c.py"):
            steps = [f"Dig {file}", f"Plant {file}", f"Water {file}"]
            await memory.recorder.episode(owner, "Worked in the garden.", steps=steps, worked=worked)
        assert len((await memory.workflows.mine(owner)).proposed) == worked
    await memory.outcomes.used(owner, "Deploy the billing service", success=False, step=1, tools={"node": "22.3"})


async def _change(memory: GraphMem, owner: Owner) -> None:
    page = await memory.memories.page(owner, first=20)
    ids = [one.id for one in page.items]
    await _strengthen(memory, owner, ids[:10])
    await memory.memories.pin(owner, ids[0])
    await memory.memories.set_immutable(owner, ids[1])
    await memory.memories.relate(owner, ids[2], ids[3], RelationType.CAUSES)
    await _decide(memory, owner)
    await _dream(memory, owner, ids[4])
    await memory.outcomes.record(owner, ids[:3], success=True)
    await memory.entities.merge(owner, "entity://person/clara", SHE)
    await memory.recall(ASKED[3], owner=owner.name)
    await memory.entities.unmerge(owner, "entity://person/clara")


async def _dream(memory: GraphMem, owner: Owner, id_: str) -> None:
    """A dream as of a hundred days later, undone; a memory made dormant and woken."""
    dreams, later = memory.dreams, datetime.now(UTC) + timedelta(days=100)
    plan = await dreams.plan(owner, now=later)
    done = await dreams.carry_out(owner, plan, by="tour", confirm=True)
    assert done.run
    assert done.run.changed
    assert (await dreams.carry_out(owner, plan, by="tour", confirm=True)).run is None
    changed = await dreams.changes(owner, done.run.id[:8], first=1)
    await memory.diary.of(owner, done.run.id)
    await memory.diary.life(owner, id_)
    await dreams.runs(owner, first=1)
    await dreams.undo(owner, done.run.id, memory=changed.items[0].memory)
    if changed.has_next:
        await dreams.undo(owner, done.run.id)
    await dreams.tiers(owner)
    await _rehearse(memory, owner, later)
    await memory.schedules.set(owner, cron="0 4 * * *", paused=False, now=later)
    await memory.schedules.trigger(owner)
    await memory.schedules.ask_for_due(later + timedelta(days=2))
    await memory.schedules.dream(owner, {"slot": later.isoformat()})
    await _remember_ahead(memory, owner)
    await dream_store.slept_since(memory.database, owner, later)
    for move in (dreams.demote, dreams.wake, dreams.promote):
        await move(owner, id_)


async def _rehearse(memory: GraphMem, owner: Owner, later: datetime) -> None:
    """A rehearsal of memories that will fade within a hundred days, undone."""
    done = await memory.dreams.of(owner, REHEARSING, by="tour", apply=True, confirm=True, now=later)
    assert done.run
    assert done.run.changed
    await memory.dreams.undo(owner, done.run.id)


async def _remember_ahead(memory: GraphMem, owner: Owner) -> None:
    """A plan that is due and announced once; two more statements of one thing, whose theme is made and undone."""
    tomorrow = datetime.now(UTC) + timedelta(days=1)
    await memory.observer.learn(owner, f"I will meet the surveyor on {tomorrow:%d %B %Y}.")
    memory.prospective.forget(owner)  # due plans are cached for a minute
    await memory.recall(ASKED[0], owner=owner.name)
    await memory.learner.drain()
    assert any(one.told_at for one in await memory.prospective.due(owner))
    for more in ("needs a new mast of spruce", "has a brass bell in the cockpit", "lies beside the ferry in winter"):
        await memory.observer.learn(owner, f"The sailing boat {more}.")
    done = await memory.dreams.apply(owner, by="tour", confirm=True)
    assert done.run
    await memory.dreams.undo(owner, done.run.id)


async def _decide(memory: GraphMem, owner: Owner) -> None:
    """Two reviews, one accepted and one dismissed."""
    for name in ("Nils", "Ines"):
        await memory.observer.learn(owner, f"{name} lives in Ankara.", immutable=True)
        await memory.observer.learn(owner, f"{name} lives in Izmir now.")
    page = await memory.reviews.page(owner, first=1)
    await memory.reviews.page(owner, first=1, after=page.cursors[-1])
    for verdict in Verdict:
        (review,) = (await memory.reviews.page(owner, first=1)).items
        await memory.memories.set_immutable(owner, review.older.id, immutable=False)
        await memory.reviews.decide(owner, review.id[:12], verdict, by="tour", idempotency_key=verdict.value)
    assert len([one async for one in memory.reviews.choices(owner)]) == 2


async def _strengthen(memory: GraphMem, owner: Owner, ids: list[str]) -> None:
    """The traces of an answer and a weighty message, independent of hits and weights."""
    now = datetime.now(UTC)
    touches = [memory_recall.Touch(id_, 0.1, 1.02) for id_ in ids]
    pairs = list(combinations(ids, 2))
    await memory_recall.touch(memory.database, owner, touches, pairs, now, longest=365.0, most=10.0, question="a")

    async def capture(transaction: Transaction) -> int:
        return await memories.capture(transaction, owner, session=CONVERSATION, now=now, factor=1.3)

    await memory.database.write(capture)


async def _remove(memory: GraphMem, owner: Owner) -> None:
    page = await memory.memories.page(owner, first=20)
    for one in page.items[:2]:
        await memory.memories.forget(owner, one.id)
        await memory.observer.observe(owner, one.text.partition(": ")[2], role=Role.ASSISTANT, speaker=one.speaker)
    await memory.observer.observe(owner, page.items[0].text.partition(": ")[2], speaker=SPEAKER)
    stones = await memory.tombstones.page(owner, every=True)
    await memory.tombstones.lift(owner, (await memory.tombstones.page(owner)).items[-1].id[:12], by="tour")
    assert len(stones.items) >= 2
    await memory.amendments.edit(owner, page.items[2].id, "I own a red sailing boat called Meltem.")
    await memory.amendments.invalidate(owner, page.items[3].id)
    await memory.amendments.restore(owner, page.items[3].id)
    # A mention of a turn's other statement does not cite it any more.
    views = [await memory.memories.get(owner, one.id) for one in page.items[4:]]
    cited = [view.sources[0].pointer for view in views if view.sources]
    await memory.memories.delete_drawer(owner, cited[-1])
    added = await memory.webhooks.add(owner, "https://receiver.invalid/events")
    await memory.webhooks.remove(owner, added.id)
    issued = await memory.keys.issue(owner, "tour")
    await memory.keys.rotate(owner, "tour")
    await memory.keys.revoke(owner, issued.info.prefix)
    await _share(memory, owner)
    await memory.owner_settings.set(owner, choices={"quarantine": "on"})
    for name, verdict in (("Selin", Verdict.ACCEPT), ("Berk", Verdict.DISMISS)):
        told = await memory.observer.learn(owner, f"{name} lives in Bursa.", role=Role.TOOL, speaker="grep")
        waiting = [one.id for one in (await memory.memories.quarantine.page(owner)).items]
        assert {one.memory for one in told.statements} & set(waiting)
        for id_ in waiting:
            await memory.memories.quarantine.decide(owner, id_, verdict, by="tour")
    await memory.owner_settings.set(owner, choices={"quarantine": None, "retention": "episode=1d, tool=1d"})
    old = datetime.now(UTC) + timedelta(days=1, hours=1)
    assert (await memory.background.retention.apply(owner, now=old)).count
    await memory.owner_settings.set(owner, choices={"retention": None})
    assert (await memory.owner(owner).report(SPEAKER)).counts.memories
    assert (await memory.audit.page(owner)).items
    assert (await memory.audit.verify(owner)).broken is None
    await seal_all(memory.database)
    ids = [one.id for one in page.items[:5]]
    for walk in (memory.walks.memories, memory.walks.sources, memory.walks.links, memory.walks.facts):
        assert len(await walk(owner, ids)) == len(ids)
    assert len(await memory.walks.versions(owner, ids)) == len(await memory.walks.tiers(owner, ids)) == len(ids)
    assert len(await memory.walks.entities(owner, ids)) == len(ids)
    assert await memory.audit.since(owner, datetime.now(UTC) - timedelta(days=1), limit=20)
    await memory.owner_settings.set(owner, recall_off=["tour"], choices={"functional": "speaks: one", "types": TYPES})
    uri = (await memory.entities.all(owner, limit=1))[0].uri
    assert (await memory.entities.describe(owner, uri, "tool", {"maker": "Ada"})).fields == {"maker": "Ada"}
    assert [one.uri for one in await memory.entities.of_own_type(owner, "tool")] == [uri]
    assert await memory.owner_settings.history(owner)
    await memory.recall(ASKED[0], owner=owner.name, options=RecallOptions(session="another"))
    await memory.sessions.end(owner, "another")


async def _share(memory: GraphMem, owner: Owner) -> None:
    """A space, and members who come and go."""
    space = await memory.spaces.create(owner, "Harbour")
    member = f"{owner.name} of the harbour"
    await memory.spaces.grant(owner, space.id, member, Right.WRITE)
    (told,) = (await memory.observer.learn(owner, "The crane at the harbour is green.")).statements
    assert told.memory
    await memory.sharing.share(owner, told.memory, space.id)
    asked = RecallOptions(spaces=("*",))
    assert any(hit.space for hit in (await memory.recall("Which crane is green?", owner=member, options=asked)).hits)
    assert await memory.sharing.unshare(owner, told.memory, space.id)
    (other,) = (await memory.observer.learn(owner, "The ladder at the pier is red.")).statements
    assert other.memory
    await memory.sharing.share(owner, other.memory, space.id)
    await memory.spaces.keep(owner, space.id, keeps=True)
    await memory.amendments.invalidate(owner, other.memory)
    assert any(hit.space for hit in (await memory.recall("Which ladder is red?", owner=member, options=asked)).hits)
    await memory.owner_settings.quotas.set(owner, texts=0)
    assert len(await memory.spaces.members(owner, space.id)) == 2
    await memory.owner_settings.set(memory.owner(member), choices={"spaces": True})
    await memory.activator.activate(memory.owner(member), "deploy")
    await memory.sharing.reads(owner, space.id)
    await memory.spaces.revoke(owner, space.id, member)
    assert space.id in {one.id for one in await memory.spaces.of(owner)}
    assert await spaces.ever_of(memory.database, owner)
    assert await memory.contributions.withdraw(Owner.named(member)) == 0
