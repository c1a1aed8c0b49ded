"""The values of the write path: message, candidate, draft of a new memory, revision of a stored one."""

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
from graphmem.model.memory import ExtractedStatement, Quote, SubTier, WriteSource
from graphmem.model.palace import Owner
from graphmem.model.transcript import Role
from graphmem.model.trust import DATA_SOURCE
from graphmem.ports import Vectors
from graphmem.store.memories import Neighbour


@dataclass(frozen=True, slots=True)
class Message:
    """A turn for the write path; `id` is its drawer's, `dated` whether the source gave its time.
    `verbatim` is the original if `text` masks part of it, with each character in its place."""

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
    """The project in which it was said; None for none."""


@dataclass(frozen=True, slots=True)
class WriteOptions:
    """A caller's own decisions: `learn` may set priority and scope, pin a memory, or make it immutable."""

    write_source: WriteSource = WriteSource.OBSERVER
    priority: Priority | None = None
    pinned: bool = False
    immutable: bool = False
    scope: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Opinion:
    """A chat model's verdict on a statement beside a memory, with the memory's text as it was shown."""

    verdict: PairVerdict
    text: str


Opinions = Mapping[str, Opinion]
"""Opinions by memory id."""

Causes = Mapping[str, datetime | None]
"""Ids of memories that led to a statement, with the time since when a stored one holds; None for those of the batch."""


def memory_id(owner: Owner, message: str, number: int) -> str:
    """The id of the memory made of a message's statement with this number."""
    return digest(owner.key, "memory", message, str(number))


@dataclass(slots=True)
class Candidate:
    """One statement before the gate; its vector is None if the embedder failed.

    `attention`, 0–1, is the calibrated similarity to the session's topic.
    """

    message: Message
    statement: ExtractedStatement
    number: int
    vector: Vectors | None = field(repr=False, default=None)
    attention: float = 0.5
    opinions: Opinions = field(default_factory=dict)
    causes: Causes = field(default_factory=dict)
    """Ids of memories that led to it, as the chat model says."""
    held: bool = False
    """Whether it waits in quarantine for a review, so that it changes no memory."""

    @property
    def unmasked(self) -> str | None:
        """The unmasked statement, for the gate alone; None if nothing is masked."""
        verbatim, quote = self.message.verbatim, self.statement.quote
        if verbatim is None or quote is None or not covers(self.statement.text):
            return None
        return with_label(self.message.speaker, verbatim[quote.start : quote.end])

    @property
    def touched(self) -> tuple[str, ...]:
        """Ids of the memories that it affects, as the chat model says."""
        return tuple(id_ for id_, one in self.opinions.items() if one.verdict is not PairVerdict.DIFFERENT)

    @property
    def claims_something(self) -> bool:
        """Whether a clause of it may dispute a statement of another matter."""
        return claims_something(doc_of(self.statement.text, self.message.language))

    @property
    def subjects(self) -> tuple[str, ...]:
        """URIs of the entities named, without the speaker, whom all their statements name."""
        speaker = slug(self.message.speaker)
        return tuple(mention.uri for mention in self.statement.entities if slug(mention.name) != speaker)

    @property
    def at(self) -> datetime:
        """The start of the statement's valid time: as it says, else when it was said.

        If only its end is stated ("until yesterday"), it begins a day before that end at the latest.
        """
        start, end = self.statement.valid_from or self.message.said_at, self.statement.valid_until
        return start if end is None or start < end else end - timedelta(days=1)

    @property
    def told_at(self) -> datetime:
        """The instant whose memories the gate compares: the earlier of `at` and when it was said.
        A deadline put off must meet the old deadline, which is over by the new day."""
        return min(self.at, self.message.said_at)


@dataclass(slots=True)
class Draft:
    """A memory that this batch creates, which later statements of the batch may still change."""

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
        """Take the text of a later statement, which says all of this and more."""
        statement = candidate.statement
        self.text, self.quote, self.stale = statement.text, statement.quote, True
        self.strength = replace(self.strength, access_count=self.strength.access_count + 1)
        self.drawers.append(candidate.message.id)
        self.valid_until = _end_told(candidate) or self.valid_until
        if statement.recurrence is not None:
            own = self.candidate.statement
            self.candidate.statement = replace(
                own, recurrence=statement.recurrence, temporal_type=statement.temporal_type
            )

    def neighbour(self, cosine: float, options: WriteOptions) -> Neighbour:
        """The draft as a neighbour of a later statement of the batch."""
        statement, message = self.candidate.statement, self.candidate.message
        return Neighbour(
            id=self.id,
            cosine=cosine,
            text=self.text,
            language=message.language.value,
            category=statement.category.value,
            speaker=message.speaker,
            strength=self.strength,
            immutable=options.immutable,
            valid_from=self.valid_from,
            said_at=message.said_at,
            entities=tuple(mention.uri for mention in statement.entities),
            data_source=DATA_SOURCE[message.role],
            said=self.candidate.unmasked if self.text == statement.text else None,
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
        """The revision that gives a stored memory the text of a statement."""
        statement = candidate.statement
        turns, end = [candidate.message.id], _end_told(candidate)
        return cls(id_, statement.text, statement.lesson, turns, statement.quote, now, statement.recurrence, end)

    def go_on(self, candidate: Candidate) -> None:
        """Take the text of a later statement, which says all of this and more."""
        self.text, self.quote = candidate.statement.text, candidate.statement.quote
        self.recurrence = candidate.statement.recurrence or self.recurrence
        self.valid_until = _end_told(candidate) or self.valid_until
        self.drawers.append(candidate.message.id)


def _end_told(candidate: Candidate) -> datetime | None:
    """The end that a statement itself names; None if it recurs."""
    statement = candidate.statement
    return statement.valid_until if statement.recurrence is None else None


def verbatim(text: str, plain: str) -> str | None:
    """A message's `verbatim`: the original `text`, or None if the masked `plain` is the same."""
    return None if text == plain else text


def with_label(speaker: str, words: str) -> str:
    """Words with their speaker's label, as a memory's text has it."""
    return f"{label(speaker)}: {words}" if speaker else words


def mentions_of(candidates: Sequence[Candidate]) -> list[Mention]:
    """The mentions in the statements and in their facts."""
    statements = [candidate.statement for candidate in candidates]
    facts = [fact for each in statements for fact in each.facts]
    return [
        *(mention for each in statements for mention in each.entities),
        *(end for fact in facts for end in (fact.subject, fact.object)),
    ]
