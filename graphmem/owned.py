"""One owner's memory as a handle, `ada = memory.owner("ada")`: the verbs of daily use, without naming her again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

from graphmem.model.archive import ImportReport, Manifest
from graphmem.model.attention import Held, Hot
from graphmem.model.category import Category, Priority
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
from graphmem.services.named import named, role_of
from graphmem.services.retrieval.activation import BUDGET as STANDING_BUDGET
from graphmem.services.retrieval.options import DEFAULT, Options

if TYPE_CHECKING:
    from graphmem.services.archive.archives import Archives
    from graphmem.services.ingestion.mine import MineReport
    from graphmem.services.ingestion.observe import Observer
    from graphmem.services.ingestion.recorder import Recorder
    from graphmem.services.lifecycle.dreams import Dreams
    from graphmem.services.memories import Memories
    from graphmem.services.retrieval.activation import Activator
    from graphmem.services.retrieval.hot_tier import HotTier
    from graphmem.services.retrieval.outcomes import Outcomes
    from graphmem.services.retrieval.procedures import Procedures
    from graphmem.services.retrieval.traversal import Explorer
    from graphmem.services.sessions import Sessions
    from graphmem.services.tombstones import Forgetting, Lifted, Tombstones

Whose: TypeAlias = str | Owner | None
"""An owner by name or as a value; None is the settings' owner."""

BY = "library"
"""Through what a dream is asked for here."""

BEST = 3
"""Memories among which the one that a question of causes is about is looked for."""


class Open(Protocol):
    """What of an open memory the handle uses; `graphmem.GraphMem` is one."""

    archives: Archives
    observer: Observer
    memories: Memories
    recorder: Recorder
    procedures: Procedures
    explorer: Explorer
    activator: Activator
    outcomes: Outcomes
    sessions: Sessions
    dreams: Dreams
    hot: HotTier
    tombstones: Tombstones

    async def recall(
        self, query: str, *, owner: Whose = None, limit: int = 10, options: Options | None = None
    ) -> RecallResult: ...

    async def context_for(
        self, messages: Sequence[Mapping[str, object]], *, owner: Whose = None, options: Options = DEFAULT
    ) -> RecallResult: ...

    async def mine_turns(
        self, title: str, turns: Sequence[Mapping[str, object]], *, owner: Whose = None, key: str | None = None
    ) -> MineReport: ...

    async def drawer(self, pointer: str, *, owner: Whose = None) -> PlacedDrawer: ...

    async def outline(self, *, owner: Whose = None) -> list[dict[str, Any]]: ...


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
        super().__init__(owner.name, owner.key, owner.asked_at, owner.by)
        object.__setattr__(self, "_memory", memory)

    def __eq__(self, other: object) -> bool:
        return (self.name, self.key) == (other.name, other.key) if isinstance(other, Owner) else NotImplemented

    def __hash__(self) -> int:
        return hash((self.name, self.key))

    # What goes in.

    async def observe(
        self,
        text: str,
        *,
        role: Role | str = Role.USER,
        speaker: str | None = None,
        session: str | None = None,
        project: str | None = None,
        said_at: datetime | None = None,
        dry_run: bool = False,
        idempotency_key: str | None = None,
    ) -> Observation:
        """File a message and remember what it states, with the verdict of every stage.

        `role` is who speaks, as a value or by its name; what a TOOL, DOCUMENT or FEED says changes nothing that a
        person said. What is said at work on a `project` does not concern others. A dry run writes nothing; what is
        repeated with its `idempotency_key` within a day is answered as before.
        """
        return await self._memory.observer.observe(
            self,
            text,
            role=role_of(role),
            speaker=speaker,
            session=session,
            project=project,
            said_at=said_at,
            dry_run=dry_run,
            idempotency_key=idempotency_key,
        )

    async def learn(
        self,
        text: str,
        *,
        category: Category | str | None = None,
        priority: Priority | str | None = None,
        pinned: bool = False,
        immutable: bool = False,
        scope: Sequence[str] = (),
        session: str | None = None,
        project: str | None = None,
        role: Role | str = Role.USER,
        speaker: str | None = None,
        idempotency_key: str | None = None,
    ) -> Observation:
        """Remember a statement on purpose: no filter stops it. `scope` are globs of files it is about.

        With `role` TOOL it is what an agent learns by itself: no rule, and it changes nothing that a person said.
        """
        return await self._memory.observer.learn(
            self,
            text,
            category=named(Category, category, "category"),
            priority=named(Priority, priority, "priority"),
            pinned=pinned,
            immutable=immutable,
            scope=scope,
            session=session,
            project=project,
            role=role_of(role),
            speaker=speaker,
            idempotency_key=idempotency_key,
        )

    async def mine(self, title: str, turns: Sequence[Mapping[str, object]], *, key: str | None = None) -> MineReport:
        """File a conversation, once: mappings of `text`, `speaker` or `role`, and optionally `time` and `id`.

        The same `key` goes on with the same conversation; turns filed before are skipped.
        """
        return await self._memory.mine_turns(title, turns, owner=self, key=key)

    async def procedure(
        self,
        name: str,
        steps: Sequence[str],
        *,
        scope: Sequence[str] = (),
        tags: Sequence[str] = (),
        role: Role | str = Role.ASSISTANT,
        project: str | None = None,
    ) -> Procedure:
        """Record how something is done; the same name with other steps is its next version. A `project` has its own."""
        return await self._memory.recorder.procedure(
            self, name, steps, scope=scope, tags=tags, role=role_of(role), project=project
        )

    async def episode(
        self,
        event: str,
        *,
        outcome: str = "",
        tags: Sequence[str] = (),
        happened_at: datetime | None = None,
        role: Role | str = Role.ASSISTANT,
        project: str | None = None,
    ) -> Episode:
        """Record something that happened, now or at `happened_at`, and how it turned out."""
        return await self._memory.recorder.episode(
            self, event, outcome=outcome, tags=tags, happened_at=happened_at, role=role_of(role), project=project
        )

    # What comes out.

    async def recall(self, query: str, *, limit: int = 10, options: Options | None = None) -> RecallResult:
        """The memories and turns that answer a question best, each explained; `.context` is the block for a prompt.

        `options` say more than a limit (budget, session, as of, categories …), and go before it.
        """
        return await self._memory.recall(query, owner=self, limit=limit, options=options)

    async def context_for(
        self, messages: Sequence[Mapping[str, object]], *, options: Options = DEFAULT
    ) -> RecallResult:
        """What memory has for the next turn of a conversation, given its last messages ("role", "content")."""
        return await self._memory.context_for(messages, owner=self, options=options)

    async def outcome(self, *ids: str, block: str | None = None, success: bool) -> int:
        """Tell whether what was recalled helped: memories by id, or all of a `block`; how many they were."""
        return await self._memory.outcomes.told(self, ids or None, block, success=success)

    async def activate(
        self,
        task: str = "",
        *,
        path: str | None = None,
        project: str | None = None,
        session: str | None = None,
        budget: int = STANDING_BUDGET,
    ) -> Activation:
        """The standing context of an agent in `budget` tokens: rules first, what it uses, procedures for the task, what
        else is known of the project. It is not shown again in the `session`."""
        return await self._memory.activator.activate(
            self, task, path=path, project=project, session=session, budget=budget
        )

    async def why(
        self, question: str, *, limit: int = 5, as_of: AsOf = PRESENT, project: str | None = None
    ) -> WhyAnswer:
        """What led to something, or came of it: chains of the first of the best memories that has any."""
        from graphmem.language.question import understand  # word lists that only this question needs

        result = await self.recall(question, options=Options(limit, as_of=as_of, project=project))
        direction = understand(result.query).causal_direction
        for hit in result.memories[:BEST]:
            found = await self._memory.explorer.causal_chain(
                self, [hit.memory.id], direction=direction, as_of=as_of, first=limit
            )
            if found:
                return WhyAnswer(result, tuple(found))
        return WhyAnswer(result, ())

    async def related(
        self, id_: str, *, hops: int = 1, types: Sequence[LinkType] = tuple(LinkType), first: int = 20
    ) -> list[Neighbour]:
        """What a memory hangs together with in the graph, within `hops` links, the nearest first."""
        return await self._memory.explorer.related(self, id_, hops=hops, types=types, first=first)

    async def profile(self, name: str, *, as_of: AsOf = PRESENT, first: int = 20) -> Profile:
        """What holds of somebody or something at an instant."""
        return await self._memory.explorer.profile(self, name, as_of=as_of, first=first)

    async def timeline(self, name: str, *, first: int = 100) -> list[Event]:
        """Everything that was ever true of somebody or something, in the order it began."""
        return await self._memory.explorer.timeline(self, name, first=first)

    async def procedures(
        self, task: str, *, path: str | None = None, project: str | None = None, first: int = 3
    ) -> list[MatchingProcedure]:
        """The procedures that fit a task, those that helped before first; none of another `project`."""
        return await self._memory.procedures.matching(self, task, path=path, project=project, first=first)

    async def stats(self) -> MemoryStats:
        """What is remembered, by category, tier and source, and about how many tokens."""
        return await self._memory.procedures.stats(self)

    # Single memories.

    async def memories(
        self,
        *,
        category: Category | str | None = None,
        tier: Tier | str | None = None,
        first: int = 20,
        after: str | None = None,
    ) -> Page[Memory]:
        """Memories page by page, the latest statement first."""
        return await self._memory.memories.page(
            self,
            category=named(Category, category, "category"),
            tier=named(Tier, tier, "tier"),
            first=first,
            after=after,
        )

    async def show(self, id_: str) -> MemoryView:
        """A memory with its sources, relations, former texts and tiers; the start of its id will do."""
        return await self._memory.memories.get(self, id_)

    async def palace(self) -> list[dict[str, Any]]:
        """Wings with their rooms, at most 100 of each, for a first look."""
        return await self._memory.outline(owner=self)

    async def drawer(self, pointer: str) -> PlacedDrawer:
        """The turn that a pointer such as `W-2/R-5/D-1` cites, word for word."""
        return await self._memory.drawer(pointer, owner=self)

    async def forget(self, id_: str, *, by_tool: bool = False) -> Forgetting:
        """Forget a memory with what says the same: mined again, it does not come back. See `tombstones` and `lift`.

        For a tool, `by_tool`, what people say of the same stays.
        """
        return await self._memory.memories.forget(self, id_, by_tool=by_tool)

    async def delete_drawer(self, pointer: str) -> int:
        """Delete a turn for good, its lines of the ops log included, with the memories of which nothing else speaks;
        how many they were. What is forgotten is only withheld, until somebody lifts it; this comes back by nothing."""
        return await self._memory.memories.delete_drawer(self, pointer, by=BY)

    async def tombstones(self, *, first: int = 20, after: str | None = None) -> Page[Tombstone]:
        """What must not come back, the last forgotten first."""
        return await self._memory.tombstones.page(self, first=first, after=after)

    async def lift(self, id_: str) -> Lifted:
        """Let what a tombstone bars be remembered again, and bring back what was forgotten with it."""
        return await self._memory.tombstones.lift(self, id_, by=BY)

    async def pin(self, id_: str, *, pinned: bool = True) -> MemoryView:
        """Keep a memory from decay, or let it go its way again."""
        return await self._memory.memories.pin(self, id_, pinned=pinned)

    # All of it.

    async def export(self, file: Path) -> Manifest:
        """Write everything of this memory to a file, an archive for `import_archive` of another store."""
        return await self._memory.archives.export(self, file)

    async def import_archive(self, file: Path, *, trusted: bool = False, settings: bool = False) -> ImportReport:
        """Add what an archive holds to this memory; imported again, it adds nothing. What was forgotten stays so.

        Without `trusted` its statements are outside words: they never rule and end nothing. `settings` take its
        settings, where none were made here.
        """
        from graphmem.services.archive.importing import Trust

        return await self._memory.archives.import_(self, file, trust=Trust(words=trusted, settings=settings))

    # Sessions and dreams.

    async def start_session(self, id_: str | None = None, *, agent: str | None = None, anew: bool = False) -> str:
        """Start a session, or go on with one; its id, for `observe`, `learn` and `Options`. `anew` when its agent has
        nothing before it any more of what was said and shown in it."""
        return await self._memory.sessions.start(self, id_, agent=agent, anew=anew)

    async def end_session(self, id_: str) -> list[str]:
        """End a session; the ids of the memories it had in mind."""
        return await self._memory.sessions.end(self, id_)

    async def working_memory(self, session: str | None = None) -> list[Held]:
        """What a session has in mind, or all that go on have: the most attended first, nine of each at the most."""
        return await self._memory.sessions.working_memory(self, session)

    async def hot_tier(self, *, project: str | None = None) -> tuple[Hot, ...]:
        """What stands in every block, of a `project` or of any, the most useful first; up to five minutes old."""
        return await self._memory.hot.told(self, project)

    async def dream(self) -> Plan:
        """What a dream would change; nothing is written. `memory.dreams.apply(ada, by=…)` carries it out."""
        return await self._memory.dreams.plan(self)

    async def rehearse(self, *, apply: bool = False, plan: str | None = None, confirm: bool = False) -> Dreamt:
        """Go over what would hardly come to mind any more, fifty memories at the most, so that it fades more slowly.

        As of a dream: without `apply` the plan alone, with the id of a `plan` that or nothing; `confirm` carries out
        what a brake would stop, and `memory.dreams.undo` takes it back.
        """
        return await self._memory.dreams.of(self, REHEARSING, by=BY, apply=apply, plan=plan, confirm=confirm)

    async def consolidate(self, *, apply: bool = False, plan: str | None = None, confirm: bool = False) -> Dreamt:
        """List what was said of one thing, and what is best supported of a category. See `rehearse` for the rest."""
        return await self._memory.dreams.of(self, CONSOLIDATING, by=BY, apply=apply, plan=plan, confirm=confirm)

    async def compact(self, *, apply: bool = False, plan: str | None = None, confirm: bool = False) -> Dreamt:
        """Let one of two memories sleep that say the same; applied, what has no vector is asked to get one in the
        background. See `rehearse` for the rest."""
        return await self._memory.dreams.of(self, COMPACTING, by=BY, apply=apply, plan=plan, confirm=confirm)
