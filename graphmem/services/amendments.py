"""A person's reversible changes to one memory: edit, invalidate, restore.

Derived memories follow. A change is refused if the memory has changed since the person looked at it.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from graphmem.cognition.importance import initial_stability
from graphmem.errors import InvalidInputError
from graphmem.language.detect import detect
from graphmem.language.doc import Doc, doc_of
from graphmem.language.emotion import feel
from graphmem.language.entities import find
from graphmem.language.forgetting import Mark, Stated, marks
from graphmem.language.quotes import dated, label, split, told_of
from graphmem.language.statements import statements
from graphmem.language.temporal import resolve
from graphmem.language.transcripts.messages import is_storable
from graphmem.model.audit import Verb
from graphmem.model.entity import EntityType, Mention, Statement
from graphmem.model.ids import digest, shown
from graphmem.model.interval import FOREVER
from graphmem.model.language import Language
from graphmem.model.memory import Memory, TemporalType, WriteSource
from graphmem.model.palace import Owner
from graphmem.model.relation import Relation, RelationType
from graphmem.model.tombstone import Reason
from graphmem.model.views import MemoryView
from graphmem.ports import Embedder, Vectors
from graphmem.services import write_rights
from graphmem.services.audit import audited
from graphmem.services.ingestion import embedding, entity_resolution
from graphmem.services.ingestion.embedding import Embedded
from graphmem.services.ingestion.own_relations import set_declared
from graphmem.services.ingestion.tombstones import TombstoneDraft, refuse_forgotten, set_tombstones
from graphmem.services.ingestion.writer import BACKFILL
from graphmem.services.owner_settings import settings_of
from graphmem.services.privacy import mask_private, policy_of, require_fileable, shielding
from graphmem.services.usage import charge_to
from graphmem.store import amendments, entities, filing, jobs, memories, memory_views, relations, tombstones
from graphmem.store.amendments import ChangeTarget
from graphmem.store.database import Database, Transaction
from graphmem.store.short_ids import memory_id

LONGEST_TEXT = 2_000
LONGEST_REASON = 500
"""Characters of an edited memory, and of a reason."""

BY_EDIT = "edit"
"""`detected_by` of the edges of an edit."""

CONFIDENCE = 1.0
"""Confidence of what a person wrote about their own memory."""

_USER = Mention("User", EntityType.PERSON)


@dataclass(frozen=True, slots=True)
class _Read:
    """The reading of an edited text: entities, facts, and the marks for its tombstone."""

    named: tuple[Mention, ...]
    facts: tuple[Statement, ...]
    marks: frozenset[Mark]


@dataclass(frozen=True, slots=True)
class Amendments:
    """A person's changes of single memories, over one database with one embedder."""

    database: Database
    embedder: Embedder

    @audited(Verb.EDIT, lambda view: [view.memory.id], memory=True)
    async def edit(
        self, owner: Owner, id_: str, text: str, *, by: str = "library", seen: datetime | None = None
    ) -> MemoryView:
        """Replace a memory's text: a new memory supersedes it with the same valid time.
        A tombstone keeps mining from bringing the old text back. The same text changes nothing.

        `seen` is the `recorded_at` of the memory that the person looked at. Raises NotFoundError, and InvalidInputError
        for a memory that has changed since, is retracted or immutable.
        """
        with shielding(await policy_of(self.database, owner)):
            require_fileable(text)
            said = _line(mask_private(text), "text", LONGEST_TEXT)
        whole = await memory_id(self.database, owner, id_)

        async def work(transaction: Transaction, embedded: Embedded) -> str:
            now = await _locked(transaction, owner)
            found = await amendments.change_target(transaction, owner, whole)
            _require(found, seen)
            known = found.memory
            await write_rights.require(self.database, owner, known.category, field="text")
            written = f"{label(known.speaker)}: {said}" if split(known.text)[0] and not split(said)[0] else said
            if written == known.text:
                return known.id
            language = await asyncio.to_thread(detect, written, default=Language(known.language))
            await refuse_forgotten(transaction, owner, written, language, "text")
            vector = (await embedded.of([written]))[0]
            new, read = await asyncio.to_thread(_edited, owner, known, written, language, now, vector is not None)
            await _retire(transaction, owner, found, f"edited: {shown(new.id)}", by, now, read.marks)
            await self._create(transaction, owner, new, read, found.session, vector, now)
            edge = Relation(new.id, known.id, RelationType.SUPERSEDES, CONFIDENCE, BY_EDIT)
            await relations.link(transaction, owner, [(edge, new.valid_from)], now)
            return new.id

        with charge_to(owner):
            return await memory_views.memory(
                self.database, owner, await embedding.write(self.database, self.embedder, work)
            )

    @audited(Verb.INVALIDATE, lambda view: [view.memory.id], memory=True)
    async def invalidate(
        self, owner: Owner, id_: str, reason: str = "", *, by: str = "library", seen: datetime | None = None
    ) -> MemoryView:
        """Retract a memory from now on; reads as of an earlier transaction time find it. Raises as `edit`."""
        with shielding(await policy_of(self.database, owner)):
            told = _line(mask_private(reason), "reason", LONGEST_REASON, empty=True)
        whole = await memory_id(self.database, owner, id_)

        async def work(transaction: Transaction) -> None:
            now = await _locked(transaction, owner)
            found = await amendments.change_target(transaction, owner, whole)
            _require(found, seen)
            await _retire(transaction, owner, found, told, by, now)

        await self.database.write(work)
        return await memory_views.memory(self.database, owner, whole)

    @audited(Verb.RESTORE, lambda view: [view.memory.id], memory=True)
    async def restore(self, owner: Owner, id_: str, *, by: str = "library") -> MemoryView:
        """Restore an invalidated, edited or corrected memory with those that were retracted with it.
        A memory that an edit put in its place is retracted.

        Raises NotFoundError, and InvalidInputError for a live or a forgotten memory.
        """
        whole = await memory_id(self.database, owner, id_)

        async def work(transaction: Transaction) -> None:
            now = await _locked(transaction, owner)
            found = await amendments.change_target(transaction, owner, whole)
            _require_restorable(found)
            said = await _marks_of(transaction, owner, whole) if found.edits else frozenset()
            for edit in found.edits:
                edited = await amendments.change_target(transaction, owner, edit)
                await _retire(transaction, owner, edited, f"restored: {shown(whole)}", by, now, said)
            stones = await tombstones.of_correction(transaction, owner, whole)
            await tombstones.lift(transaction, owner, stones, by, now)
            await amendments.restore(transaction, owner, whole, now)

        await self.database.write(work)
        return await memory_views.memory(self.database, owner, whole)

    async def _create(
        self,
        transaction: Transaction,
        owner: Owner,
        new: Memory,
        read: _Read,
        session: str | None,
        vector: Vectors | None,
        now: datetime,
    ) -> None:
        given = None if vector is None else vector.tolist()
        model = None if vector is None else self.embedder.model
        row = memories.NewMemory(new, new.valid_from, (), given, model, session)
        await memories.create(transaction, owner, [row])
        mentions = [*read.named, *(end for fact in read.facts for end in (fact.subject, fact.object))]
        if mentions:
            known = await entities.candidates(transaction, owner, mentions)
            pairs = [(new.id, mention.uri) for mention in read.named]
            await entities.merge(transaction, owner, entity_resolution.rows(mentions, known), pairs, now)
            functional = (await settings_of(self.database, owner)).of(None).declared
            rows = [
                entities.FactRow(
                    id=digest(new.id, fact.subject.uri, fact.predicate, fact.object.uri),
                    subject=fact.subject.uri,
                    predicate=fact.predicate,
                    object=fact.object.uri,
                    text=fact.text,
                    memory=new.id,
                    confidence=CONFIDENCE,
                    detected_by=BY_EDIT,
                    single=fact.single,
                    ended=fact.ended,
                    valid_from=fact.valid_from or new.valid_from,
                    valid_until=new.valid_until or FOREVER,
                )
                for fact in set_declared(read.facts, functional)
            ]
            await entities.state(transaction, owner, rows, now)
        if given is None:
            await jobs.enqueue_in(transaction, owner, BACKFILL)


async def _locked(transaction: Transaction, owner: Owner) -> datetime:
    await filing.lock(transaction, owner)
    return datetime.now(UTC)


async def _retire(
    transaction: Transaction,
    owner: Owner,
    found: ChangeTarget,
    reason: str,
    by: str,
    now: datetime,
    spared: frozenset[Mark] = frozenset(),
) -> None:
    """Retract a memory with its derived memories, and bar both from coming back, except `spared` marks."""
    gone = [found.memory.id, *found.derived]
    (told,) = await tombstones.memories_to_forget(transaction, owner, [found.memory.id])
    await set_tombstones(
        transaction, owner, [TombstoneDraft([told], Reason.CORRECTED, now, memory=told.id, spared=spared)], by
    )
    await memory_views.forget(transaction, owner, gone, now)
    await amendments.mark(transaction, owner, gone, found.memory.id, reason, by)


async def _marks_of(transaction: Transaction, owner: Owner, id_: str) -> frozenset[Mark]:
    """The marks that identify a memory."""
    (told,) = await tombstones.memories_to_forget(transaction, owner, [id_])
    facts = [Stated(*fact) for fact in told.facts]
    return await asyncio.to_thread(lambda: marks(doc_of(told.text, Language(told.language)), facts))


def _edited(
    owner: Owner, known: Memory, text: str, language: Language, now: datetime, embedded: bool
) -> tuple[Memory, _Read]:
    doc = doc_of(text, language)
    feeling = feel(doc)
    recurrence = resolve(told_of(doc)[1].text, language, now).recurrence
    new = replace(
        known,
        id=digest(owner.key, known.id, "edit", text, now.isoformat()),
        text=text,
        language=language.value,
        emotions=tuple(emotion.value for emotion in feeling.emotions),
        valence=feeling.valence,
        arousal=feeling.arousal,
        stability=max(known.stability, initial_stability(known.importance)),
        source_confidence=CONFIDENCE,
        write_source=WriteSource.MANUAL,
        recorded_at=now,
        retracted_at=None,
        embedded=embedded,
        quote=None,
        recurrence=recurrence,
        temporal_type=_type(known, recurrence),
    )
    return new, _read(doc)


def _type(known: Memory, recurrence: str | None) -> TemporalType:
    if recurrence is not None:
        return TemporalType.RECURRING
    if known.temporal_type is not TemporalType.RECURRING:
        return known.temporal_type
    return TemporalType.TIME_BOUNDED if known.valid_until else TemporalType.PERSISTENT


def _read(doc: Doc) -> _Read:
    speaker = split(doc.text)[0]
    subject = Mention(speaker, EntityType.PERSON) if speaker else _USER
    named = tuple(dict.fromkeys((*((subject,) if speaker else ()), *find(doc, speaker))))
    facts = tuple(statements(dated(doc), doc.language, subject, named))
    stated = [Stated(one.subject.uri, one.predicate, one.object.uri, one.single) for one in facts if not one.ended]
    return _Read(named, facts, marks(doc, stated))


def _require(found: ChangeTarget, seen: datetime | None) -> None:
    memory = found.memory
    if memory.retracted_at is not None:
        raise InvalidInputError(
            f"Memory {memory.id} is not believed since {memory.retracted_at:%Y-%m-%d %H:%M}.",
            field="id",
            remedy="Change what replaced it, or restore it first.",
        )
    if seen is not None and seen.astimezone(UTC) != memory.recorded_at.astimezone(UTC):
        raise InvalidInputError(
            f"Memory {memory.id} changed on {memory.recorded_at.isoformat()}, after you looked at it.",
            field="seen",
            remedy="Look at it again, and change it as it is now.",
        )
    if memory.immutable:
        raise InvalidInputError(
            f"Memory {memory.id} is immutable.", field="id", remedy="Release it with setImmutable first."
        )


def _require_restorable(found: ChangeTarget) -> None:
    memory = found.memory
    if found.tombstone is not None:
        raise InvalidInputError(
            f"Memory {memory.id} was forgotten.", field="id", remedy=f"Lift tombstone {shown(found.tombstone)}."
        )
    if memory.retracted_at is None:
        raise InvalidInputError(
            f"Memory {memory.id} is believed.", field="id", remedy="Restore what was invalidated, edited or corrected."
        )


def _line(text: str, field: str, most: int, *, empty: bool = False) -> str:
    found = " ".join(text.split())
    if len(found) > most or not is_storable(found) or not (found or empty):
        raise InvalidInputError(
            f"{field} has {len(found):,} characters, or some that cannot be stored.",
            field=field,
            remedy=f"Write {0 if empty else 1} to {most:,} characters.",
        )
    return found
