"""What a recall returns: hits that can be inspected, and how they were found."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from graphmem.model.memory import Memory
from graphmem.model.palace import Drawer, Made
from graphmem.model.question import Intent


class Strategy(StrEnum):
    """How candidates were gathered."""

    WHOLE = "whole"
    """The indexes ranked all of a small owner's turns."""
    POOL = "pool"
    """The best of the vector and full-text indexes, over-fetched."""
    NONE = "none"
    """Nothing was searched: an empty query or an empty store."""


FORMER = "no longer so"
"""What a block tells of a turn of which nothing holds any more."""

PARTLY_FORMER = "changed in part"
"""What it tells of one of which something holds."""


PERHAPS_FORMER = "perhaps no longer so"
"""What a profile's block tells of one that a later turn about the same person or thing is likely to have ended."""


class BlockFormat(StrEnum):
    """The form of the block for a prompt."""

    TEXT = "text"
    JSON = "json"


@dataclass(frozen=True, slots=True)
class Hit:
    """One remembered turn with why it was chosen.

    `score` and every signal lie in 0–1 and compare only within one result; `ranks` count from 1 within each retriever
    that found it. The signals "meaning", "words", "bearing", "names", "stated", "around" and "tokens" alone compare
    between results: how near it is in meaning, the share of the question's words it says, what both make, the share of
    its names, how near its statements and the turns around it are, how near it comes to the question token by token
    ("tokens_least" to the least met of the rarest, "tokens_back" the other way). `made` are the memories that were made
    of it; `confidence` 0–1 tells how far to rely on it.
    """

    drawer: Drawer
    wing: str
    room: str
    closet: str
    score: float
    signals: Mapping[str, float]
    ranks: Mapping[str, int]
    reason: str
    made: tuple[Made, ...] = ()
    confidence: float = 0.0
    space: str | None = None
    """The space it comes from, None for the own memory; `author` is which of its members told it."""
    author: str | None = None


@dataclass(frozen=True, slots=True)
class Step:
    """An edge on the way to a hit, as it is stored: from `source` to `target`, both memories, with what they say.

    `via` names the entity by which they hang together where no edge of their own does; its type is MENTIONS then.
    """

    type: str
    source: str
    source_text: str
    target: str
    target_text: str
    confidence: float
    via: str | None = None


@dataclass(frozen=True, slots=True)
class MemoryHit:
    """One memory with why it was chosen.

    `score` and every signal lie in 0–1 and compare only within one result (boosts may lift a score beyond); `ranks`
    count from 1 within each retriever that found it; `confidence` 0–1 tells how far to rely on it. `path` leads from a
    hit of another retriever to this one. `sources` are the pointers of the turns it derives from, `source_ids` what
    those are called where they came from, `entities` the names in it.
    """

    memory: Memory
    score: float
    confidence: float
    signals: Mapping[str, float]
    ranks: Mapping[str, int]
    path: tuple[Step, ...]
    reason: str
    sources: tuple[str, ...]
    entities: tuple[str, ...]
    source_ids: tuple[str, ...] = ()
    space: str | None = None
    """The space it comes from, None for the own memory; `author` is which of its members told it."""
    author: str | None = None


@dataclass(frozen=True, slots=True)
class BlockEntry:
    """An entry of the block: the memory or the turn it shows, by id, and how sure it is, 0–1.

    `told` is what the block tells besides, such as that it is no longer so; `pointer` cites its turn, "" for none.
    """

    id: str
    text: str
    pointer: str
    told: str
    confidence: float
    is_turn: bool


@dataclass(frozen=True, slots=True)
class RecallResult:
    """Turns (`hits`) and memories, best first each, with what was understood, searched and spent.

    `notes` say in a sentence each what a reader should know: an empty store, a query cut short, a retriever that
    failed. `sub_queries` are the questions it was taken apart into, `expansions` the answer-shaped texts searched
    beside it; `context` is the block for an agent's prompt, empty when nothing is sure enough, `context_tokens` what it
    takes, `entries` what stands in it, what answers best first; by `block_id` an agent tells how it turned out, None
    where nothing was shown or written. `answerable` tells whether anything that was found is likely to answer, and
    `answerable_reason` why or why not; `tip_of_the_tongue` are ids of memories that were known well, have not been used
    for long and might be meant. `latency_ms` is by stage.
    """

    query: str
    hits: tuple[Hit, ...]
    language: str
    strategy: Strategy
    terms: tuple[str, ...] = ()
    candidates: int = 0
    latency_ms: Mapping[str, float] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    memories: tuple[MemoryHit, ...] = ()
    intent: Intent = Intent.GENERAL
    intent_reason: str = ""
    skipped: bool = False
    sub_queries: tuple[str, ...] = ()
    expansions: tuple[str, ...] = ()
    context: str = ""
    block_id: str | None = None
    context_tokens: int = 0
    entries: tuple[BlockEntry, ...] = ()
    answerable: bool = True
    answerable_reason: str = ""
    tip_of_the_tongue: tuple[str, ...] = ()
