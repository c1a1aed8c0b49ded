"""Treats memories without a source turn as turns: edits, agents' records, remains of forgetting.

The confidence heads decide from turns whether a question is answerable. Without this, a fact that only such a memory
holds would count as never said.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from graphmem.model.memory import DataSource
from graphmem.model.palace import Drawer
from graphmem.model.recall import Hit, MemoryHit
from graphmem.model.transcript import Role
from graphmem.services.retrieval.kinds import BEST
from graphmem.services.retrieval.query_hits import SubQueryResult

_SAME = ("words", "names", "bearing")
"""Signals with the same meaning for a memory as for a turn."""


def add_as_turns(part: SubQueryResult) -> SubQueryResult:
    """Insert the part's best memories without sources among its turns, by nearness in meaning.

    Token signals exist for turns only, so they are dropped if such a memory comes first.
    """
    alone = [_as_turn(hit) for hit in part.memories[:BEST] if not hit.sources]
    if not alone:
        return part
    hits = _merged(part.turns.hits, alone)
    tokens = part.tokens if part.turns.hits[:1] == hits[:1] else {}
    return replace(part, turns=replace(part.turns, hits=hits), tokens=tokens)


def _merged(turns: Sequence[Hit], alone: Sequence[Hit]) -> tuple[Hit, ...]:
    """Keep the turns' order, and put each of `alone` before the first turn that is less near."""
    left = sorted(alone, key=_meaning, reverse=True)
    highest = max((turn.score for turn in turns), default=1.0)  # scores of memories are on another scale
    left = [replace(one, score=highest) for one in left]
    found: list[Hit] = []
    for turn in turns:
        while left and _meaning(left[0]) > _meaning(turn):
            found.append(left.pop(0))
        found.append(turn)
    return (*found, *left)


def _meaning(hit: Hit) -> float:
    return hit.signals.get("meaning", 0.0)


def _as_turn(hit: MemoryHit) -> Hit:
    memory, near = hit.memory, hit.signals.get("similarity", 0.0)
    role = Role.ASSISTANT if memory.data_source is DataSource.ASSISTANT else Role.USER
    drawer = Drawer(
        id=memory.id,
        text=memory.text,
        speaker=memory.speaker,
        role=role.value,
        said_at=memory.valid_from,
        position=0,
        pointer="",
        tags=(),
        language=memory.language,
        embedded=memory.embedded,
        source_id=None,
    )
    signals = {"meaning": near, "stated": near, "around": near}
    signals |= {name: hit.signals[name] for name in _SAME if name in hit.signals}
    return Hit(drawer, "", "", "", hit.score, signals, {}, hit.reason)
