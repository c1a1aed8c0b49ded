"""Vital facts, such as an allergy or a diet, that questions must not be answered without."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from graphmem.language.question.vital_matter import tells_vital, vital_matter
from graphmem.model.recall import Hit
from graphmem.model.transcript import Role
from graphmem.services.retrieval.confidence import KNOWN
from graphmem.services.retrieval.query_hits import SubQueryResult

SURELY = 0.75
"""Confidence of a turn or memory that states a vital fact."""


def vital_question(parts: Sequence[SubQueryResult]) -> tuple[str, str]:
    """The first vital matter of the parts, and the query that finds it; ("", "") for none."""
    found = (vital_matter(part.query, part.language) for part in parts)
    return next((one for one in found if one[0]), ("", ""))


def keep_vital_hits(part: SubQueryResult, matter: str) -> SubQueryResult:
    """Keep only the hits that state the vital matter, at a confidence of SURELY."""
    told = {hit.drawer.pointer for hit in part.turns.hits if _is_told(hit, matter)}
    turns = tuple(replace(hit, confidence=SURELY) for hit in part.turns.hits if hit.drawer.pointer in told)
    memories = tuple(
        replace(hit, confidence=SURELY)
        for hit in part.memories
        if told & {*hit.sources} and tells_vital(matter, hit.memory.text)
    )
    answers = KNOWN if turns else 0.0
    return replace(part, turns=replace(part.turns, hits=turns), memories=memories, answerable=answers, stands=True)


def _is_told(hit: Hit, matter: str) -> bool:
    """Whether a user's turn states the matter, not all its memories ended, and it is no mere question."""
    turn = hit.drawer
    is_over = bool(hit.made) and all(made.ended for made in hit.made)
    asks = turn.text.rstrip().endswith("?") and not any(made.believed for made in hit.made)
    return turn.role == Role.USER and not is_over and not asks and tells_vital(matter, turn.text)
