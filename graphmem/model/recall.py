"""The result of a recall: hits with their signals, and how they were found."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from graphmem.model.memory import Memory
from graphmem.model.palace import Drawer, Made
from graphmem.model.question import Intent


class Strategy(StrEnum):
    """The way candidates were gathered."""

    WHOLE = "whole"
    """The indexes ranked all of a small owner's turns."""
    POOL = "pool"
    """The best of the vector and full-text indexes, over-fetched."""
    NONE = "none"
    """Nothing was searched: an empty query or an empty store."""


FORMER = "no longer so"
"""The block's mark on a turn without any live memory."""

PARTLY_FORMER = "changed in part"
"""The block's mark on a turn of which some memories are live."""


PERHAPS_FORMER = "perhaps no longer so"
"""A profile block's mark on a turn that a later turn about the same entity probably ended."""


class BlockFormat(StrEnum):
    """The form of the block for a prompt."""

    TEXT = "text"
    JSON = "json"


@dataclass(frozen=True, slots=True)
class Hit:
    """One turn with the reasons for its choice.

    `score` and every signal are 0–1 and compare only within one result; `ranks` count from 1 within each retriever that
    found it. Only these signals compare between results: "meaning" (similarity), "words" (share of the question's
    words), "bearing" (of both), "names" (share of its names), "stated" and "around" (similarity of its statements and
    neighbouring turns), and "tokens" (token by token; "tokens_least" for the least met of the rarest, "tokens_back" the
    other way). `made` are the memories derived from it; `confidence` is its reliability, 0–1.
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
    """Its space, None for the own memory; `author` is the member who wrote it."""
    author: str | None = None


@dataclass(frozen=True, slots=True)
class Step:
    """An edge on the path to a hit, in its stored direction: from memory `source` to `target`, with texts.

    `via` names the entity that connects them if they have no edge; its type is then MENTIONS.
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
    """One memory with the reasons for its choice.

    `score` and every signal are 0–1 and compare only within one result (boosts may lift a score above 1); `ranks` count
    from 1 within each retriever that found it; `confidence` is its reliability, 0–1. `path` leads from a hit of another
    retriever to this one. `sources` are the pointers of its turns, `source_ids` their ids in their source, `entities`
    the names in it.
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
    """Its space, None for the own memory; `author` is the member who wrote it."""
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

    `notes` are sentences for the reader: an empty store, a query cut short, a failed retriever. `sub_queries` are the
    question's parts, `expansions` the answer-shaped texts searched beside it; `context` is the block for a prompt, ""
    if nothing is sure enough, `context_tokens` its size, `entries` its entries, the best answer first; with `block_id`
    an agent reports its outcome, None if nothing was shown or written. `answerable` says whether a hit is likely to
    answer, `answerable_reason` why or why not; `tip_of_the_tongue` are ids of once well-known memories, long unused,
    that might be meant. `latency_ms` is by stage.
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
