"""The verbs that read one owner's memory; `graphmem.OwnedMemory` has them with those that write."""

from __future__ import annotations

from typing import Any

from graphmem import verbs
from graphmem.model.access import Scope
from graphmem.model.attention import Held, Hot
from graphmem.model.category import Category
from graphmem.model.diary import Life
from graphmem.model.digest import DIGEST_BUDGET, Digest
from graphmem.model.dream import Plan
from graphmem.model.exploration import Activation, Event, LinkType, Neighbour, Profile, WhyAnswer
from graphmem.model.instant import PRESENT, AsOf
from graphmem.model.memory import Memory, Tier
from graphmem.model.palace import Owner, Page, PlacedDrawer
from graphmem.model.procedure import MatchingProcedure, MemoryStats
from graphmem.model.recall import RecallResult
from graphmem.model.subject import SubjectReport
from graphmem.model.tombstone import Tombstone
from graphmem.model.views import MemoryView
from graphmem.opened import Open
from graphmem.services.member_names import member_named
from graphmem.services.retrieval.options import BUDGET, DEFAULT, RecallOptions
from graphmem.verbs import verb

BY = "library"
"""The default channel of a call."""


class ReadableMemory(Owner):
    """The verbs that read one owner's memory and change no memory's text."""

    __slots__ = ("_memory",)
    _memory: Open

    def __init__(self, owner: Owner, memory: Open) -> None:
        super().__init__(owner.name, owner.key, owner.asked_at, owner.by, owner.author)
        object.__setattr__(self, "_memory", memory)

    def __eq__(self, other: object) -> bool:
        return (self.name, self.key) == (other.name, other.key) if isinstance(other, Owner) else NotImplemented

    def __hash__(self) -> int:
        return hash((self.name, self.key))

    _via = property(lambda self: BY if self.by is None else self.by.via)

    @verb(Scope.READ, field="recall", wire="recall")
    async def recall(
        self, query: verbs.Query, *, limit: verbs.Limit = 10, options: RecallOptions | None = None
    ) -> RecallResult:
        """The memories and turns that answer a question best, with reasons; `.context` is the prompt block.

        `options` say more than a limit (budget, session, as of, categories …), and go before it.
        """
        return await self._memory.recall(query, owner=self, limit=limit, options=options)

    @verb(Scope.READ, field="recallFor", wire="recallfor")
    async def context_for(self, messages: verbs.Messages, *, options: RecallOptions = DEFAULT) -> RecallResult:
        """The block for the next turn of a conversation, given its last messages ("role", "content")."""
        return await self._memory.context_for(messages, owner=self, options=options)

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
        """The standing context of an agent in `budget` tokens.

        Rules come first, then used memories, procedures for the task, and other memories of the project. It is not
        shown again in the `session`.
        """
        return await self._memory.activator.activate(
            self, task, path=path, project=project, session=session, budget=budget
        )

    @verb(Scope.READ, wire="why")
    async def why(
        self, query: verbs.Query, *, limit: verbs.Limit = 5, as_of: AsOf = PRESENT, project: verbs.AskedProject = None
    ) -> WhyAnswer:
        """Causes or effects of something: chains of the first of the best memories that has any."""
        result = await self.recall(query, options=RecallOptions(limit, as_of=as_of, project=project))
        return WhyAnswer(result, await self._memory.explorer.led_to(self, result, as_of=as_of, limit=limit))

    @verb(Scope.READ, field="related", wire="relatedto")
    async def related(
        self,
        id: verbs.Id,
        *,
        hops: verbs.Hops = 1,
        types: verbs.Links = tuple(LinkType),
        as_of: AsOf = PRESENT,
        limit: verbs.Limit = 20,
    ) -> list[Neighbour]:
        """Neighbours of a memory in the graph, within `hops` links, the nearest first."""
        return await self._memory.explorer.related(self, id, hops=hops, types=types, as_of=as_of, limit=limit)

    @verb(Scope.READ, field="entityProfile", wire="profileof")
    async def profile(self, name: verbs.Name, *, as_of: AsOf = PRESENT, limit: verbs.Limit = 20) -> Profile:
        """The facts and memories of an entity at an instant."""
        return await self._memory.explorer.profile(self, name, as_of=as_of, limit=limit)

    @verb(Scope.READ, field="digest")
    async def digest(self, name: verbs.Subject, *, budget: verbs.Budget = DIGEST_BUDGET) -> Digest:
        """A digest of an entity or a room within `budget` tokens.

        It has current statements, verbatim with pointers, chosen by their worth per token. `.text` is the block for a
        prompt.
        """
        from graphmem.services.retrieval.digests import Digests  # the driver, for which no --help waits

        return await Digests(self._memory.memories.database).of(self, name, budget=budget)

    @verb(Scope.READ, field="subjectReport")
    async def report(self, name: verbs.Name, *, limit: verbs.Most = 1_000) -> SubjectReport:
        """All stored data about a named person, in this memory and in readable spaces.

        It is a data-subject report with counts, ids, sources and dates.
        """
        from graphmem.services.subject_report import SubjectReports  # the driver, for which no --help waits

        return await SubjectReports(self._memory.memories.database).report(self, name, limit=limit)

    @verb(Scope.READ, field="timeline", wire="timelineof")
    async def timeline(
        self,
        name: verbs.Name,
        *,
        after: verbs.Since = None,
        before: verbs.Until = None,
        known_at: verbs.KnownAt = None,
        limit: verbs.Limit = 100,
    ) -> list[Event]:
        """All facts and memories of an entity, ended ones too, by the start of their valid time."""
        return await self._memory.explorer.timeline(
            self, name, after=after, before=before, known_at=known_at, limit=limit
        )

    @verb(Scope.READ, field="procedures")
    async def procedures(
        self,
        task: verbs.Task,
        *,
        path: verbs.Path = None,
        project: verbs.AskedProject = None,
        tools: verbs.Tools = None,
        limit: verbs.Few = 3,
    ) -> list[MatchingProcedure]:
        """The procedures that fit a task, those that helped before first; none of another `project`.

        The recommended version is that for the project and the versions of `tools`, if enough uses are known.
        """
        return await self._memory.procedures.matching(self, task, path=path, project=project, tools=tools, first=limit)

    @verb(Scope.READ, field="memoryStats")
    async def stats(self) -> MemoryStats:
        """Numbers of memories by category, tier and source, and about how many tokens they take."""
        return await self._memory.procedures.stats(self)

    @verb(Scope.READ, field="memories")
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
            self, category=member_named(Category, category, "category"), tier=member_named(Tier, tier, "tier"),
            speaker=speaker, said_from=said_from, said_until=said_until, recorded_from=recorded_from,
            recorded_until=recorded_until, first=limit, after=after,
        )  # fmt: skip

    @verb(Scope.READ, field="memory", wire="show")
    async def show(self, id: verbs.Id) -> MemoryView:
        """A memory with its sources, relations, former texts and tiers; the start of its id will do."""
        return await self._memory.memories.get(self, id)

    @verb(Scope.READ, field="why", wire="lifeof")
    async def life(self, id: verbs.Id) -> Life:
        """The life of a memory with reasons: told, promoted, made dormant, woken, by which dream and rule."""
        return await self._memory.diary.life(self, id)

    @verb(Scope.READ, field="palace")
    async def palace(self) -> list[dict[str, Any]]:
        """Wings with their rooms, at most 100 of each, for a first look."""
        return await self._memory.outline(owner=self)

    @verb(Scope.READ, field="drawer")
    async def drawer(self, pointer: verbs.Pointer) -> PlacedDrawer:
        """The turn that a pointer such as `W-2/R-5/D-1` cites, verbatim."""
        return await self._memory.drawer(pointer, owner=self)

    @verb(Scope.READ, field="tombstones")
    async def tombstones(self, *, limit: verbs.Limit = 20, after: verbs.After = None) -> Page[Tombstone]:
        """The tombstones, the last set first."""
        return await self._memory.tombstones.page(self, first=limit, after=after)

    @verb(Scope.READ, field="workingMemory")
    async def working_memory(self, session: verbs.Session = None) -> list[Held]:
        """The working memory of a session, or of all open ones: the most attended first, nine of each at most."""
        return await self._memory.sessions.working_memory(self, session)

    @verb(Scope.READ, field="hotTier")
    async def hot_tier(self, *, project: verbs.AskedProject = None) -> tuple[Hot, ...]:
        """The hot tier of a `project` or of any, the most useful first, at most five minutes old."""
        return await self._memory.hot.with_reasons(self, project)

    @verb(Scope.READ, field="dream")
    async def dream(self) -> Plan:
        """The plan of a dream; nothing is written. `memory.dreams.apply(ada, by=…)` applies it."""
        return await self._memory.dreams.plan(self)
