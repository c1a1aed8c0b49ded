"""Tombstones of the write path: their keyed hashes bar forgotten statements.

One look-up checks a batch, in the transaction that writes it. A person who says it again, in a dated message after it
was forgotten, lifts the tombstone. The same turn mined again, an assistant, tool or document, and a turn without a time
of its own do not. A curator's forgetting in a space binds all its members.
"""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from graphmem.errors import InvalidInputError
from graphmem.language.detect import detect
from graphmem.language.doc import Doc, doc_of
from graphmem.language.forgetting import (
    Mark,
    Stated,
    attribute_of,
    marks,
    marks_of_anybody,
    marks_of_repeated,
    marks_of_turn,
    subject_of,
    turn_mark,
    unmasked_docs,
)
from graphmem.language.privacy import covers, masked
from graphmem.language.statements import MOST
from graphmem.model.dream import Made
from graphmem.model.gate import GateAction, GateDecision
from graphmem.model.ids import digest, shown
from graphmem.model.language import Language
from graphmem.model.palace import Owner
from graphmem.model.privacy import PrivacyClass
from graphmem.model.tombstone import Reason, Tombstone
from graphmem.model.transcript import Role
from graphmem.services.ingestion.consolidation import Outcome
from graphmem.services.ingestion.draft import Candidate
from graphmem.store import tombstones
from graphmem.store.database import Runner, Transaction
from graphmem.store.filing import DrawerDraft
from graphmem.store.memories import Closed
from graphmem.store.tombstones import Barred, MemoryToForget, SuspectMemory, SuspectTurn

TOLD_AGAIN = "told again"
"""Recorded cause of a tombstone lifted because a person said it again."""

_BETWEEN = "\x1f"


@dataclass(frozen=True, slots=True)
class FilteredCandidates:
    """The candidates that may be remembered, outcomes of the others, and tombstones met or to be lifted."""

    kept: list[Candidate]
    withheld: tuple[Outcome, ...] = ()
    turns: frozenset[str] = frozenset()
    """Ids of drawers that must not be filed."""
    hidden: Mapping[str, str] = field(default_factory=dict)
    """Tombstone by drawer id, for drawers that are filed but hidden, since they say what was forgotten."""
    met: frozenset[str] = field(default_factory=frozenset)
    lifted: frozenset[str] = field(default_factory=frozenset)

    async def settle(self, transaction: Transaction, owner: Owner, now: datetime) -> list[str]:
        """Hide turns, count hits and lift tombstones in the store; return pointers of the hidden turns."""
        pointers: list[str] = []
        for stone in sorted(set(self.hidden.values())):
            turns = [turn for turn, by in self.hidden.items() if by == stone and turn not in self.turns]
            pointers += await tombstones.withhold(transaction, owner, stone, (), turns, now)
        await tombstones.count_hits(transaction, owner, self.met | set(self.hidden.values()), now)
        await tombstones.lift(transaction, owner, self.lifted, TOLD_AGAIN, now)
        return pointers


def hashes(key: str, values: Iterable[Mark]) -> dict[Mark, str]:
    """The keyed hash of each mark; `key` is one of a key ring."""
    return {
        mark: tombstones.hash_value(key, _BETWEEN.join((mark.subject, mark.attribute, mark.value)))
        for mark in set(values)
    }


async def barred_of(runner: Runner, owner: Owner, key: str, values: Iterable[Mark]) -> dict[Mark, Barred]:
    """The marks that standing tombstones bar, by one look-up for all keys of the ring."""
    known = await asyncio.to_thread(_by_ring, key, set(values))
    found = await tombstones.find_barred(runner, owner, {hash_ for _, hash_ in known})
    barred: dict[Mark, Barred] = {}
    for mark, hash_ in known:
        if (bar := found.get(hash_)) is not None:
            before = barred.get(mark, bar)
            ids = tuple(dict.fromkeys((*before.ids, *bar.ids)))
            barred[mark] = Barred(ids, max(before.at, bar.at), before.forgotten or bar.forgotten)
    return barred


def _by_ring(key: str, values: set[Mark]) -> list[tuple[Mark, str]]:
    return [pair for one in tombstones.key_ring(key) for pair in hashes(one, values).items()]


async def barred_turns(runner: Runner, owner: Owner, drawers: Collection[str]) -> set[str]:
    """Ids of drawers that somebody deleted or withheld; they are neither read nor filed again."""
    key = await tombstones.known_key(runner, owner) if drawers else None
    if key is None:
        return set()
    return {mark.value for mark in await barred_of(runner, owner, key, map(turn_mark, drawers))}


class TombstoneFilter:
    """Filters a batch by tombstones; it reads the batch's marks once, off the event loop.
    If the owner has tombstones, it does so before anything is locked."""

    def __init__(self, candidates: Sequence[Candidate], drawers: Sequence[DrawerDraft] = ()) -> None:
        self._candidates = candidates
        self._drawers = drawers
        self._read: _Read | None = None

    async def prepare(self, runner: Runner, owner: Owner) -> None:
        """Read the batch's marks, unless the owner never had anything forgotten."""
        if (self._candidates or self._drawers) and await tombstones.known_key(runner, owner) is not None:
            self._read = await asyncio.to_thread(_read, self._candidates, self._drawers)

    async def sift(
        self, runner: Runner, owner: Owner, key: str | None, ids: Collection[str], drawers: Collection[str] = ()
    ) -> FilteredCandidates:
        """Separate barred statements of the messages `ids`, and barred `drawers`, from the others.
        `key` is the key of the owner's hashes, None if the owner has no tombstones."""
        candidates = [candidate for candidate in self._candidates if candidate.message.id in ids]
        if key is None or not (candidates or drawers):
            return FilteredCandidates(candidates)
        if self._read is None:  # the first tombstone came after `prepare`
            self._read = await asyncio.to_thread(_read, self._candidates, self._drawers)
        read = self._read.of(ids, drawers)
        barred = await barred_of(runner, owner, key, read.marks())
        return _sifted(read, barred, in_space=owner.author is not None) if barred else FilteredCandidates(candidates)


@dataclass(frozen=True, slots=True)
class _Read:
    """The marks of statements and turns."""

    statements: Sequence[tuple[Candidate, frozenset[Mark]]]
    turns: Sequence[tuple[DrawerDraft, frozenset[Mark]]]

    def of(self, ids: Collection[str], drawers: Collection[str]) -> _Read:
        """The part that belongs to these messages and drawers."""
        return _Read(
            [one for one in self.statements if one[0].message.id in ids],
            [one for one in self.turns if one[0].id in drawers],
        )

    def marks(self) -> set[Mark]:
        """All marks, including those of the turns' ids."""
        found = {mark for _, marked in (*self.statements, *self.turns) for mark in marked}
        return found | {turn_mark(drawer.id) for drawer, _ in self.turns}


def _read(candidates: Sequence[Candidate], drawers: Sequence[DrawerDraft]) -> _Read:
    return _Read([(one, marks_of(one)) for one in candidates], [(one, _marks_of_drawer(one)) for one in drawers])


def _marks_of_drawer(drawer: DrawerDraft) -> frozenset[Mark]:
    language = Language(drawer.language)
    repeated = marks_of_repeated(drawer.text, language) if Role(drawer.role) is Role.TOOL else frozenset[Mark]()
    return repeated | marks_of_turn(drawer.text, drawer.speaker, language)


def _sifted(read: _Read, barred: Mapping[Mark, Barred], *, in_space: bool) -> FilteredCandidates:
    """Apply the bars; in a space a member's words lift no tombstone that a curator's forgetting set."""

    def is_anew(role: Role, said_at: datetime | None, bars: Sequence[Barred]) -> bool:
        binds = in_space and any(bar.forgotten for bar in bars)
        return not binds and _is_anew(role, said_at, bars)

    turns = frozenset(drawer.id for drawer, _ in read.turns if turn_mark(drawer.id) in barred)
    said = {one.id: [barred[mark] for mark in found if mark in barred] for one, found in read.turns}
    hidden = {
        one.id: min(bars[0].ids)
        for one, _ in read.turns
        if (bars := said[one.id]) and not is_anew(Role(one.role), one.said_at, bars)
    }
    kept: list[Candidate] = []
    withheld: list[Outcome] = []
    met: set[str] = set()
    lifted: set[str] = set()
    for candidate, found in read.statements:
        bars = [barred[mark] for mark in found if mark in barred]
        if covers(candidate.statement.text):  # only its turn has the marks of masked data
            bars += said.get(candidate.message.id, [])
        ids = {id_ for bar in bars for id_ in bar.ids}
        if candidate.message.id in turns:
            continue
        message = candidate.message
        if not bars or is_anew(message.role, message.said_at if message.dated else None, bars):
            kept.append(candidate)
            lifted |= ids
        else:
            met |= ids
            hidden[message.id] = min(ids)
            withheld.append(_withheld(candidate, min(ids)))
    return FilteredCandidates(kept, tuple(withheld), turns, hidden, frozenset(met), frozenset(lifted))


@dataclass(frozen=True, slots=True)
class TombstoneDraft:
    """The contents of one tombstone: the statements of `gone` memories and the `turns` to bar.

    It bars nothing that is `spared`, since another memory states it. `memory` is the one it was set for. It bars texts
    `before` an edit for tools only, as the edit bars the rest. Of `said` turns it bars only data masked in memories.
    """

    gone: Sequence[SuspectMemory]
    reason: Reason
    at: datetime
    memory: str = ""
    turns: Collection[str] = ()
    said: Sequence[SuspectTurn] = ()
    before: Sequence[SuspectMemory] = ()
    spared: frozenset[Mark] = frozenset()


async def set_tombstones(
    transaction: Transaction, owner: Owner, graves: Sequence[TombstoneDraft], by: str
) -> list[str]:
    """Set a tombstone for each grave; return the ids of the tombstones, in the same order."""
    if not graves:
        return []
    key = tombstones.key_ring(await tombstones.key(transaction, owner))[0]
    stones = await asyncio.to_thread(lambda: [_stone(owner, key, grave, by) for grave in graves])
    # An edit of case and punctuation alone leaves no keys, and so bars nothing.
    await tombstones.keep(transaction, owner, [(stone, keys) for stone, keys in stones if keys])
    return [stone.id for stone, _ in stones]


def _stone(owner: Owner, key: str, grave: TombstoneDraft, by: str) -> tuple[Tombstone, Collection[str]]:
    found = {mark for one in grave.gone for mark in marks_of_memory(one)} | _masked_in(grave.said)
    if grave.reason is not Reason.CORRECTED:
        found |= {
            mark
            for one in (*grave.gone, *grave.before)
            for doc in unmasked_texts(one)
            for mark in marks_of_anybody(doc)
        }
    found -= grave.spared
    known = hashes(key, found | {turn_mark(turn) for turn in grave.turns})
    id_ = digest(owner.key, "tombstone", grave.memory or min(grave.turns, default=""), grave.at.isoformat())
    about = next((subject_of(doc_of(one.text, Language(one.language))) for one in grave.gone), "turn")
    kind = attribute_of(found)
    stone = Tombstone(id_, grave.memory, about, kind, grave.reason, by, grave.at, values=len(known))
    return stone, known.values()


def marks_of_memory(one: SuspectMemory) -> frozenset[Mark]:
    """The marks of a memory that goes; if it masks a number, those of the original words.
    In masked form all numbers are equal."""
    marked = [marks(said) for said in _uncovered(one)]
    if marked:
        return frozenset[Mark]().union(*marked)
    return marks(doc_of(one.text, Language(one.language)), (Stated(*fact) for fact in one.facts))


def _masked_in(turns: Sequence[SuspectTurn]) -> set[Mark]:
    docs = [
        doc for one in turns for doc in unmasked_docs(one.text, masked(one.text), one.speaker, Language(one.language))
    ]
    return {mark for doc in docs for mark in marks(doc)}


def unmasked_texts(one: SuspectMemory) -> list[Doc]:
    """The texts of a memory, unmasked if its turns are known."""
    return _uncovered(one) or [doc_of(one.text, Language(one.language))]


def _uncovered(one: SuspectMemory) -> list[Doc]:
    turns = one.turns if isinstance(one, MemoryToForget) and covers(one.text) else ()
    return [
        said
        for turn in turns
        for said in unmasked_docs(
            turn.text, masked(turn.text, tuple(PrivacyClass)), turn.speaker, Language(turn.language), one.text
        )
    ]


async def set_correction_tombstones(transaction: Transaction, owner: Owner, closed: Sequence[Closed], by: str) -> None:
    """Set tombstones for retracted memories, so that mining an old conversation does not restore them."""
    mistaken = {one.id: one.now for one in closed if one.retracted_at is not None}
    gone = await tombstones.memories_to_forget(transaction, owner, mistaken)
    graves = [TombstoneDraft([one], Reason.CORRECTED, mistaken[one.id], memory=one.id) for one in gone]
    await set_tombstones(transaction, owner, graves, by)


async def forgotten_ids(runner: Runner, owner: Owner, made: Mapping[str, Made]) -> set[str]:
    """Ids of the derived memories of which a source statement is barred."""
    key = await tombstones.known_key(runner, owner) if made else None
    if key is None:
        return set()
    known = await asyncio.to_thread(lambda: {id_: _of_sources(one) for id_, one in made.items()})
    barred = await barred_of(runner, owner, key, set().union(*known.values()))
    return {id_ for id_, found in known.items() if not found.isdisjoint(barred)}


def _of_sources(made: Made) -> set[Mark]:
    return {mark for _, text in made.sources for mark in marks(doc_of(text, Language(made.language)))}


def marks_of(candidate: Candidate) -> frozenset[Mark]:
    """The marks of a statement; a tool's, which may repeat anybody's words, also without a speaker."""
    statement = candidate.statement
    facts = [
        Stated(fact.subject.uri, fact.predicate, fact.object.uri, fact.single)
        for fact in statement.facts[:MOST]
        if not fact.ended
    ]
    doc = doc_of(statement.text, candidate.message.language)
    return marks(doc, facts) | (marks_of_anybody(doc) if candidate.message.role is Role.TOOL else frozenset[Mark]())


async def refuse_forgotten(
    runner: Runner, owner: Owner, text: str, language: Language, field_: str, parts: Sequence[str] = ()
) -> None:
    """Raise InvalidInputError if a tombstone bars a text, as a whole or in a sentence of its `parts`.

    Records call it, since they are written without the gate.
    """
    key = await tombstones.known_key(runner, owner)
    if key is None:
        return
    barred = await barred_of(runner, owner, key, await asyncio.to_thread(_marks_of_parts, text, parts, language))
    if barred:
        id_ = min(id_ for bar in barred.values() for id_ in bar.ids)
        raise InvalidInputError(
            "It says what was forgotten.", field=field_, remedy=f"Lift tombstone {shown(id_)} first, or leave that out."
        )


def _marks_of_parts(text: str, parts: Sequence[str], language: Language) -> set[Mark]:
    found = set(marks(doc_of(text, language)))
    for part in (text, *parts):
        # A record has no speaker: its "I" may be anybody who had the statement forgotten.
        for one in {language, detect(part, default=language)}:
            found |= marks_of_turn(part, "", one) | marks_of_repeated(part, one)
    return found


def _is_anew(role: Role, said_at: datetime | None, bars: Sequence[Barred]) -> bool:
    """Whether a user says it in a dated message, after every bar was set."""
    return role is Role.USER and said_at is not None and all(said_at > bar.at for bar in bars)


def _withheld(candidate: Candidate, tombstone: str) -> Outcome:
    reason = f"it was forgotten: tombstone {shown(tombstone)}"
    return Outcome(candidate, GateDecision(GateAction.SKIP, 0.0, reason), 0.0, None)


def forgotten_notes(withheld: int, lifted: int) -> list[str]:
    """Notes that count statements withheld and tombstones lifted; empty for none of either."""
    notes = []
    if withheld:
        notes.append(
            f"{withheld} statements were not remembered: they had been forgotten or corrected. See `tombstones`."
        )
    if lifted:
        notes.append(f"{lifted} tombstones were lifted: what they barred was said again.")
    return notes
