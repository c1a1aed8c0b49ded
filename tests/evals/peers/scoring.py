"""What a ranking is worth, for every peer by the same code: evidence at turn and at session level, never side by side.

A hit of several turns takes their places one after another; a turn counts at its best place. Sessions rank by their
best turn.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from graphmem.evaluation import metrics
from graphmem.evaluation.scores import Scores
from tests.evals.peers.protocol import Hit, PeerError
from tests.evals.peers.sets import Question, Talk

DEPTHS = (5, 10, 20)


class Levels:
    """Figures at both levels, gathered question by question."""

    def __init__(self) -> None:
        self._turn, self._session = Scores(), Scores()

    def add(self, talk: Talk, question: Question, hits: Sequence[Hit]) -> None:
        """Score one ranking. Raises PeerError for a turn that the conversation does not have."""
        ranked = turns_of(hits)
        if strange := next((id_ for id_ in ranked if id_ not in talk.sessions), None):
            raise PeerError(f"it found a turn that {talk.space} does not have: {strange[:40]!r}")
        sessions = list(dict.fromkeys(talk.sessions[id_] for id_ in ranked))
        self._turn.add(question.category, _values(ranked, question.turns))
        self._session.add(question.category, _values(sessions, question.sessions))

    def summary(self) -> dict[str, Any]:
        """Both levels, each over all and by category."""
        return {"turn": self._turn.summary(), "session": self._session.summary()}


def turns_of(hits: Sequence[Hit]) -> list[str]:
    """Turns by their best place."""
    return list(dict.fromkeys(id_ for one in hits for id_ in one.ids))


def _values(ranked: Sequence[str], evidence: frozenset[str]) -> Mapping[str, float]:
    values = {}
    for depth in DEPTHS:
        values[f"recall@{depth}"] = metrics.recall_at(ranked, evidence, depth)
        values[f"any@{depth}"] = metrics.any_at(ranked, evidence, depth)
        values[f"all@{depth}"] = metrics.all_at(ranked, evidence, depth)
    return values
