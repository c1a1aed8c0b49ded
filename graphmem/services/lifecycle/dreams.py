"""Dreams of one owner, and a person's moves of memories between tiers."""

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
from graphmem.services.lifecycle import application, planning, probe, undo
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
"""Time for which a memory that a person woke or promoted stays awake, whatever a dream's rules say:
as long as a memory must be unused to become dormant."""


def _nothing(_: Owner) -> None:
    """Do nothing: no cache of the owner to drop."""


@dataclass(frozen=True, slots=True)
class Dreams:
    """Dreams of owners: planned, applied and undone.

    Every verb takes the present as `now`, by default the clock's, so that a caller can try what a year does to a
    memory.

    `moved` is called after memories of an owner changed tiers; `most_awake` limits awake memories (None: the owner's
    choice). With a `recall`, a dream is undone if fewer questions find their answer after it; with `words`, a chat
    model words derived memories.
    """

    database: Database
    moved: Callable[[Owner], None] = _nothing
    most_awake: int | None = None
    recall: Recall | None = None
    words: ModelWords | None = None

    def forget(self, owner: Owner) -> None:
        """Drop this process's cache of an owner who is erased."""
        if self.words is not None:
            self.words.forget(owner)

    async def plan(self, owner: Owner, *, now: datetime | None = None, steps: Collection[Step] = WHOLE) -> Plan:
        """The changes that a dream of these steps would make; nothing is written.
        Raises InvalidInputError for an owner without memories."""
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
        """Plan a dream and apply the plan. `by` names the person or channel.

        With the id of a shown `plan`, only that one is applied: raises InvalidInputError if the plan has changed since.
        A run that a brake stops is `held` and writes nothing, unless `confirm`.
        """
        made = await self.plan(owner, now=now, steps=steps)
        if plan is not None and made.id != plan:
            raise InvalidInputError(
                f"What a dream would change is not what plan {plan[:40]!r} says any more.",
                field="plan",
                remedy=f"Look at the plan again; it is {made.id} now.",
            )
        if Step.MERGE in steps:
            await ask_for_vectors(self.database, owner)  # memories without vectors cannot be compared
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
        """Plan a dream of these steps alone, or run it with `apply`.

        Raises as `apply`, and for a plan or a confirmation without `apply`.
        """
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
        """Apply a plan, and undo it if the probe finds harm (`lifecycle.probe`): then the run is `undone`."""
        goes = plan.brake is None or confirm
        asleep = [change.memory for change in plan.changes if change.after.get("tier") == Tier.DORMANT]
        before = await self._answered(owner, plan.at) if goes and asleep else {}
        told = await application.carry_out(self.database, owner, plan, by=by, confirm=confirm)
        self.moved(owner)
        told = told if told.run is None or not before else await self._probe_run(owner, plan, told.run, before, asleep)
        COUNTED.dream(
            told.run.state.value if told.run else "nothing",
            looked=sum(step.looked for step in plan.steps),
            changed=told.run.changed if told.run else 0,
        )
        return told

    async def _probe_run(
        self,
        owner: Owner,
        plan: Plan,
        run: DreamRun,
        before: Mapping[probe.ProbeQuestion, probe.ProbeAnswer],
        asleep: Sequence[str],
    ) -> Dreamt:
        """Repeat the questions after the dream, and undo the run if fewer find their answer."""
        assert self.recall is not None
        answers = await probe.answer_again(self.recall, owner, before, asleep)
        asked, found, finds = len(before), probe.count(before), probe.count(answers)
        harm = probe.harm(asked=asked, before=found, after=finds)
        if harm is not None:  # undo first, so that the run never claims an undo that did not happen
            await self.undo(owner, run.id, now=plan.at)
        return Dreamt(
            plan,
            await probe.record_result(
                self.database, owner, run.id, asked=asked, before=found, after=finds, taken_back=harm
            ),
        )

    async def _answered(self, owner: Owner, now: datetime) -> dict[probe.ProbeQuestion, probe.ProbeAnswer]:
        if self.recall is None:
            return {}
        return await probe.answer_questions(self.recall, owner, await probe.questions(self.database, owner, now))

    @audited(Verb.UNDO_DREAM, lambda told: [told.run.id])
    async def undo(self, owner: Owner, id_: str, *, memory: str | None = None, now: datetime | None = None) -> Undone:
        """Undo a run, for one memory or for all; prefixes of ids will do.

        Fields that changed since the run are left and listed. Raises NotFoundError, and InvalidInputError for a run
        that was undone before, or that a later one built on.
        """
        whole = await dream_id(self.database, owner, id_)
        one = None if memory is None else await memory_id(self.database, owner, memory, "memory")
        undone = await undo.undo(self.database, owner, whole, now or datetime.now(UTC), memory=one)
        self.moved(owner)
        return undone

    async def runs(self, owner: Owner, *, first: int = 20, after: str | None = None) -> Page[DreamRun]:
        """A page of the owner's runs, the last first. Raises InvalidInputError."""
        return await dreams.page(self.database, owner, first=first, after=after)

    async def run(self, owner: Owner, id_: str) -> DreamRun:
        """One run; a prefix of its id will do. Raises NotFoundError."""
        return await dreams.get(self.database.leader, owner, await dream_id(self.database, owner, id_))

    async def changes(self, owner: Owner, id_: str, *, first: int = 20, after: str | None = None) -> Page[Changed]:
        """A page of a run's changes in the order of its plan. Raises NotFoundError and InvalidInputError."""
        run = await self.run(owner, id_)
        return await dreams.changes(self.database, owner, run.id, first=first, after=after)

    async def tiers(self, owner: Owner, *, now: datetime | None = None) -> dict[Tier, int]:
        """Number of live memories per tier; dormant ones count even after their valid time."""
        return await tiers.counts(self.database, owner, now or datetime.now(UTC))

    @audited(Verb.WAKE, lambda view: [view.memory.id], memory=True)
    async def wake(self, owner: Owner, id_: str, *, now: datetime | None = None) -> MemoryView:
        """Wake a memory into its former tier, where dreams leave it for sixty days.
        An awake one is unchanged. Raises NotFoundError."""
        memory = await self._live(owner, id_)

        async def work(transaction: Transaction) -> None:
            await filing.lock(transaction, owner)
            at = now or datetime.now(UTC)
            await tiers.wake(transaction, owner, [memory.id], at, f"{BY_HAND}: woken", until=at + KEPT_AWAKE)

        await self.database.write(work)
        return await memory_views.memory(self.database, owner, memory.id)

    @audited(Verb.PROMOTE, lambda view: [view.memory.id], memory=True)
    async def promote(self, owner: Owner, id_: str, *, now: datetime | None = None) -> MemoryView:
        """Make a memory semantic by hand; dreams leave it there for sixty days. Raises NotFoundError."""
        memory = await self._live(owner, id_)
        return await self._moved_to(owner, memory, Tier.SEMANTIC, semantic_place(memory.category), "promoted", now)

    @audited(Verb.DEMOTE, lambda view: [view.memory.id], memory=True)
    async def demote(self, owner: Owner, id_: str, *, now: datetime | None = None) -> MemoryView:
        """Make a memory dormant by hand.
        Raises NotFoundError, and InvalidInputError for a pinned or immutable one."""
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
