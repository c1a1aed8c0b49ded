"""One owner's memory as a handle, `ada = memory.owner("ada")`, with the verbs of daily use."""

from __future__ import annotations

from typing import TYPE_CHECKING

from graphmem import verbs
from graphmem.errors import InvalidInputError
from graphmem.model.access import Scope
from graphmem.model.archive import ImportReport, Manifest
from graphmem.model.audit import Verb as Noted
from graphmem.model.category import Category, Priority
from graphmem.model.dream import COMPACTING, CONSOLIDATING, REHEARSING, Dreamt
from graphmem.model.memory import Tier
from graphmem.model.observation import Observation
from graphmem.model.procedure import Episode, Procedure
from graphmem.model.transcript import Role
from graphmem.model.views import MemoryView
from graphmem.readable import BY, ReadableMemory
from graphmem.services import batches
from graphmem.services.member_names import member_named, role_of
from graphmem.services.own_spaces import OwnSpaces
from graphmem.verbs import verb

if TYPE_CHECKING:
    from graphmem.services.ingestion.mine import MineReport
    from graphmem.services.memories import ForgettingMany
    from graphmem.services.tombstones import Forgetting, Lifted


class OwnedMemory(ReadableMemory):
    """The memory of one owner, made by `memory.owner("ada")`; every verb concerns this owner alone.

        ada = memory.owner("ada")
        await ada.observe("I moved to Lisbon in May.", speaker="Ada")
        print((await ada.recall("Where do I live?")).context)

    It is also the `Owner` that the services of an open memory take. Verbs raise `InvalidInputError` for a wrong value
    and `NotFoundError` for an id that is none of this owner's. Good until the owner is erased; take a new one then.
    """

    __slots__ = ()

    def speaking_as(self, agent: str) -> OwnedMemory:
        """The same memory for one agent, whose settings hold; a key of an agent speaks as that one alone."""
        return OwnedMemory(self.spoken_by(agent, BY), self._memory)

    @property
    def spaces(self) -> OwnSpaces:
        """The spaces in which this owner has a right, and their members."""
        whole = self._memory
        return OwnSpaces(self, whole.spaces, whole.memories, whole.sharing, whole.archives)

    # Writing.

    @verb(Scope.WRITE, noted=Noted.OBSERVE, field="observe", wire="observe")
    async def observe(
        self,
        text: verbs.Text,
        *,
        role: verbs.Spoken = Role.USER,
        speaker: verbs.Speaker = None,
        session: verbs.Session = None,
        project: verbs.Project = None,
        said_at: verbs.SaidAt = None,
        space: verbs.InSpace = None,
        dry_run: verbs.DryRun = False,
        idempotency_key: verbs.Key = None,
    ) -> Observation:
        """File a message and remember its statements, with the verdict of every stage.

        `role` is the speaker's, as a value or by its name; a statement of a TOOL, DOCUMENT or FEED changes nothing that
        a person said. A message of a `project` does not concern other projects. A dry run writes nothing. A request
        repeated with its `idempotency_key` within a day gets the same answer.
        """
        return await self._memory.contributions.contribute(
            self._memory.observer.observe, self, space, text, role=role_of(role), speaker=speaker, session=session,
            project=project, said_at=said_at, dry_run=dry_run, idempotency_key=idempotency_key,
        )  # fmt: skip

    @verb(Scope.WRITE, noted=Noted.OBSERVE, field="observeMany")
    async def observe_many(
        self, inputs: verbs.ToObserve, *, dry_run: verbs.DryRun = False
    ) -> list[Observation | InvalidInputError]:
        """File 1 to 50 messages in the order they were said, each as `observe` does, one after the other.

        A refused message stops no other: its error stands in its place.
        """
        return await batches.observe_each(self.observe, inputs, dry_run=dry_run)

    @verb(Scope.WRITE, noted=Noted.LEARN, field="learn", wire="learn")
    async def learn(
        self,
        text: verbs.Text,
        *,
        category: verbs.Kind = None,
        priority: verbs.Weight = None,
        pinned: verbs.Pinned = False,
        immutable: verbs.Immutable = False,
        scope: verbs.Globs = (),
        session: verbs.Session = None,
        project: verbs.Project = None,
        role: verbs.Spoken = Role.USER,
        speaker: verbs.Speaker = None,
        space: verbs.InSpace = None,
        idempotency_key: verbs.Key = None,
    ) -> Observation:
        """Remember a statement on purpose: no filter stops it. `scope` are globs of the files it concerns.

        With `role` TOOL it is an agent's own finding: no rule, and it changes nothing that a person said.
        """
        return await self._memory.contributions.contribute(
            self._memory.observer.learn, self, space, text, category=member_named(Category, category, "category"),
            priority=member_named(Priority, priority, "priority"), pinned=pinned, immutable=immutable, scope=scope,
            session=session, project=project, role=role_of(role), speaker=speaker, idempotency_key=idempotency_key,
        )  # fmt: skip

    @verb(Scope.WRITE, noted=Noted.MINE, field="mineConversation")
    async def mine(self, title: verbs.Title, turns: verbs.Turns, *, key: verbs.TalkKey = None) -> MineReport:
        """File a conversation, once: mappings of `text`, `speaker` or `role`, and optionally `time` and `id`.

        The same `key` continues the same conversation; turns filed before are skipped.
        """
        return await self._memory.mine_turns(title, turns, owner=self, key=key)

    @verb(Scope.WRITE, noted=Noted.RECORD_PROCEDURE, field="recordProcedure")
    async def procedure(
        self,
        name: verbs.ProcedureName,
        steps: verbs.Steps,
        *,
        scope: verbs.Globs = (),
        tags: verbs.Tags = (),
        role: verbs.Spoken = Role.ASSISTANT,
        project: verbs.Project = None,
    ) -> Procedure:
        """Record how something is done; other steps under the same name make its next version.

        A `project` has its own procedures.
        """
        return await self._memory.recorder.procedure(
            self, name, steps, scope=scope, tags=tags, role=role_of(role), project=project
        )

    @verb(Scope.WRITE, noted=Noted.RECORD_EPISODE, field="recordEpisode", wire="episode")
    async def episode(
        self,
        event: verbs.Event,
        *,
        outcome: verbs.Outcome = "",
        tags: verbs.Tags = (),
        steps: verbs.Done = (),
        worked: verbs.Worked = None,
        happened_at: verbs.SaidAt = None,
        role: verbs.Spoken = Role.ASSISTANT,
        project: verbs.Project = None,
    ) -> Episode:
        """Record an event, now or at `happened_at`, and its outcome.

        `steps` that recur in episodes which `worked` are proposed as procedures.
        """
        return await self._memory.recorder.episode(
            self, event, outcome=outcome, tags=tags, steps=steps, worked=worked, happened_at=happened_at,
            role=role_of(role), project=project,
        )  # fmt: skip

    @verb(Scope.WRITE, noted=Noted.RECORD_OUTCOME, field="recordOutcome")
    async def outcome(self, *ids: verbs.Id, block: verbs.Block = None, success: verbs.Success) -> int:
        """Report whether memories, or all of a `block`, helped; returns their number."""
        return await self._memory.outcomes.report(self, ids or None, block, success=success)

    @verb(Scope.WRITE, noted=Noted.RECORD_OUTCOME)
    async def used(
        self,
        name: verbs.ProcedureName,
        *,
        success: verbs.Success,
        step: verbs.FailedStep = None,
        version: verbs.OfVersion = None,
        project: verbs.Project = None,
        tools: verbs.Tools = None,
    ) -> Procedure:
        """Report whether following a procedure worked, which `step` failed, and where; returns its record."""
        return await self._memory.outcomes.used(
            self, name, success=success, step=step, version=version, project=project, tools=tools
        )

    # Single memories, and several.

    @verb(Scope.WRITE, noted=Noted.FORGET, field="forget")
    async def forget(self, id: verbs.Id, *, by_tool: verbs.ByTool = False) -> Forgetting:
        """Forget a memory and those that say the same; mining restores none. See `tombstones` and `lift`."""
        return await self._memory.memories.forget(self, id, by=self._via, by_tool=by_tool)

    @verb(Scope.WRITE, noted=Noted.FORGET, field="forgetMany")
    async def forget_many(
        self,
        *,
        category: verbs.OfKind = None,
        tier: verbs.OfTier = None,
        entity: verbs.OfEntity = None,
        session: verbs.OfSession = None,
        speaker: verbs.OfSpeaker = None,
        said_from: verbs.SaidFrom = None,
        said_until: verbs.SaidUntil = None,
        recorded_from: verbs.RecordedFrom = None,
        recorded_until: verbs.RecordedUntil = None,
        dry: verbs.Dry = True,
        limit: verbs.Limit = 100,
    ) -> ForgettingMany:
        """Show the memories that filters find, or with `dry=False` forget each as `forget` does.

        Repeat while `total` is more than `limit`.
        """
        return await self._memory.memories.forget_many(
            self, by=self._via, dry=dry, limit=limit, category=member_named(Category, category, "category"),
            tier=member_named(Tier, tier, "tier"), entity=entity, session=session, speaker=speaker, said_from=said_from,
            said_until=said_until, recorded_from=recorded_from, recorded_until=recorded_until,
        )  # fmt: skip

    @verb(Scope.WRITE, noted=Noted.DELETE_DRAWER, field="deleteDrawer")
    async def delete_drawer(self, pointer: verbs.Pointer) -> int:
        """Delete a turn for good, with its lines of the ops log and the memories that only it supports.

        Returns their number. A forgotten memory is only withheld, until somebody lifts it; a deleted turn never comes
        back.
        """
        return await self._memory.memories.delete_drawer(self, pointer, by=self._via)

    @verb(Scope.WRITE, noted=Noted.LIFT, field="lift")
    async def lift(self, id: verbs.TombstoneId) -> Lifted:
        """Lift a tombstone and bring back the memories forgotten with it; they may be remembered again."""
        return await self._memory.tombstones.lift(self, id, by=self._via)

    @verb(Scope.WRITE, noted=Noted.PIN, field="pin")
    async def pin(self, id: verbs.Id, *, pinned: verbs.Pinned = True) -> MemoryView:
        """Protect a memory from decay and pruning, or undo that."""
        return await self._memory.memories.pin(self, id, pinned=pinned)

    # The whole memory.

    @verb(Scope.ADMIN, noted=Noted.EXPORT)
    async def export(self, file: verbs.File) -> Manifest:
        """Write all data of this memory to a file, an archive for `import_archive` of another store."""
        return await self._memory.archives.export(self, file)

    @verb(Scope.ADMIN, noted=Noted.IMPORT)
    async def import_archive(
        self, file: verbs.File, *, trusted: verbs.Trusted = False, settings: verbs.Taken = False
    ) -> ImportReport:
        """Add an archive to this memory; a second import adds nothing. Forgotten memories stay forgotten.

        Without `trusted` its statements are outside words: they never rule and end nothing.
        """
        from graphmem.services.archive.importing import Trust

        return await self._memory.archives.import_(self, file, trust=Trust(words=trusted, settings=settings))

    # Sessions and dreams.

    @verb(Scope.WRITE, noted=Noted.START_SESSION, field="startSession", wire="startsession")
    async def start_session(
        self, id: verbs.NewSession = None, *, agent: verbs.Agent = None, anew: verbs.Anew = False
    ) -> str:
        """Start a session, or continue one; its id, for `observe`, `learn` and `RecallOptions`.

        `anew`: the agent's context has lost what was said and shown in the session.
        """
        return await self._memory.sessions.start(self, id, agent=agent, anew=anew)

    @verb(Scope.WRITE, noted=Noted.END_SESSION, field="endSession")
    async def end_session(self, id: verbs.SessionId) -> list[str]:
        """End a session; returns the ids of its working memory."""
        return await self._memory.sessions.end(self, id)

    @verb(Scope.DREAM, noted=Noted.DREAM, field="rehearse")
    async def rehearse(
        self, *, apply: verbs.Apply = False, plan: verbs.PlanId = None, confirm: verbs.Confirm = False
    ) -> Dreamt:
        """Rehearse fading memories, fifty at most, so that they fade more slowly.

        As for a dream: without `apply` it only plans, and with the id of a `plan` it applies that plan or nothing;
        `confirm` overrides a brake, and `memory.dreams.undo` undoes the run.
        """
        return await self._memory.dreams.of(self, REHEARSING, by=self._via, apply=apply, plan=plan, confirm=confirm)

    @verb(Scope.DREAM, noted=Noted.DREAM, field="consolidate")
    async def consolidate(
        self, *, apply: verbs.Apply = False, plan: verbs.PlanId = None, confirm: verbs.Confirm = False
    ) -> Dreamt:
        """Derive themes and summaries: statements about one thing, and the best supported of a category.

        See `rehearse` for the arguments.
        """
        return await self._memory.dreams.of(self, CONSOLIDATING, by=self._via, apply=apply, plan=plan, confirm=confirm)

    @verb(Scope.DREAM, noted=Noted.DREAM, field="compact")
    async def compact(
        self, *, apply: verbs.Apply = False, plan: verbs.PlanId = None, confirm: verbs.Confirm = False
    ) -> Dreamt:
        """Make one of two memories dormant that say the same.

        Applied, it enqueues a job for missing vectors. See `rehearse` for the arguments.
        """
        return await self._memory.dreams.of(self, COMPACTING, by=self._via, apply=apply, plan=plan, confirm=confirm)
