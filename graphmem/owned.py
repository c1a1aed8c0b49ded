"""One owner's memory as a handle, `ada = memory.owner("ada")`: the verbs of daily use, without naming her again."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from graphmem import verbs
from graphmem.model.access import Scope
from graphmem.model.archive import ImportReport, Manifest
from graphmem.model.attention import Held, Hot
from graphmem.model.audit import Verb as Noted
from graphmem.model.category import Category, Priority
from graphmem.model.diary import Life
from graphmem.model.dream import COMPACTING, CONSOLIDATING, REHEARSING, Dreamt, Plan
from graphmem.model.exploration import Activation, Event, LinkType, Neighbour, Profile, WhyAnswer
from graphmem.model.instant import PRESENT, AsOf
from graphmem.model.memory import Memory, Tier
from graphmem.model.observation import Observation
from graphmem.model.palace import Owner, Page, PlacedDrawer
from graphmem.model.procedure import Episode, MatchingProcedure, MemoryStats, Procedure
from graphmem.model.recall import RecallResult
from graphmem.model.tombstone import Tombstone
from graphmem.model.transcript import Role
from graphmem.model.views import MemoryView
from graphmem.opened import Open
from graphmem.services.named import named, role_of
from graphmem.services.own_spaces import OwnSpaces
from graphmem.services.retrieval.options import BUDGET, DEFAULT, Options
from graphmem.verbs import verb

if TYPE_CHECKING:
    from graphmem.services.ingestion.mine import MineReport
    from graphmem.services.tombstones import Forgetting, Lifted

BY = "library"
"""Through what is asked where nobody says it."""


class OwnedMemory(Owner):
    """The memory of one owner, made by `memory.owner("ada")`: what is remembered and asked here is this owner's alone.

        ada = memory.owner("ada")
        await ada.observe("I moved to Lisbon in May.", speaker="Ada")
        print((await ada.recall("Where do I live?")).context)

    It is also the `Owner` that the services of an open memory take. Verbs raise `InvalidInputError` for a wrong value
    and `NotFoundError` for an id that is none of this owner's. Good until the owner is erased; take a new one then.
    """

    __slots__ = ("_memory",)
    _memory: Open

    def __init__(self, owner: Owner, memory: Open) -> None:
        super().__init__(owner.name, owner.key, owner.asked_at, owner.by, owner.author)
        object.__setattr__(self, "_memory", memory)

    def __eq__(self, other: object) -> bool:
        return (self.name, self.key) == (other.name, other.key) if isinstance(other, Owner) else NotImplemented

    def __hash__(self) -> int:
        return hash((self.name, self.key))

    def speaking_as(self, agent: str) -> OwnedMemory:
        """The same memory for one agent, whose settings hold; a key of an agent speaks as that one alone."""
        return OwnedMemory(self.spoken_by(agent, BY), self._memory)

    _via = property(lambda self: BY if self.by is None else self.by.via)

    @property
    def spaces(self) -> OwnSpaces:
        """The spaces in which this owner has a right, and their members."""
        return OwnSpaces(self, self._memory.spaces)

    # What goes in.

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
        """File a message and remember what it states, with the verdict of every stage.

        `role` is who speaks, as a value or by its name; what a TOOL, DOCUMENT or FEED says changes nothing that a
        person said. What is said at work on a `project` does not concern others. A dry run writes nothing; what is
        repeated with its `idempotency_key` within a day is answered as before.
        """
        return await self._memory.contributions.tell(
            self._memory.observer.observe, self, space, text, role=role_of(role), speaker=speaker, session=session,
            project=project, said_at=said_at, dry_run=dry_run, idempotency_key=idempotency_key,
        )  # fmt: skip

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
        """Remember a statement on purpose: no filter stops it. `scope` are globs of files it is about.

        With `role` TOOL it is what an agent learns by itself: no rule, and it changes nothing that a person said.
        """
        return await self._memory.contributions.tell(
            self._memory.observer.learn, self, space, text, category=named(Category, category, "category"),
            priority=named(Priority, priority, "priority"), pinned=pinned, immutable=immutable, scope=scope,
            session=session, project=project, role=role_of(role), speaker=speaker, idempotency_key=idempotency_key,
        )  # fmt: skip

    @verb(Scope.WRITE, noted=Noted.MINE, field="mineConversation")
    async def mine(self, title: verbs.Title, turns: verbs.Turns, *, key: verbs.TalkKey = None) -> MineReport:
        """File a conversation, once: mappings of `text`, `speaker` or `role`, and optionally `time` and `id`. The same
        `key` goes on with the same conversation; turns filed before are skipped."""
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
        """Record how something is done; the same name with other steps is its next version. A `project` has its own."""
        return await self._memory.recorder.procedure(
            self, name, steps, scope=scope, tags=tags, role=role_of(role), project=project
        )

    @verb(Scope.WRITE, noted=Noted.RECORD_EPISODE, field="recordEpisode")
    async def episode(
        self,
        event: verbs.Event,
        *,
        outcome: verbs.Outcome = "",
        tags: verbs.Tags = (),
        happened_at: verbs.SaidAt = None,
        role: verbs.Spoken = Role.ASSISTANT,
        project: verbs.Project = None,
    ) -> Episode:
        """Record something that happened, now or at `happened_at`, and how it turned out."""
        return await self._memory.recorder.episode(
            self, event, outcome=outcome, tags=tags, happened_at=happened_at, role=role_of(role), project=project
        )

    # What comes out.

    @verb(Scope.READ, field="recall", wire="recall")
    async def recall(
        self, query: verbs.Query, *, limit: verbs.Limit = 10, options: Options | None = None
    ) -> RecallResult:
        """The memories and turns that answer a question best, each explained; `.context` is the block for a prompt.
        `options` say more than a limit (budget, session, as of, categories …), and go before it."""
        return await self._memory.recall(query, owner=self, limit=limit, options=options)

    @verb(Scope.READ, field="recallFor", wire="recallfor")
    async def context_for(self, messages: verbs.Messages, *, options: Options = DEFAULT) -> RecallResult:
        """What memory has for the next turn of a conversation, given its last messages ("role", "content")."""
        return await self._memory.context_for(messages, owner=self, options=options)

    @verb(Scope.WRITE, noted=Noted.RECORD_OUTCOME, field="recordOutcome")
    async def outcome(self, *ids: verbs.Id, block: verbs.Block = None, success: verbs.Success) -> int:
        """Tell whether what was recalled helped: memories by id, or all of a `block`; how many they were."""
        return await self._memory.outcomes.told(self, ids or None, block, success=success)

    @verb(Scope.READ, field="activate", wire="activate")
    async def activate(
        self,
        task: verbs.Task = "",
        *,
        path: verbs.Path = None,
        project: verbs.AskedProject = None,
        session: verbs.Session = None,
        budget: verbs.Budget = BUDGET,
    ) -> Activation:
        """The standing context of an agent in `budget` tokens: rules first, what it uses, procedures for the task, what
        else is known of the project. It is not shown again in the `session`."""
        return await self._memory.activator.activate(
            self, task, path=path, project=project, session=session, budget=budget
        )

    @verb(Scope.READ, wire="why", question="query")
    async def why(
        self, query: verbs.Query, *, limit: verbs.Limit = 5, as_of: AsOf = PRESENT, project: verbs.AskedProject = None
    ) -> WhyAnswer:
        """What led to something, or came of it: chains of the first of the best memories that has any."""
        result = await self.recall(query, options=Options(limit, as_of=as_of, project=project))
        return WhyAnswer(result, await self._memory.explorer.led_to(self, result, as_of=as_of, limit=limit))

    @verb(Scope.READ, field="related", wire="relatedto", id_="id", first="limit")
    async def related(
        self,
        id: verbs.Id,
        *,
        hops: verbs.Hops = 1,
        types: verbs.Links = tuple(LinkType),
        as_of: AsOf = PRESENT,
        limit: verbs.Limit = 20,
    ) -> list[Neighbour]:
        """What a memory hangs together with in the graph, within `hops` links, the nearest first."""
        return await self._memory.explorer.related(self, id, hops=hops, types=types, as_of=as_of, limit=limit)

    @verb(Scope.READ, field="entityProfile", wire="profileof", first="limit")
    async def profile(self, name: verbs.Name, *, as_of: AsOf = PRESENT, limit: verbs.Limit = 20) -> Profile:
        """What holds of somebody or something at an instant."""
        return await self._memory.explorer.profile(self, name, as_of=as_of, limit=limit)

    @verb(Scope.READ, field="timeline", wire="timelineof", first="limit")
    async def timeline(
        self,
        name: verbs.Name,
        *,
        after: verbs.Since = None,
        before: verbs.Until = None,
        known_at: verbs.KnownAt = None,
        limit: verbs.Limit = 100,
    ) -> list[Event]:
        """Everything that was ever true of somebody or something, in the order it began."""
        return await self._memory.explorer.timeline(
            self, name, after=after, before=before, known_at=known_at, limit=limit
        )

    @verb(Scope.READ, field="procedures", first="limit")
    async def procedures(
        self, task: verbs.Task, *, path: verbs.Path = None, project: verbs.AskedProject = None, limit: verbs.Few = 3
    ) -> list[MatchingProcedure]:
        """The procedures that fit a task, those that helped before first; none of another `project`."""
        return await self._memory.procedures.matching(self, task, path=path, project=project, first=limit)

    @verb(Scope.READ, field="memoryStats")
    async def stats(self) -> MemoryStats:
        """What is remembered, by category, tier and source, and about how many tokens."""
        return await self._memory.procedures.stats(self)

    # Single memories.

    @verb(Scope.READ, field="memories", first="limit")
    async def memories(
        self,
        *,
        category: verbs.OfKind = None,
        tier: verbs.OfTier = None,
        speaker: verbs.OfSpeaker = None,
        said_from: verbs.SaidFrom = None,
        said_until: verbs.SaidUntil = None,
        recorded_from: verbs.RecordedFrom = None,
        recorded_until: verbs.RecordedUntil = None,
        limit: verbs.Limit = 20,
        after: verbs.After = None,
    ) -> Page[Memory]:
        """Memories page by page, the latest statement first."""
        return await self._memory.memories.page(
            self, category=named(Category, category, "category"), tier=named(Tier, tier, "tier"), speaker=speaker,
            said_from=said_from, said_until=said_until, recorded_from=recorded_from, recorded_until=recorded_until,
            first=limit, after=after,
        )  # fmt: skip

    @verb(Scope.READ, field="memory", wire="show", id_="id")
    async def show(self, id: verbs.Id) -> MemoryView:
        """A memory with its sources, relations, former texts and tiers; the start of its id will do."""
        return await self._memory.memories.get(self, id)

    @verb(Scope.READ, field="why", wire="lifeof")
    async def life(self, id: verbs.Id) -> Life:
        """What became of a memory and why: told, climbed, put to sleep, woken, by which dream and rule."""
        return await self._memory.diary.life(self, id)

    @verb(Scope.READ, field="palace")
    async def palace(self) -> list[dict[str, Any]]:
        """Wings with their rooms, at most 100 of each, for a first look."""
        return await self._memory.outline(owner=self)

    @verb(Scope.READ, field="drawer")
    async def drawer(self, pointer: verbs.Pointer) -> PlacedDrawer:
        """The turn that a pointer such as `W-2/R-5/D-1` cites, word for word."""
        return await self._memory.drawer(pointer, owner=self)

    @verb(Scope.WRITE, noted=Noted.FORGET, field="forget", id_="id")
    async def forget(self, id: verbs.Id, *, by_tool: verbs.ByTool = False) -> Forgetting:
        """Forget a memory with what says the same: mined again, it does not come back. See `tombstones` and `lift`."""
        return await self._memory.memories.forget(self, id, by=self._via, by_tool=by_tool)

    @verb(Scope.WRITE, noted=Noted.DELETE_DRAWER, field="deleteDrawer")
    async def delete_drawer(self, pointer: verbs.Pointer) -> int:
        """Delete a turn for good, its lines of the ops log included, with the memories of which nothing else speaks;
        how many they were. What is forgotten is only withheld, until somebody lifts it; this comes back by nothing."""
        return await self._memory.memories.delete_drawer(self, pointer, by=self._via)

    @verb(Scope.READ, field="tombstones", first="limit")
    async def tombstones(self, *, limit: verbs.Limit = 20, after: verbs.After = None) -> Page[Tombstone]:
        """What must not come back, the last forgotten first."""
        return await self._memory.tombstones.page(self, first=limit, after=after)

    @verb(Scope.WRITE, noted=Noted.LIFT, field="lift", id_="id")
    async def lift(self, id: verbs.TombstoneId) -> Lifted:
        """Let what a tombstone bars be remembered again, and bring back what was forgotten with it."""
        return await self._memory.tombstones.lift(self, id, by=self._via)

    @verb(Scope.WRITE, noted=Noted.PIN, field="pin", id_="id")
    async def pin(self, id: verbs.Id, *, pinned: verbs.Pinned = True) -> MemoryView:
        """Keep a memory from decay, or let it go its way again."""
        return await self._memory.memories.pin(self, id, pinned=pinned)

    # All of it.

    @verb(Scope.ADMIN, noted=Noted.EXPORT)
    async def export(self, file: verbs.File) -> Manifest:
        """Write everything of this memory to a file, an archive for `import_archive` of another store."""
        return await self._memory.archives.export(self, file)

    @verb(Scope.ADMIN, noted=Noted.IMPORT)
    async def import_archive(
        self, file: verbs.File, *, trusted: verbs.Trusted = False, settings: verbs.Taken = False
    ) -> ImportReport:
        """Add what an archive holds to this memory; imported again, it adds nothing. What was forgotten stays so.

        Without `trusted` its statements are outside words: they never rule and end nothing.
        """
        from graphmem.services.archive.importing import Trust

        return await self._memory.archives.import_(self, file, trust=Trust(words=trusted, settings=settings))

    # Sessions and dreams.

    @verb(Scope.WRITE, noted=Noted.START_SESSION, field="startSession", wire="startsession", id_="id")
    async def start_session(
        self, id: verbs.NewSession = None, *, agent: verbs.Agent = None, anew: verbs.Anew = False
    ) -> str:
        """Start a session, or go on with one; its id, for `observe`, `learn` and `Options`. `anew` when its agent has
        nothing before it any more of what was said and shown in it."""
        return await self._memory.sessions.start(self, id, agent=agent, anew=anew)

    @verb(Scope.WRITE, noted=Noted.END_SESSION, field="endSession", id_="id")
    async def end_session(self, id: verbs.SessionId) -> list[str]:
        """End a session; the ids of the memories it had in mind."""
        return await self._memory.sessions.end(self, id)

    @verb(Scope.READ, field="workingMemory")
    async def working_memory(self, session: verbs.Session = None) -> list[Held]:
        """What a session has in mind, or all that go on have: the most attended first, nine of each at the most."""
        return await self._memory.sessions.working_memory(self, session)

    @verb(Scope.READ, field="hotTier")
    async def hot_tier(self, *, project: verbs.AskedProject = None) -> tuple[Hot, ...]:
        """What stands in every block, of a `project` or of any, the most useful first; up to five minutes old."""
        return await self._memory.hot.told(self, project)

    @verb(Scope.READ, field="dream")
    async def dream(self) -> Plan:
        """What a dream would change; nothing is written. `memory.dreams.apply(ada, by=…)` carries it out."""
        return await self._memory.dreams.plan(self)

    @verb(Scope.DREAM, noted=Noted.DREAM, field="rehearse")
    async def rehearse(
        self, *, apply: verbs.Apply = False, plan: verbs.PlanId = None, confirm: verbs.Confirm = False
    ) -> Dreamt:
        """Go over what would hardly come to mind any more, fifty memories at the most, so that it fades more slowly.

        As of a dream: without `apply` the plan alone, with the id of a `plan` that or nothing; `confirm` carries out
        what a brake would stop, and `memory.dreams.undo` takes it back.
        """
        return await self._memory.dreams.of(self, REHEARSING, by=self._via, apply=apply, plan=plan, confirm=confirm)

    @verb(Scope.DREAM, noted=Noted.DREAM, field="consolidate")
    async def consolidate(
        self, *, apply: verbs.Apply = False, plan: verbs.PlanId = None, confirm: verbs.Confirm = False
    ) -> Dreamt:
        """List what was said of one thing, and what is best supported of a category. See `rehearse` for the rest."""
        return await self._memory.dreams.of(self, CONSOLIDATING, by=self._via, apply=apply, plan=plan, confirm=confirm)

    @verb(Scope.DREAM, noted=Noted.DREAM, field="compact")
    async def compact(
        self, *, apply: verbs.Apply = False, plan: verbs.PlanId = None, confirm: verbs.Confirm = False
    ) -> Dreamt:
        """Let one of two memories sleep that say the same; applied, what has no vector is asked to get one in the
        background. See `rehearse` for the rest."""
        return await self._memory.dreams.of(self, COMPACTING, by=self._via, apply=apply, plan=plan, confirm=confirm)
