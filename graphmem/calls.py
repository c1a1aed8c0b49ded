"""What is asked of a memory, as values: they run on a memory that is open here, or travel to a server that has one.

The command line is the asker; `graphmem serve` answers at `/calls/NAME`. A call's fields and its result are plain
values of `graphmem.model`, so that pydantic can write and read both from their types alone. Importing this module
brings nothing heavy: that is what makes a command that a running server answers fast.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any, ClassVar, Protocol, TypeVar
from urllib.parse import quote, unquote

from graphmem.errors import GraphMemError, NotFoundError
from graphmem.model.access import Scope
from graphmem.model.category import Category, Priority
from graphmem.model.diary import Life
from graphmem.model.exploration import Activation, Event, LinkType, Neighbour, Profile, WhyAnswer
from graphmem.model.instant import PRESENT, AsOf
from graphmem.model.observation import Observation
from graphmem.model.palace import Owner
from graphmem.model.recall import RecallResult
from graphmem.model.transcript import Role
from graphmem.model.views import MemoryView
from graphmem.services.retrieval.options import DEFAULT, Options

if TYPE_CHECKING:
    from graphmem.facade import GraphMem

R_co = TypeVar("R_co", covariant=True)


class Call(Protocol[R_co]):
    """Something to ask; `gives` is the type of its answer, `needs` what a key must be able to do for it."""

    gives: ClassVar[Any]
    needs: ClassVar[Scope]

    async def on(self, memory: GraphMem, owner: Owner) -> R_co:
        """Ask it of an open memory."""
        ...


@dataclass(frozen=True, slots=True)
class Recall:
    """Memories and turns that answer a question."""

    gives: ClassVar[Any] = RecallResult
    needs: ClassVar[Scope] = Scope.READ
    query: str
    options: Options = DEFAULT

    async def on(self, memory: GraphMem, owner: Owner) -> RecallResult:
        return await memory.recall(self.query, owner=owner, options=self.options)


@dataclass(frozen=True, slots=True)
class RecallFor:
    """What memory has for the next turn of a conversation."""

    gives: ClassVar[Any] = RecallResult
    needs: ClassVar[Scope] = Scope.READ
    messages: list[dict[str, Any]]
    options: Options = DEFAULT

    async def on(self, memory: GraphMem, owner: Owner) -> RecallResult:
        return await memory.context_for(self.messages, owner=owner, options=self.options)


@dataclass(frozen=True, slots=True)
class Observe:
    """File a message and remember what it states."""

    gives: ClassVar[Any] = Observation
    needs: ClassVar[Scope] = Scope.WRITE
    text: str
    role: Role = Role.USER
    speaker: str | None = None
    session: str | None = None
    dry_run: bool = False
    idempotency_key: str | None = None
    project: str | None = None

    async def on(self, memory: GraphMem, owner: Owner) -> Observation:
        return await memory.observer.observe(
            owner,
            self.text,
            role=self.role,
            speaker=self.speaker,
            session=self.session,
            project=self.project,
            dry_run=self.dry_run,
            idempotency_key=self.idempotency_key,
        )


@dataclass(frozen=True, slots=True)
class Learn:
    """Remember a statement on purpose."""

    gives: ClassVar[Any] = Observation
    needs: ClassVar[Scope] = Scope.WRITE
    text: str
    category: Category | None = None
    priority: Priority | None = None
    pinned: bool = False
    immutable: bool = False
    scope: tuple[str, ...] = ()
    session: str | None = None
    idempotency_key: str | None = None
    project: str | None = None

    async def on(self, memory: GraphMem, owner: Owner) -> Observation:
        return await memory.observer.learn(
            owner,
            self.text,
            category=self.category,
            priority=self.priority,
            pinned=self.pinned,
            immutable=self.immutable,
            scope=self.scope,
            session=self.session,
            project=self.project,
            idempotency_key=self.idempotency_key,
        )


@dataclass(frozen=True, slots=True)
class Why:
    """What led to something, or came of it: chains of the first of the best memories that has any."""

    gives: ClassVar[Any] = WhyAnswer
    needs: ClassVar[Scope] = Scope.READ
    question: str
    limit: int = 5
    as_of: AsOf = PRESENT
    project: str | None = None

    async def on(self, memory: GraphMem, owner: Owner) -> WhyAnswer:
        return await memory.owner(owner).why(self.question, limit=self.limit, as_of=self.as_of, project=self.project)


@dataclass(frozen=True, slots=True)
class LifeOf:
    """What became of a memory; None where the id, or the start of it, is none's."""

    gives: ClassVar[Any] = Life | None
    needs: ClassVar[Scope] = Scope.READ
    id: str

    async def on(self, memory: GraphMem, owner: Owner) -> Life | None:
        try:
            return await memory.diary.life(owner, self.id)
        except NotFoundError:
            return None


@dataclass(frozen=True, slots=True)
class RelatedTo:
    """The neighbours of a memory in the graph; `types` None are all."""

    gives: ClassVar[Any] = list[Neighbour]
    needs: ClassVar[Scope] = Scope.READ
    id: str
    hops: int = 1
    types: tuple[LinkType, ...] | None = None
    as_of: AsOf = PRESENT
    first: int = 20

    async def on(self, memory: GraphMem, owner: Owner) -> list[Neighbour]:
        types = tuple(LinkType) if self.types is None else self.types
        return await memory.explorer.related(
            owner, self.id, hops=self.hops, types=types, as_of=self.as_of, first=self.first
        )


@dataclass(frozen=True, slots=True)
class ProfileOf:
    """What holds of somebody or something at an instant."""

    gives: ClassVar[Any] = Profile
    needs: ClassVar[Scope] = Scope.READ
    name: str
    as_of: AsOf = PRESENT
    first: int = 20

    async def on(self, memory: GraphMem, owner: Owner) -> Profile:
        return await memory.explorer.profile(owner, self.name, as_of=self.as_of, first=self.first)


@dataclass(frozen=True, slots=True)
class TimelineOf:
    """All that ever held of somebody or something."""

    gives: ClassVar[Any] = list[Event]
    needs: ClassVar[Scope] = Scope.READ
    name: str
    after: datetime | None = None
    before: datetime | None = None
    known_at: datetime | None = None
    first: int = 100

    async def on(self, memory: GraphMem, owner: Owner) -> list[Event]:
        return await memory.explorer.timeline(
            owner, self.name, after=self.after, before=self.before, known_at=self.known_at, first=self.first
        )


@dataclass(frozen=True, slots=True)
class StartSession:
    """Start a session, or go on with one; its id."""

    gives: ClassVar[Any] = str
    needs: ClassVar[Scope] = Scope.WRITE
    id: str | None = None
    agent: str | None = None
    anew: bool = False

    async def on(self, memory: GraphMem, owner: Owner) -> str:
        return await memory.sessions.start(owner, self.id, agent=self.agent, anew=self.anew)


@dataclass(frozen=True, slots=True)
class Activate:
    """The standing context of an agent; `budget` None is the usual one."""

    gives: ClassVar[Any] = Activation
    needs: ClassVar[Scope] = Scope.READ
    task: str = ""
    path: str | None = None
    budget: int | None = None
    project: str | None = None
    session: str | None = None

    async def on(self, memory: GraphMem, owner: Owner) -> Activation:
        given: dict[str, Any] = {} if self.budget is None else {"budget": self.budget}
        return await memory.activator.activate(
            owner, self.task, path=self.path, project=self.project, session=self.session, **given
        )


@dataclass(frozen=True, slots=True)
class Show:
    """One memory with what is around it."""

    gives: ClassVar[Any] = MemoryView
    needs: ClassVar[Scope] = Scope.READ
    id: str

    async def on(self, memory: GraphMem, owner: Owner) -> MemoryView:
        return await memory.memories.get(owner, self.id)


CALLS: Mapping[str, type[Call[object]]] = {
    call.__name__.lower(): call
    for call in (
        *(Recall, RecallFor, Observe, Learn, Why, LifeOf, RelatedTo, ProfileOf, TimelineOf),
        *(StartSession, Activate, Show),
    )
}
"""Every call by its name on the wire."""

OWNER_HEADER = "graphmem-owner"
"""Names whose memory is asked, percent-encoded; accepted with the token of the home alone."""

PROTOCOL = 2
"""Raised with each change that an older server would misread: such a server is not asked."""


def owner_header(owner: Owner) -> str:
    """The header's value for an owner."""
    return quote(owner.name, safe="")


def named_in(header: str) -> Owner:
    """The owner that a header's value names. Raises InvalidInputError."""
    # What is no UTF-8 becomes half a surrogate pair, which no name may hold.
    return Owner.named(unquote(header, errors="surrogateescape"))


def raised_by_name(code: str, message: str, remedy: str) -> GraphMemError:
    """The error that a server told of by its code, with the same message and exit code as if it were met here."""
    kinds: list[type[GraphMemError]] = [GraphMemError]
    for kind in kinds:
        kinds += kind.__subclasses__()
    kind = next((kind for kind in kinds if kind.code == code), GraphMemError)
    error = kind.__new__(kind)
    GraphMemError.__init__(error, message, remedy=remedy)
    return error
