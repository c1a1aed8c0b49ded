"""Dreams of one owner, and what a person does to tiers by hand."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from graphmem.cognition.tiering import UNUSED_DAYS
from graphmem.counting import COUNTED
from graphmem.errors import InvalidInputError
from graphmem.model.audit import Verb
from graphmem.model.dream import WHOLE, Changed, DreamRun, Dreamt, Plan, Step, Undone
from graphmem.model.memory import Memory, SubTier, Tier
from graphmem.model.owner_choices import MOST_AWAKE
from graphmem.model.palace import Owner, Page
from graphmem.model.views import MemoryView
from graphmem.services.audit import audited
from graphmem.services.lifecycle import carrying_out, planning, probe, undoing
from graphmem.services.lifecycle.model_words import ModelWords
from graphmem.services.lifecycle.promotion import semantic_place
from graphmem.services.lifecycle.upkeep import ask_for_vectors
from graphmem.services.owner_settings import settings_of
from graphmem.services.retrieval.recall import Recall
from graphmem.store import dreams, filing, memory_views, tiers
from graphmem.store.database import Database, Transaction
from graphmem.store.short_ids import dream_id, memory_id
from graphmem.tracing import traced

BY_HAND = "by hand"

KEPT_AWAKE = timedelta(days=UNUSED_DAYS)
"""So long no dream puts to sleep what a person woke or promoted, whatever its rules say: as long as a memory must be
left alone to sleep for want of use."""


def _nothing(_: Owner) -> None:
    """Nobody keeps anything of an owner."""


@dataclass(frozen=True, slots=True)
class Dreams:
    """Plans dreams, carries them out and takes them back. Every verb takes the present as `now`, for who tries what a
    year does to a memory; without it, it is the clock's.

    `moved` is called when memories of an owner changed their tier; `most_awake` may be awake at once, as many as the
    owner chose when None; with a `recall` a dream after which fewer questions find their answer is taken back by
    itself; with `words` a chat model tells what dreams derive.
    """

    database: Database
    moved: Callable[[Owner], None] = _nothing
    most_awake: int | None = None
    recall: Recall | None = None
    words: ModelWords | None = None

    def forget(self, owner: Owner) -> None:
        """Drop what this process keeps of an owner who is erased."""
        if self.words is not None:
            self.words.forget(owner)

    async def plan(self, owner: Owner, *, now: datetime | None = None, steps: Collection[Step] = WHOLE) -> Plan:
        """What a dream of these steps would change; nothing is written. Raises InvalidInputError for an owner without
        memories."""
        at = now or datetime.now(UTC)
        most = self.most_awake or MOST_AWAKE[(await settings_of(self.database, owner)).of(None).capacity]
        return await planning.plan(self.database, owner, at, most_awake=most, steps=steps, words=self.words)

    @traced("dream")
    async def apply(
        self,
        owner: Owner,
        *,
        by: str,
        plan: str | None = None,
        confirm: bool = False,
        now: datetime | None = None,
        steps: Collection[Step] = WHOLE,
    ) -> Dreamt:
        """Dream: plan, and carry out the plan. `by` says who asked, or through what entrance.

        With the id of a `plan` that was shown, only that is carried out: raises InvalidInputError when it would be
        another one by now. A run that a brake stops is `held` and has written nothing, unless `confirm`.
        """
        made = await self.plan(owner, now=now, steps=steps)
        if plan is not None and made.id != plan:
            raise InvalidInputError(
                f"What a dream would change is not what plan {plan[:40]!r} says any more.",
                field="plan",
                remedy=f"Look at the plan again; it is {made.id} now.",
            )
        if Step.MERGE in steps:
            await ask_for_vectors(self.database, owner)  # what has none is met by none
        return await self.carry_out(owner, made, by=by, confirm=confirm)

    async def of(
        self,
        owner: Owner,
        steps: Collection[Step],
        *,
        by: str,
        apply: bool = False,
        plan: str | None = None,
        confirm: bool = False,
        now: datetime | None = None,
    ) -> Dreamt:
        """A dream of these steps alone: its plan and no run, or with `apply` as by `apply`. Raises as that, and for a
        plan or a confirmation of what is not to be carried out."""
        if apply:
            return await self.apply(owner, by=by, plan=plan, confirm=confirm, now=now, steps=steps)
        if plan is not None or confirm:
            raise InvalidInputError(
                "A plan or a confirmation is given, and nothing is to be carried out.",
                field="apply",
                remedy="Look at the plan first, then give both.",
            )
        return Dreamt(await self.plan(owner, now=now, steps=steps))

    @audited(Verb.DREAM, lambda told: [told.run.id] if told.run else [])
    async def carry_out(self, owner: Owner, plan: Plan, *, by: str, confirm: bool = False) -> Dreamt:
        """Write a plan, and take it back where it did harm (`lifecycle.probe`): the run says so and is `undone`."""
        goes = plan.brake is None or confirm
        asleep = [change.memory for change in plan.changes if change.after.get("tier") == Tier.DORMANT]
        before = await self._answered(owner, plan.at) if goes and asleep else {}
        told = await carrying_out.carry_out(self.database, owner, plan, by=by, confirm=confirm)
        self.moved(owner)
        told = told if told.run is None or not before else await self._tried(owner, plan, told.run, before, asleep)
        COUNTED.dream(
            told.run.state.value if told.run else "nothing",
            looked=sum(step.looked for step in plan.steps),
            changed=told.run.changed if told.run else 0,
        )
        return told

    async def _tried(
        self,
        owner: Owner,
        plan: Plan,
        run: DreamRun,
        before: Mapping[probe.Asked, probe.Answer],
        asleep: Sequence[str],
    ) -> Dreamt:
        """Ask again what was asked before, and take the run back where fewer questions find their answer."""
        assert self.recall is not None
        answers = await probe.answered_after(self.recall, owner, before, asleep)
        asked, found, finds = len(before), probe.count(before), probe.count(answers)
        harm = probe.harm(asked=asked, before=found, after=finds)
        if harm is not None:  # first, so that none says it was taken back that was not
            await self.undo(owner, run.id, now=plan.at)
        return Dreamt(
            plan,
            await probe.tell(self.database, owner, run.id, asked=asked, before=found, after=finds, taken_back=harm),
        )

    async def _answered(self, owner: Owner, now: datetime) -> dict[probe.Asked, probe.Answer]:
        if self.recall is None:
            return {}
        return await probe.answered(self.recall, owner, await probe.questions(self.database, owner, now))

    @audited(Verb.UNDO_DREAM, lambda told: [told.run.id])
    async def undo(self, owner: Owner, id_: str, *, memory: str | None = None, now: datetime | None = None) -> Undone:
        """Take a run back, of one memory or of all; the starts of ids will do.

        What changed since is left and listed. Raises NotFoundError, and InvalidInputError for what was undone before
        and for a run that a later one built on.
        """
        whole = await dream_id(self.database, owner, id_)
        one = None if memory is None else await memory_id(self.database, owner, memory, "memory")
        undone = await undoing.undo(self.database, owner, whole, now or datetime.now(UTC), memory=one)
        self.moved(owner)
        return undone

    async def runs(self, owner: Owner, *, first: int = 20, after: str | None = None) -> Page[DreamRun]:
        """A page of the owner's runs, the last first. Raises InvalidInputError."""
        return await dreams.page(self.database, owner, first=first, after=after)

    async def run(self, owner: Owner, id_: str) -> DreamRun:
        """One run; the start of its id will do. Raises NotFoundError."""
        return await dreams.get(self.database.latest, owner, await dream_id(self.database, owner, id_))

    async def changes(self, owner: Owner, id_: str, *, first: int = 20, after: str | None = None) -> Page[Changed]:
        """A page of what a run changed, in the order of its plan. Raises NotFoundError and InvalidInputError."""
        run = await self.run(owner, id_)
        return await dreams.changes(self.database, owner, run.id, first=first, after=after)

    async def tiers(self, owner: Owner, *, now: datetime | None = None) -> dict[Tier, int]:
        """How many live memories each tier has; what sleeps counts though its time is over."""
        return await tiers.counts(self.database, owner, now or datetime.now(UTC))

    @audited(Verb.WAKE, lambda view: [view.memory.id], memory=True)
    async def wake(self, owner: Owner, id_: str, *, now: datetime | None = None) -> MemoryView:
        """Wake a memory into the tier it slept from, where dreams leave it for sixty days; one that is awake stays as
        it is. Raises NotFoundError."""
        memory = await self._live(owner, id_)

        async def work(transaction: Transaction) -> None:
            await filing.lock(transaction, owner)
            at = now or datetime.now(UTC)
            await tiers.wake(transaction, owner, [memory.id], at, f"{BY_HAND}: woken", until=at + KEPT_AWAKE)

        await self.database.write(work)
        return await memory_views.memory(self.database, owner, memory.id)

    @audited(Verb.PROMOTE, lambda view: [view.memory.id], memory=True)
    async def promote(self, owner: Owner, id_: str, *, now: datetime | None = None) -> MemoryView:
        """Make a memory semantic, by hand; dreams leave it there for sixty days. Raises NotFoundError."""
        memory = await self._live(owner, id_)
        return await self._moved_to(owner, memory, Tier.SEMANTIC, semantic_place(memory.category), "promoted", now)

    @audited(Verb.DEMOTE, lambda view: [view.memory.id], memory=True)
    async def demote(self, owner: Owner, id_: str, *, now: datetime | None = None) -> MemoryView:
        """Put a memory to sleep, by hand. Raises NotFoundError, and InvalidInputError for one that is pinned or
        immutable."""
        memory = await self._live(owner, id_)
        if memory.pinned or memory.immutable:
            raise InvalidInputError(
                f"Memory {memory.id} is {'pinned' if memory.pinned else 'immutable'}.",
                field="id",
                remedy="Let it go first (pin with pinned: false, setImmutable with immutable: false).",
            )
        return await self._moved_to(owner, memory, Tier.DORMANT, None, "put to sleep", now)

    async def _moved_to(
        self, owner: Owner, memory: Memory, tier: Tier, finer: SubTier | None, how: str, now: datetime | None
    ) -> MemoryView:
        async def work(transaction: Transaction) -> None:
            await filing.lock(transaction, owner)
            at = now or datetime.now(UTC)
            until = None if tier is Tier.DORMANT else at + KEPT_AWAKE
            await tiers.move(transaction, owner, memory.id, tier, finer, at, f"{BY_HAND}: {how}", until=until)

        await self.database.write(work)
        self.moved(owner)
        return await memory_views.memory(self.database, owner, memory.id)

    async def _live(self, owner: Owner, id_: str) -> Memory:
        memory = (await memory_views.memory(self.database, owner, await memory_id(self.database, owner, id_))).memory
        if memory.retracted_at is not None:
            raise InvalidInputError(
                f"Memory {memory.id} is not believed any more.", field="id", remedy="Name one that `memories` lists."
            )
        return memory
