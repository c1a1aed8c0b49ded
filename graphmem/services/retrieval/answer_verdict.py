"""Judges whether the hits answer the question, why, and which memories are on the tip of the tongue."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime

from graphmem.cognition import bearing, decay
from graphmem.cognition.confidence import SHORT_FROM
from graphmem.services.retrieval import confidence
from graphmem.services.retrieval.kinds import BEST
from graphmem.services.retrieval.query_hits import QueryHits

NAMED = "The model found what answers this."
NONE_NAMED = "Nothing stored answers this, the model says."


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether any hit is likely to answer, and why.
    `tip_of_the_tongue` are ids of well-learned, long unused memories that may be meant."""

    answerable: bool
    reason: str
    tip_of_the_tongue: tuple[str, ...] = ()


def judge_answer(answer: QueryHits, now: datetime | None = None) -> Verdict:
    """Judge an answer; `now`, the present when missing, is for the decay of memories."""
    if not answer.parts:
        return Verdict(False, "Nothing is asked.")
    if not answer.turns.hits and not answer.memories:
        return Verdict(False, "Nothing was found.")
    if answer.named:
        return Verdict(True, NAMED)
    if answer.named is not None and not confidence.is_answerable(answer.parts):
        return Verdict(False, NONE_NAMED)
    best = max(answer.parts, key=lambda part: part.answerable / part.answers_from)
    wanted_from = best.answers_from
    likely = f"{best.answerable:.0%} likely"
    tips = tuple(_tips(answer, now or datetime.now(UTC)))
    if best.answerable >= wanted_from:
        return Verdict(True, f"Something of this answers, {likely}.", tips)
    _, unsaid = confidence.names_of(best)
    if unsaid:
        names = ", ".join(unsaid)
        why = f"Nothing stored answers this: nobody spoke of {names} ({likely}, {wanted_from:.0%} needed)."
    else:
        why = f"Nothing stored answers this ({likely}, {wanted_from:.0%} needed)."
    return Verdict(False, why, tips)


def _tips(answer: QueryHits, now: datetime) -> Iterator[str]:
    for hit in answer.memories[:BEST]:
        is_about_it = hit.signals.get("bearing", 0.0) >= bearing.FROM
        if hit.confidence < SHORT_FROM and is_about_it and decay.strength(hit.memory, now).on_the_tip:
            yield hit.memory.id
