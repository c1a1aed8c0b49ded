"""The parts of an open memory that an owner's handle uses."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

from graphmem.model.palace import Owner, PlacedDrawer
from graphmem.model.recall import RecallResult
from graphmem.services.retrieval.options import DEFAULT, RecallOptions

if TYPE_CHECKING:
    from graphmem.services.archive.archives import Archives
    from graphmem.services.contributions import Contributions
    from graphmem.services.ingestion.mine import MineReport
    from graphmem.services.ingestion.observe import Observer
    from graphmem.services.ingestion.recorder import Recorder
    from graphmem.services.lifecycle.diary import Diary
    from graphmem.services.lifecycle.dreams import Dreams
    from graphmem.services.memories import Memories
    from graphmem.services.retrieval.activation import Activator
    from graphmem.services.retrieval.hot_tier import HotTier
    from graphmem.services.retrieval.outcomes import Outcomes
    from graphmem.services.retrieval.procedures import Procedures
    from graphmem.services.retrieval.traversal import Explorer
    from graphmem.services.sessions import Sessions
    from graphmem.services.sharing import Sharing
    from graphmem.services.spaces import Spaces
    from graphmem.services.tombstones import Tombstones
    from graphmem.services.workflows import Workflows

Whose: TypeAlias = str | Owner | None
"""An owner by name or as a value; None is the settings' owner."""


class Placing(Protocol):
    """Says whether a database has an owner, if there are several."""

    async def require_here(self, owner: Owner) -> None: ...

    async def erased(self, owner: Owner) -> None: ...


class OnePlace:
    """The only database, which has every owner."""

    async def require_here(self, owner: Owner) -> None: ...

    async def erased(self, owner: Owner) -> None: ...


class Open(Protocol):
    """The parts of an open memory that a handle uses; `graphmem.GraphMem` is one."""

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
    diary: Diary
    hot: HotTier
    tombstones: Tombstones
    workflows: Workflows
    spaces: Spaces
    contributions: Contributions
    sharing: Sharing

    async def recall(
        self, query: str, *, owner: Whose = None, limit: int = 10, options: RecallOptions | None = None
    ) -> RecallResult: ...

    async def context_for(
        self, messages: Sequence[Mapping[str, object]], *, owner: Whose = None, options: RecallOptions = DEFAULT
    ) -> RecallResult: ...

    async def mine_turns(
        self, title: str, turns: Sequence[Mapping[str, object]], *, owner: Whose = None, key: str | None = None
    ) -> MineReport: ...

    async def drawer(self, pointer: str, *, owner: Whose = None) -> PlacedDrawer: ...

    async def outline(self, *, owner: Whose = None) -> list[dict[str, Any]]: ...
