"""What a write asks before it remembers: whether somebody had it forgotten.

One look-up answers for a batch, in the transaction that writes it. What a person says anew, in a message after it was
forgotten, is theirs to say: it lifts what barred it. The same turn mined again, what an assistant, a tool or a document
says, and what has no time of its own does not. What a curator of a space had forgotten binds all of its members.
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
    uncovered,
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
from graphmem.store.tombstones import Barred, Going, Said, Telling

TOLD_AGAIN = "told again"
"""By what a tombstone is lifted that somebody's own words went past."""

_BETWEEN = "\x1f"


@dataclass(frozen=True, slots=True)
class FilteredCandidates:
    """What of a batch may be remembered, what became of the rest, and the tombstones that were met or told past."""

    kept: list[Candidate]
    withheld: tuple[Outcome, ...] = ()
    turns: frozenset[str] = frozenset()
    """Ids of drawers that must not be filed."""
    hidden: Mapping[str, str] = field(default_factory=dict)
    """Drawers that are filed, but found by nobody, since they say what was forgotten, by the tombstone that says so."""
    met: frozenset[str] = field(default_factory=frozenset)
    lifted: frozenset[str] = field(default_factory=frozenset)

    async def settle(self, transaction: Transaction, owner: Owner, now: datetime) -> list[str]:
        """Count what was kept out, hide the turns that say it, and lift what was told again; pointers of the hidden."""
        pointers: list[str] = []
        for stone in sorted(set(self.hidden.values())):
            turns = [turn for turn, by in self.hidden.items() if by == stone and turn not in self.turns]
            pointers += await tombstones.withhold(transaction, owner, stone, (), turns, now)
        await tombstones.hit(transaction, owner, self.met | set(self.hidden.values()), now)
        await tombstones.lift(transaction, owner, self.lifted, TOLD_AGAIN, now)
        return pointers


def hashes(key: str, values: Iterable[Mark]) -> dict[Mark, str]:
    """The keyed hash of each mark; `key` is one of a ring."""
    return {
        mark: tombstones.hashed(key, _BETWEEN.join((mark.subject, mark.attribute, mark.value))) for mark in set(values)
    }


async def barred_of(runner: Runner, owner: Owner, key: str, values: Iterable[Mark]) -> dict[Mark, Barred]:
    """Which of these marks standing tombstones bar: one look-up, whatever many keys there are."""
    known = await asyncio.to_thread(_by_ring, key, set(values))
    found = await tombstones.asked(runner, owner, {hash_ for _, hash_ in known})
    barred: dict[Mark, Barred] = {}
    for mark, hash_ in known:
        if (bar := found.get(hash_)) is not None:
            before = barred.get(mark, bar)
            ids = tuple(dict.fromkeys((*before.ids, *bar.ids)))
            barred[mark] = Barred(ids, max(before.at, bar.at), before.forgotten or bar.forgotten)
    return barred


def _by_ring(key: str, values: set[Mark]) -> list[tuple[Mark, str]]:
    return [pair for one in tombstones.ring(key) for pair in hashes(one, values).items()]


async def turns_barred(runner: Runner, owner: Owner, drawers: Collection[str]) -> set[str]:
    """Which of these drawers were deleted or withheld by somebody; they are neither read nor filed again."""
    key = await tombstones.known_key(runner, owner) if drawers else None
    if key is None:
        return set()
    return {mark.value for mark in await barred_of(runner, owner, key, map(turn_mark, drawers))}


class TombstoneFilter:
    """A batch that tombstones are asked about. What it may be known by is read once, away from the event loop, and
    where there is a tombstone before anything is locked."""

    def __init__(self, candidates: Sequence[Candidate], drawers: Sequence[DrawerDraft] = ()) -> None:
        self._candidates = candidates
        self._drawers = drawers
        self._read: _Read | None = None

    async def prepare(self, runner: Runner, owner: Owner) -> None:
        """Read the batch, unless the owner never had anything forgotten."""
        if (self._candidates or self._drawers) and await tombstones.known_key(runner, owner) is not None:
            self._read = await asyncio.to_thread(_read, self._candidates, self._drawers)

    async def sift(
        self, runner: Runner, owner: Owner, key: str | None, ids: Collection[str], drawers: Collection[str] = ()
    ) -> FilteredCandidates:
        """Part what of the messages `ids` may be remembered, and of the `drawers` filed, from what was forgotten; `key`
        is that of the owner's hashes, None without any."""
        candidates = [candidate for candidate in self._candidates if candidate.message.id in ids]
        if key is None or not (candidates or drawers):
            return FilteredCandidates(candidates)
        if self._read is None:  # the first tombstone was set meanwhile
            self._read = await asyncio.to_thread(_read, self._candidates, self._drawers)
        read = self._read.of(ids, drawers)
        barred = await barred_of(runner, owner, key, read.marks())
        return _sifted(read, barred, in_space=owner.author is not None) if barred else FilteredCandidates(candidates)


@dataclass(frozen=True, slots=True)
class _Read:
    """What statements and turns may be known by."""

    statements: Sequence[tuple[Candidate, frozenset[Mark]]]
    turns: Sequence[tuple[DrawerDraft, frozenset[Mark]]]

    def of(self, ids: Collection[str], drawers: Collection[str]) -> _Read:
        """What of it belongs to these messages and drawers."""
        return _Read(
            [one for one in self.statements if one[0].message.id in ids],
            [one for one in self.turns if one[0].id in drawers],
        )

    def marks(self) -> set[Mark]:
        """All of them, with those of the turns themselves."""
        found = {mark for _, marked in (*self.statements, *self.turns) for mark in marked}
        return found | {turn_mark(drawer.id) for drawer, _ in self.turns}


def _read(candidates: Sequence[Candidate], drawers: Sequence[DrawerDraft]) -> _Read:
    return _Read([(one, marks_of(one)) for one in candidates], [(one, _marks_of_drawer(one)) for one in drawers])


def _marks_of_drawer(drawer: DrawerDraft) -> frozenset[Mark]:
    language = Language(drawer.language)
    repeated = marks_of_repeated(drawer.text, language) if Role(drawer.role) is Role.TOOL else frozenset[Mark]()
    return repeated | marks_of_turn(drawer.text, drawer.speaker, language)


def _sifted(read: _Read, barred: Mapping[Mark, Barred], *, in_space: bool) -> FilteredCandidates:
    """In a space what a curator had forgotten stays so, whatever a member says."""

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
        if covers(candidate.formed.text):  # what it covers, only its turn tells
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
class Grave:
    """What one tombstone is to bar: what memories and turns say, but not what is `spared`, since something else says
    it. `memory` is the one that it was set for. What it said `before` an edit the edit bars, and this one for tools.
    Of the `said`, only what is masked in all memories is barred, since what else they say, memories tell."""

    gone: Sequence[Telling]
    reason: Reason
    at: datetime
    memory: str = ""
    turns: Collection[str] = ()
    said: Sequence[Said] = ()
    before: Sequence[Telling] = ()
    spared: frozenset[Mark] = frozenset()


async def entomb(transaction: Transaction, owner: Owner, graves: Sequence[Grave], by: str) -> list[str]:
    """Keep what memories and turns say from being remembered again; the ids of the tombstones, in their order."""
    if not graves:
        return []
    key = tombstones.ring(await tombstones.key(transaction, owner))[0]
    stones = await asyncio.to_thread(lambda: [_stone(owner, key, grave, by) for grave in graves])
    # An edit of capitals and points alone bars nothing.
    await tombstones.keep(transaction, owner, [(stone, keys) for stone, keys in stones if keys])
    return [stone.id for stone, _ in stones]


def _stone(owner: Owner, key: str, grave: Grave, by: str) -> tuple[Tombstone, Collection[str]]:
    found = {mark for one in grave.gone for mark in told_by(one)} | _masked_in(grave.said)
    if grave.reason is not Reason.CORRECTED:
        found |= {
            mark for one in (*grave.gone, *grave.before) for doc in as_said(one) for mark in marks_of_anybody(doc)
        }
    found -= grave.spared
    known = hashes(key, found | {turn_mark(turn) for turn in grave.turns})
    id_ = digest(owner.key, "tombstone", grave.memory or min(grave.turns, default=""), grave.at.isoformat())
    about = next((subject_of(doc_of(one.text, Language(one.language))) for one in grave.gone), "turn")
    kind = attribute_of(found)
    stone = Tombstone(id_, grave.memory, about, kind, grave.reason, by, grave.at, values=len(known))
    return stone, known.values()


def told_by(one: Telling) -> frozenset[Mark]:
    """What a memory that goes is known by: where it covers a number, what was said, since any other number would be
    covered alike."""
    marked = [marks(said) for said in _uncovered(one)]
    if marked:
        return frozenset[Mark]().union(*marked)
    return marks(doc_of(one.text, Language(one.language)), (Stated(*fact) for fact in one.facts))


def _masked_in(turns: Sequence[Said]) -> set[Mark]:
    docs = [doc for one in turns for doc in uncovered(one.text, masked(one.text), one.speaker, Language(one.language))]
    return {mark for doc in docs for mark in marks(doc)}


def as_said(one: Telling) -> list[Doc]:
    """What a memory says, with what it covers where its turns are at hand."""
    return _uncovered(one) or [doc_of(one.text, Language(one.language))]


def _uncovered(one: Telling) -> list[Doc]:
    turns = one.turns if isinstance(one, Going) and covers(one.text) else ()
    return [
        said
        for turn in turns
        for said in uncovered(
            turn.text, masked(turn.text, tuple(PrivacyClass)), turn.speaker, Language(turn.language), one.text
        )
    ]


async def entomb_corrected(transaction: Transaction, owner: Owner, closed: Sequence[Closed], by: str) -> None:
    """Keep what was never so from being remembered again, when an old conversation that says it is mined."""
    mistaken = {one.id: one.now for one in closed if one.retracted_at is not None}
    gone = await tombstones.going(transaction, owner, mistaken)
    graves = [Grave([one], Reason.CORRECTED, mistaken[one.id], memory=one.id) for one in gone]
    await entomb(transaction, owner, graves, by)


async def forgotten_of(runner: Runner, owner: Owner, made: Mapping[str, Made]) -> set[str]:
    """Which of these derived memories would be made of a statement that somebody had forgotten."""
    key = await tombstones.known_key(runner, owner) if made else None
    if key is None:
        return set()
    known = await asyncio.to_thread(lambda: {id_: _of_sources(one) for id_, one in made.items()})
    barred = await barred_of(runner, owner, key, set().union(*known.values()))
    return {id_ for id_, found in known.items() if not found.isdisjoint(barred)}


def _of_sources(made: Made) -> set[Mark]:
    return {mark for _, text in made.sources for mark in marks(doc_of(text, Language(made.language)))}


def marks_of(candidate: Candidate) -> frozenset[Mark]:
    """What a statement is known by; that of a tool, which repeats what others say, whoever said it."""
    formed = candidate.formed
    facts = [
        Stated(fact.subject.uri, fact.predicate, fact.object.uri, fact.single)
        for fact in formed.statements[:MOST]
        if not fact.ended
    ]
    doc = doc_of(formed.text, candidate.message.language)
    return marks(doc, facts) | (marks_of_anybody(doc) if candidate.message.role is Role.TOOL else frozenset[Mark]())


async def refuse_forgotten(
    runner: Runner, owner: Owner, text: str, language: Language, field_: str, parts: Sequence[str] = ()
) -> None:
    """Raise InvalidInputError for a text that says what somebody had forgotten, as a whole or in a sentence of its
    `parts`; for what is written past the gate."""
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
        # Nobody is named as the speaker of a record: what it says of "I" may be anybody's who had it forgotten.
        for one in {language, detect(part, default=language)}:
            found |= marks_of_turn(part, "", one) | marks_of_repeated(part, one)
    return found


def _is_anew(role: Role, said_at: datetime | None, bars: Sequence[Barred]) -> bool:
    """Whether a person says it in a message of its own, after all of it was forgotten."""
    return role is Role.USER and said_at is not None and all(said_at > bar.at for bar in bars)


def _withheld(candidate: Candidate, tombstone: str) -> Outcome:
    reason = f"it was forgotten: tombstone {shown(tombstone)}"
    return Outcome(candidate, GateDecision(GateAction.SKIP, 0.0, reason), 0.0, None)


def forgotten_notes(withheld: int, lifted: int) -> list[str]:
    """What became of statements that somebody had forgotten, in sentences; none where nothing was met."""
    notes = []
    if withheld:
        notes.append(
            f"{withheld} statements were not remembered: they had been forgotten or corrected. See `tombstones`."
        )
    if lifted:
        notes.append(f"{lifted} tombstones were lifted: what they barred was said again.")
    return notes
