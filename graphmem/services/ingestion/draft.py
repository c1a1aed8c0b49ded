"""What travels down the write path: a message, the statements found in it, and what the batch has decided so far."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta

from graphmem.cognition.strength import Strength
from graphmem.cognition.tagging import Tag
from graphmem.language.contradiction import claims_something
from graphmem.language.doc import doc_of
from graphmem.language.privacy import covers
from graphmem.language.quotes import label
from graphmem.model.category import Priority
from graphmem.model.entity import Mention
from graphmem.model.gate import PairVerdict
from graphmem.model.ids import digest, slug
from graphmem.model.language import Language
from graphmem.model.memory import Formed, Quote, SubTier, WriteSource
from graphmem.model.palace import Owner
from graphmem.model.transcript import Role
from graphmem.model.trust import DATA_SOURCE
from graphmem.ports import Vectors
from graphmem.store.memories import Neighbour


@dataclass(frozen=True, slots=True)
class Message:
    """A filed turn on its way to memories. `id` is its drawer's; `dated` tells whether the source told its time.
    `verbatim` is what was said where the text covers something of it, each character in its place."""

    id: str
    text: str
    speaker: str
    role: Role
    said_at: datetime
    language: Language
    session: str | None = None
    dated: bool = True
    verbatim: str | None = field(default=None, repr=False)
    project: str | None = None
    """At work on which it was said; None in no project."""


@dataclass(frozen=True, slots=True)
class Options:
    """What a caller decided itself: `learn` pins, raises or scopes a memory on purpose."""

    write_source: WriteSource = WriteSource.OBSERVER
    priority: Priority | None = None
    pinned: bool = False
    immutable: bool = False
    scope: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Opinion:
    """What a model says of a statement beside a memory, whose text it was shown."""

    verdict: PairVerdict
    text: str


Opinions = Mapping[str, Opinion]
"""By the ids of the memories."""


def memory_id(owner: Owner, message: str, number: int) -> str:
    """The id of the memory that a message's statement of that number becomes."""
    return digest(owner.key, "memory", message, str(number))


@dataclass(slots=True)
class Candidate:
    """One statement before the gate: its message, its vector (None when the embedder failed) and its context's.

    `attention` is the calibrated similarity to what the session is about, 0–1.
    """

    message: Message
    formed: Formed
    number: int
    vector: Vectors | None = field(repr=False, default=None)
    attention: float = 0.5
    opinions: Opinions = field(default_factory=dict)
    causes: tuple[str, ...] = ()
    """Memories that led to it, as a model says."""
    held: bool = False
    """Whether it waits for a review, so that it changes nothing that there is."""

    @property
    def said(self) -> str | None:
        """The statement with what its text covers, for the gate alone; None where it covers nothing."""
        verbatim, quote = self.message.verbatim, self.formed.quote
        if verbatim is None or quote is None or not covers(self.formed.text):
            return None
        return told_as(self.message.speaker, verbatim[quote.start : quote.end])

    @property
    def touched(self) -> tuple[str, ...]:
        """The memories that it does something to, as a model says."""
        return tuple(id_ for id_, one in self.opinions.items() if one.verdict is not PairVerdict.DIFFERENT)

    @property
    def claims_something(self) -> bool:
        """Whether a clause of it may dispute what a statement of another matter says."""
        return claims_something(doc_of(self.formed.text, self.message.language))

    @property
    def subjects(self) -> tuple[str, ...]:
        """Addresses of what the statement is about, without the speaker, whom all that is said by them names."""
        speaker = slug(self.message.speaker)
        return tuple(mention.uri for mention in self.formed.entities if slug(mention.name) != speaker)

    @property
    def at(self) -> datetime:
        """When the statement begins to be true: as it says, else when it was said.

        A statement that only tells its end ("until yesterday") was true the day before that at the latest.
        """
        start, end = self.formed.valid_from or self.message.said_at, self.formed.valid_until
        return start if end is None or start < end else end - timedelta(days=1)

    @property
    def told_at(self) -> datetime:
        """The moment whose memories it meets: when it begins to be true, or when it was said, where that lies ahead:
        a deadline that is put off was told beside the one there was, which is over by the new day."""
        return min(self.at, self.message.said_at)


@dataclass(slots=True)
class Draft:
    """A memory this batch creates, still open to what later statements of the batch do to it."""

    id: str
    candidate: Candidate
    text: str
    lesson: str
    vector: Vectors | None
    valid_from: datetime
    valid_until: datetime | None
    recorded_at: datetime
    strength: Strength
    sub_tier: SubTier
    drawers: list[str]
    quote: Quote | None
    retracted_at: datetime | None = None
    tag: Tag | None = None
    stale: bool = False
    """Whether the text changed after it was embedded."""

    def go_on(self, candidate: Candidate) -> None:
        """Say what a later statement says, which is all of this and more."""
        formed = candidate.formed
        self.text, self.quote, self.stale = formed.text, formed.quote, True
        self.strength = replace(self.strength, access_count=self.strength.access_count + 1)
        self.drawers.append(candidate.message.id)
        self.valid_until = _end_told(candidate) or self.valid_until
        if formed.recurrence is not None:
            own = self.candidate.formed
            self.candidate.formed = replace(own, recurrence=formed.recurrence, temporal_type=formed.temporal_type)

    def neighbour(self, cosine: float, options: Options) -> Neighbour:
        """The draft as a later statement of the batch meets it."""
        formed, message = self.candidate.formed, self.candidate.message
        return Neighbour(
            id=self.id,
            cosine=cosine,
            text=self.text,
            language=message.language.value,
            category=formed.category.value,
            speaker=message.speaker,
            strength=self.strength,
            immutable=options.immutable,
            valid_from=self.valid_from,
            said_at=message.said_at,
            entities=tuple(mention.uri for mention in formed.entities),
            data_source=DATA_SOURCE[message.role],
            said=self.candidate.said if self.text == formed.text else None,
        )


@dataclass(slots=True)
class Revision:
    """A stored memory that gets a new text in this batch."""

    id: str
    text: str
    lesson: str
    drawers: list[str]
    quote: Quote | None
    now: datetime
    recurrence: str | None
    valid_until: datetime | None

    @classmethod
    def of(cls, id_: str, candidate: Candidate, now: datetime) -> Revision:
        """A memory with the text of a statement."""
        formed = candidate.formed
        turns, end = [candidate.message.id], _end_told(candidate)
        return cls(id_, formed.text, formed.lesson, turns, formed.quote, now, formed.recurrence, end)

    def go_on(self, candidate: Candidate) -> None:
        """Say what a later statement says, which is all of this and more."""
        self.text, self.quote = candidate.formed.text, candidate.formed.quote
        self.recurrence = candidate.formed.recurrence or self.recurrence
        self.valid_until = _end_told(candidate) or self.valid_until
        self.drawers.append(candidate.message.id)


def _end_told(candidate: Candidate) -> datetime | None:
    """When what is told ends by its own words; what recurs has no end."""
    formed = candidate.formed
    return formed.valid_until if formed.recurrence is None else None


def verbatim(text: str, plain: str) -> str | None:
    """The text of a turn as a message has it: None where `plain`, which may be derived from, is all of it."""
    return None if text == plain else text


def told_as(speaker: str, words: str) -> str:
    """Words as their speaker's."""
    return f"{label(speaker)}: {words}" if speaker else words


def named(candidates: Sequence[Candidate]) -> list[Mention]:
    """Whom the statements and the facts in them name."""
    formed = [candidate.formed for candidate in candidates]
    facts = [fact for each in formed for fact in each.statements]
    return [
        *(mention for each in formed for mention in each.entities),
        *(end for fact in facts for end in (fact.subject, fact.object)),
    ]
