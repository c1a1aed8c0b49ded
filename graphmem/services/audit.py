"""The audit: every mutation has an entry with actor, verb and ids, never a text, kept for ninety days.

The write path writes entries in its own transaction (`ingestion.writer`). `audited` marks the verbs that a person or an
agent calls: the entry is written with the verb's first write, so that no crash separates the two, and completed when
the verb is done.
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
from graphmem.store.cursors import require_count
from graphmem.store.database import Database
from graphmem.store.short_ids import memory_id

S = TypeVar("S")
R = TypeVar("R")
P = ParamSpec("P")

Method = Callable[Concatenate[S, Owner, P], Coroutine[Any, Any, R]]


@dataclass(frozen=True, slots=True)
class Audit:
    """The entries of owners, over one database."""

    database: Database

    async def page(self, owner: Owner, *, first: int = 20, after: str | None = None) -> Page[Entry]:
        """A page of entries, the last first. Raises InvalidInputError."""
        return await audit.page(self.database, owner, most=require_count(first), after=after)

    async def since(self, owner: Owner, at: datetime, *, limit: int = 500) -> list[Entry]:
        """Entries from an instant on, the first one first; at most `limit`."""
        return await audit.since(self.database, owner, at, limit)

    async def verify(self, owner: Owner) -> Checked:
        """Check the chain of the owner's entries; the answer has the first break."""
        return await audit_chain.verify(self.database, owner)

    async def export(self, owner: Owner, file: Path, *, key: bytes | None = None) -> Checked:
        """Write the chain to a file, signed with a `key`, for `verify_file`. Raises InvalidInputError."""
        return await audit_chain.export(self.database, owner, file, key)

    async def note(self, owner: Owner, verb: Verb, *ids: str) -> None:
        """Write an entry."""
        await audit.note(self.database, owner, verb, ids)


def audited(
    verb: Verb, ids: Callable[[Any], Sequence[str]], *, memory: bool = False
) -> Callable[[Method[S, P, R]], Method[S, P, R]]:
    """Mark a method of a service over a `database` that changes data of its first argument, an owner.

    `ids` gives the ids from the method's answer; if there are none, the first argument must be an id or several. With
    `memory`, it is a memory, and digests of its state before and after are stored.
    """

    def around(work: Method[S, P, R]) -> Method[S, P, R]:
        @wraps(work)
        async def noted(self: S, owner: Owner, /, *args: P.args, **kwargs: P.kwargs) -> R:
            database: Database = getattr(self, "database", None) or vars(self)["_database"]
            given = _ids(args[0]) if args else []
            before, asked = await _state(database, owner, given[0]) if memory and given else (None, None)
            # Until it is done, only an id that was found is noted: the argument may be a text.
            going = audit.OpenVerb(owner, verb, [asked] if asked else [], before)
            with audit.attribute_writes(going):
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
        return None, None  # the verb itself raises the error
