"""Makes digests of an entity or a room: its current memories, verbatim, within a token budget.

A digest is selected, not written: the statements of most worth per token that say something new. Memories that ended,
were replaced or are dormant are left out.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from graphmem.cognition.confidence import FULL_FROM
from graphmem.cognition.digesting import Statement, chosen, weight
from graphmem.errors import InvalidInputError
from graphmem.language.gist import read_gist
from graphmem.model.digest import DIGEST_BUDGET, Digest, DigestLine
from graphmem.model.instant import PRESENT
from graphmem.model.language import Language
from graphmem.model.memory import Memory
from graphmem.model.palace import Owner
from graphmem.model.recall import BlockFormat
from graphmem.model.trust import OUTSIDE
from graphmem.services.entities import Entities
from graphmem.services.privacy import mask_private, policy_of, shielding
from graphmem.services.retrieval import context
from graphmem.services.retrieval.context import Entry
from graphmem.services.retrieval.options import MOST_TOKENS
from graphmem.services.retrieval.sanitising import make_inert
from graphmem.store import digests as store
from graphmem.store import hubs, memory_recall
from graphmem.store.database import Database
from graphmem.store.memory_recall import Candidate, Described, Scope

MOST = 500
"""Statements from which a digest is selected."""

_ROOM = re.compile(r"^\s*§?\s*W-(\d{1,9})/R-(\d{1,9})(?:/D-\d{1,9})?\s*$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Digests:
    """Makes digests over one database."""

    database: Database

    async def of(self, owner: Owner, name: str, *, budget: int = DIGEST_BUDGET) -> Digest:
        """Make the digest of an entity (by URI or name) or of a room (by its pointer or a turn's in it).

        `budget` is in tokens. Raises NotFoundError, and InvalidInputError for a name of several entities or a budget
        out of 1 to 20,000."""
        if not 1 <= budget <= MOST_TOKENS:
            raise InvalidInputError(f"budget is {budget}.", field="budget", remedy=f"Give 1 to {MOST_TOKENS:,} tokens.")
        scope = Scope(owner, PRESENT.bounds(datetime.now(UTC)))
        if room := _ROOM.match(name):
            wing, number = int(room[1]), int(room[2])
            title, ids = await store.of_room(self.database, scope, wing, number, MOST)
            address = f"§ W-{wing:03d}/R-{number:02d}"
        else:
            entities = Entities(self.database)
            entity = await entities.get(owner, await entities.named(owner, name))
            address, title = entity.uri, entity.name
            ids = await hubs.memories(self.database, scope, entity.uri, MOST)
        described, gists, policy = await asyncio.gather(
            memory_recall.describe(self.database, owner, ids),
            store.gists(self.database, owner, ids),
            policy_of(self.database, owner),
        )
        with shielding(policy):
            return await asyncio.to_thread(_digest, address, title, described, gists, budget)


def _digest(about: str, title: str, described: Described, gists: Mapping[str, str | None], budget: int) -> Digest:
    over = {older for _, older, is_replaced in described.disputed if is_replaced}
    known = {id_: one for id_, one in sorted(described.candidates.items()) if id_ in gists and id_ not in over}
    entries = {id_: _entry(one) for id_, one in known.items()}
    statements = [_statement(one, entries[id_], gists[id_]) for id_, one in known.items()]
    picked = chosen(statements, budget=budget - context.frame_tokens())
    # Masking private data costs more than all the rest, so only selected statements are masked.
    shown = {id_: replace(entries[id_], text=make_inert(mask_private(known[id_].memory.text))) for id_ in picked}
    text = context.render_entries(list(shown.values()))
    while context.tokens_of(text) > budget:
        shown.popitem()
        text = context.render_entries(list(shown.values()))
    lines = tuple(_line(known[id_].memory, entry) for id_, entry in shown.items())
    return Digest(about, title, text, context.tokens_of(text), budget, lines, len(known) - len(lines))


def _line(memory: Memory, entry: Entry) -> DigestLine:
    return DigestLine(memory.id, entry.text, entry.pointer or None, memory.valid_from, memory.data_source)


def _entry(candidate: Candidate) -> Entry:
    """The entry of a statement: in full, under the day it was said, with the end of its valid time."""
    memory = candidate.memory
    sources = [place.pointer for place in candidate.places[:1]]
    said_at = next((place.said_at for place in candidate.places if place.said_at is not None), None)
    entry = context.memory_entry(memory, sources, FULL_FROM, None if said_at is None else said_at.date())
    told = f"until {memory.valid_until:%Y-%m-%d}" if memory.valid_until else ""
    return replace(entry, text=make_inert(memory.text), told=told)


def _statement(candidate: Candidate, entry: Entry, gist: str | None) -> Statement:
    memory = candidate.memory
    specifics, words = read_gist(gist, memory.text, Language(memory.language))
    outside, support = memory.data_source in OUTSIDE, len(candidate.places)
    cost = context.cost(entry, BlockFormat.TEXT, opens_group=False)
    return Statement(
        id=memory.id,
        weight=weight(specifics=len(specifics), support=support, outside=outside),
        cost=cost,
        words=frozenset((*specifics, *words)),
        group=entry.group,
        heading=context.cost(entry, BlockFormat.TEXT, opens_group=True) - cost,
    )
