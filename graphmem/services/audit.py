"""Every mutation leaves an entry: who, what, which ids, never a text. The owner reads them; after ninety days they go.

What the write path makes is noted in its own transaction (`ingestion.writer`). Verbs that a person or an agent calls by
hand are marked with `audited`: they are noted with the first thing that they write, so that no crash parts the two, and
told in full when they are done.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import wraps
from pathlib import Path
from typing import Any, Concatenate, ParamSpec, TypeVar

from graphmem.errors import InvalidInputError
from graphmem.model.audit import Entry, Verb
from graphmem.model.audit_chain import Checked
from graphmem.model.palace import Owner, Page
from graphmem.services import audit_chain
from graphmem.store import audit
from graphmem.store.database import Database
from graphmem.store.palace import MAX_PAGE
from graphmem.store.short_ids import memory_id

S = TypeVar("S")
R = TypeVar("R")
P = ParamSpec("P")

Method = Callable[Concatenate[S, Owner, P], Coroutine[Any, Any, R]]


@dataclass(frozen=True, slots=True)
class Audit:
    """What was changed of an owner's memory."""

    database: Database

    async def page(self, owner: Owner, *, first: int = 20, after: str | None = None) -> Page[Entry]:
        """Entries, the last first. Raises InvalidInputError."""
        if not 1 <= first <= MAX_PAGE:
            raise InvalidInputError(f"first is {first}.", field="first", remedy=f"Ask for 1 to {MAX_PAGE}.")
        return await audit.page(self.database, owner, most=first, after=after)

    async def since(self, owner: Owner, at: datetime, *, limit: int = 500) -> list[Entry]:
        """What was changed from an instant on, the first first; at most `limit`."""
        return await audit.since(self.database, owner, at, limit)

    async def verify(self, owner: Owner) -> Checked:
        """Whether the chain of the owner's entries is whole, and where it is broken first."""
        return await audit_chain.verify(self.database, owner)

    async def export(self, owner: Owner, file: Path, *, key: bytes | None = None) -> Checked:
        """Write the chain to a file, signed with a `key`; `verify_file` verifies it. Raises InvalidInputError."""
        return await audit_chain.export(self.database, owner, file, key)

    async def note(self, owner: Owner, verb: Verb, *ids: str) -> None:
        """Note what was done."""
        await audit.note(self.database, owner, verb, ids)


def audited(
    verb: Verb, ids: Callable[[Any], Sequence[str]], *, memory: bool = False
) -> Callable[[Method[S, P, R]], Method[S, P, R]]:
    """Marks a method of a service over a `database` that changes something of the owner it takes first.

    `ids` tells from its answer what it was about; where that is nothing, the first argument does, which must be an id
    or several then. With `memory` it is a memory, whose state is noted by its digests before and after.
    """

    def around(work: Method[S, P, R]) -> Method[S, P, R]:
        @wraps(work)
        async def noted(self: S, owner: Owner, /, *args: P.args, **kwargs: P.kwargs) -> R:
            database: Database = getattr(self, "database", None) or vars(self)["_database"]
            given = _ids(args[0]) if args else []
            before, asked = await _state(database, owner, given[0]) if memory and given else (None, None)
            # Till it is done only an id that was looked up is noted: what was given may be a text.
            going = audit.Going(owner, verb, [asked] if asked else [], before)
            with audit.going_on(going):
                answer = await work(self, owner, *args, **kwargs)
            about = list(dict.fromkeys(id_ for id_ in ids(answer) if id_)) or ([asked] if asked else given)
            after = (await _state(database, owner, about[0]))[0] if memory and about else None
            await audit.note_done(database, going, about, after)
            return answer

        return noted

    return around


def _ids(given: object) -> list[str]:
    if isinstance(given, str):
        return [given]
    return [one for one in given if isinstance(one, str)] if isinstance(given, list | tuple) else []


async def _state(database: Database, owner: Owner, id_: str) -> tuple[str | None, str | None]:
    """The digest of a memory's state, and its whole id."""
    try:
        whole = await memory_id(database, owner, id_)
        return await audit.state_digest(database, owner, whole), whole
    except InvalidInputError:
        return None, None  # the verb itself says what is wrong with it
