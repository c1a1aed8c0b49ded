"""A memory: one atomic statement derived from a turn, with all fields that decide its life."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum

from graphmem.model.category import Category, Priority
from graphmem.model.emotion import Feeling
from graphmem.model.entity import Mention, Statement

BY_RULES, BY_MODEL = "rules", "model"
"""The reader of a statement or a fact."""


class Tier(StrEnum):
    """The place of a memory in its life cycle."""

    WORKING = "working"
    EPISODIC = "episodic"
    SEMANTIC = "semantic"
    DORMANT = "dormant"


class SubTier(StrEnum):
    """A place within a tier, which scales how easily a memory is recalled."""

    PERSONAL = "personal"
    OBSERVED = "observed"
    VICARIOUS = "vicarious"
    SCHEMATIC = "schematic"
    PROCEDURAL = "procedural"
    FACTUAL = "factual"


class WriteSource(StrEnum):
    """The part of graphmem that made a memory.

    It is the observer's rules, a model's formation, a dream, a person directly, an agent by its tools, the rules while
    mining, or an import from another system.
    """

    OBSERVER = "observer"
    FORMATION = "formation"
    DREAM = "dream"
    MANUAL = "manual"
    AGENT = "agent"
    MINING = "mining"
    IMPORT = "import"


class DataSource(StrEnum):
    """The author of the words that a memory derives from."""

    USER = "user_message"
    ASSISTANT = "assistant_message"
    SYSTEM = "system"
    FEDERATION = "federation"
    TOOL = "tool_output"
    DOCUMENT = "document"
    FEED = "feed"


class Manner(StrEnum):
    """The manner of a statement, which decides with its category how deeply it is encoded."""

    DELIBERATE = "deliberate"
    """To be remembered: learned directly, or said with "remember this"."""

    DECLARED = "declared"
    """With words that name its kind: "we decided", "never", "I prefer"."""

    TOLD = "told"
    """In passing."""

    CHAT = "chat"
    """Praise, a wish, a judgement, encouragement."""


class Stake(StrEnum):
    """Consequences that may depend on a statement, however calmly it is said."""

    FAILURE = "failure"
    SECURITY = "security"
    DEADLINE = "deadline"
    DUTY = "duty"


@dataclass(frozen=True, slots=True)
class Quote:
    """The place of a memory's words: `start` to `end` of a drawer's verbatim text, in Unicode characters."""

    drawer: str
    start: int
    end: int


_LASTING = frozenset({
    *(Category.POLICY, Category.PREFERENCE, Category.WORKFLOW, Category.PITFALL, Category.ARCHITECTURE),
    Category.ENTITY,
})  # fmt: skip
"""Categories that hold until changed: "will" in them is no plan. A decision may be one."""


class TemporalType(StrEnum):
    """Whether a statement holds until further notice, ends, or recurs."""

    PERSISTENT = "persistent"
    TIME_BOUNDED = "time_bounded"
    RECURRING = "recurring"


@dataclass(frozen=True, slots=True)
class ExtractedStatement:
    """One atomic statement from formation, before the gate.

    `text` is remembered and embedded: the `words` as said, with speaker and annotations, see
    `graphmem.language.quotes`; `quote` is their place. `valid_from` None is the time of saying; `foresight` marks
    statements about the future, `expected` those without a stated last day. `formed_by` is BY_RULES, or BY_MODEL if a
    chat model marked the clause. `claim` is the part that the speaker claims: None for all, "" for a mere report of
    others' words, which closes nothing and is no rule.
    """

    text: str
    words: str
    category: Category
    feeling: Feeling
    lesson: str
    confidence: float
    entities: tuple[Mention, ...] = ()
    facts: tuple[Statement, ...] = ()
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

    def as_it_lasts(self) -> ExtractedStatement:
        """Return the statement without a merely expected end, if its category holds until changed.

        "From now on I will write the minutes by hand" is a rule that does not end in a week.
        """
        if not (self.expected and self.category in _LASTING):
            return self
        return replace(self, valid_until=None, temporal_type=TemporalType.PERSISTENT, foresight=False, expected=False)


@dataclass(frozen=True, slots=True)
class Memory:
    """A stored memory.

    Times are UTC; `valid_until` and `retracted_at` None: still true, still believed. `quote` is the place of its words,
    None for a person's or a dream's text.

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
    """The project at work on which it was said, as a slug; None for memories of all projects."""
    rehearsed_at: datetime | None = None
    """The last rehearsal, None for never."""
    recurrence: str | None = None
    """Its recurrence in content lines of RFC 5545; None if it does not recur."""

    @property
    def in_mind_at(self) -> datetime:
        """The last use or rehearsal, from which its retention counts."""
        return max(self.last_accessed_at, self.rehearsed_at or self.last_accessed_at)
