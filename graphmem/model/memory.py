"""A memory: one atomic statement derived from what was said, with everything that decides its life."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum

from graphmem.model.category import Category, Priority
from graphmem.model.emotion import Feeling
from graphmem.model.entity import Mention, Statement

BY_RULES, BY_MODEL = "rules", "model"
"""What read a statement or a fact in a text."""


class Tier(StrEnum):
    """Where a memory lives."""

    WORKING = "working"
    EPISODIC = "episodic"
    SEMANTIC = "semantic"
    DORMANT = "dormant"


class SubTier(StrEnum):
    """A finer place, which scales how easily it is recalled."""

    PERSONAL = "personal"
    OBSERVED = "observed"
    VICARIOUS = "vicarious"
    SCHEMATIC = "schematic"
    PROCEDURAL = "procedural"
    FACTUAL = "factual"


class WriteSource(StrEnum):
    """Which part of graphmem made a memory: the observer's rules, a model's formation, a dream, somebody on purpose, an
    agent on purpose by its tools, the rules while mining a conversation, or another system that was taken over."""

    OBSERVER = "observer"
    FORMATION = "formation"
    DREAM = "dream"
    MANUAL = "manual"
    AGENT = "agent"
    MINING = "mining"
    IMPORT = "import"


class DataSource(StrEnum):
    """Whose words a memory derives from."""

    USER = "user_message"
    ASSISTANT = "assistant_message"
    SYSTEM = "system"
    FEDERATION = "federation"
    TOOL = "tool_output"
    DOCUMENT = "document"
    FEED = "feed"


class Manner(StrEnum):
    """How somebody came to say something; it tells how deeply it is encoded, beside what it is."""

    DELIBERATE = "deliberate"
    """To be remembered: learnt on purpose, or with "remember this"."""

    DECLARED = "declared"
    """In words that say what it is: "we decided", "never", "I prefer"."""

    TOLD = "told"
    """In passing."""

    CHAT = "chat"
    """Praise, a wish, a judgement, encouragement."""


class Stake(StrEnum):
    """What may hang on a statement, however calmly it is said."""

    FAILURE = "failure"
    SECURITY = "security"
    DEADLINE = "deadline"
    DUTY = "duty"


@dataclass(frozen=True, slots=True)
class Quote:
    """Where the words of a memory stand: from `start` to `end` of a drawer's verbatim text, counted in Unicode
    characters."""

    drawer: str
    start: int
    end: int


_LASTING = frozenset({
    *(Category.POLICY, Category.PREFERENCE, Category.WORKFLOW, Category.PITFALL, Category.ARCHITECTURE),
    Category.ENTITY,
})  # fmt: skip
"""What holds until somebody changes it: "will" in it tells no plan. A decision may be one."""


class TemporalType(StrEnum):
    """Whether a statement holds until further notice, runs out, or tells what comes again and again."""

    PERSISTENT = "persistent"
    TIME_BOUNDED = "time_bounded"
    RECURRING = "recurring"


@dataclass(frozen=True, slots=True)
class Formed:
    """One atomic statement as formation gives it, before the gate.

    `text` is what is remembered and embedded: the `words` as they were said with speaker and annotations, see
    `graphmem.language.quotes`; `quote` is where they stand. `valid_from` None means from when it was said; `foresight`
    marks statements about the future, `expected` those of which nobody named the day on which they end.
    `formed_by` is BY_RULES, or BY_MODEL where a chat model marked the clause. `claim` is what of the text its speaker
    claims himself: None for all of it, "" where it only reports what others say, which closes nothing and is no rule.
    """

    text: str
    words: str
    category: Category
    feeling: Feeling
    lesson: str
    confidence: float
    entities: tuple[Mention, ...] = ()
    statements: tuple[Statement, ...] = ()
    foresight: bool = False
    temporal_type: TemporalType = TemporalType.PERSISTENT
    valid_from: datetime | None = None
    valid_until: datetime | None = None
    formed_by: str = BY_RULES
    claim: str | None = None
    manner: Manner = Manner.TOLD
    stakes: frozenset[Stake] = frozenset()
    quote: Quote | None = None
    expected: bool = False
    recurrence: str | None = None

    def as_it_lasts(self) -> Formed:
        """The same without an end that is only expected, where its category is of what holds until it is changed: "from
        now on I will write the minutes by hand" is a rule, and over in no week."""
        if not (self.expected and self.category in _LASTING):
            return self
        return replace(self, valid_until=None, temporal_type=TemporalType.PERSISTENT, foresight=False, expected=False)


@dataclass(frozen=True, slots=True)
class Memory:
    """A stored memory. Times are UTC; `valid_until` and `retracted_at` None mean still true and still believed.
    `quote` is where its words stand, None for what a person or a dream wrote.

    stability in days, arousal, importance, utility and source_confidence 0–1, valence −1–1, storage_strength 1–10.
    """

    id: str
    text: str
    category: Category
    priority: Priority
    tier: Tier
    sub_tier: SubTier
    importance: float
    utility: float
    stability: float
    storage_strength: float
    access_count: int
    emotions: tuple[str, ...]
    valence: float
    arousal: float
    flashbulb: bool
    pinned: bool
    immutable: bool
    lesson: str
    source_confidence: float
    write_source: WriteSource
    data_source: DataSource
    language: str
    speaker: str
    temporal_type: TemporalType
    valid_from: datetime
    valid_until: datetime | None
    recorded_at: datetime
    retracted_at: datetime | None
    last_accessed_at: datetime
    scope: tuple[str, ...] = ()
    foresight: bool = False
    captured: bool = False
    embedded: bool = True
    success_count: int = 0
    failure_count: int = 0
    quote: Quote | None = None
    project: str | None = None
    """At work on which it was told, as a slug; None of what concerns every project."""
    rehearsed_at: datetime | None = None
    """When it was last gone over in a rehearsal, None for never."""
    recurrence: str | None = None
    """When it comes again and again, in content lines of RFC 5545; None of what does not."""

    @property
    def in_mind_at(self) -> datetime:
        """When it last came to mind, by a use or a rehearsal: what its retention counts from."""
        return max(self.last_accessed_at, self.rehearsed_at or self.last_accessed_at)
