"""Confidence learned from stored answers: of all of them, and for figures with each fold of conversations left out.

A question asked of its own conversation is answered there, one asked of another is not; BEAM's questions that nothing
answers teach the second step only, since what they are about was talked of.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from importlib.resources import files
from pathlib import Path
from typing import Any

from graphmem.cognition.confidence import Confidence, Confidences
from graphmem.errors import InvalidInputError
from graphmem.evaluation import report
from graphmem.services.retrieval import confidence as served
from graphmem.services.retrieval.joint_ranking import join
from graphmem.services.retrieval.kinds import ACROSS, ASSISTANT, KINDS, PEOPLE, kind_of
from graphmem.services.retrieval.query_hits import QueryHits, SubQueryResult
from graphmem.services.retrieval.turn_tokens import BACK, LEAST, TOKENS
from tests.evals.context_asked import Asked, Stored
from tests.evals.learning import QUESTION_RIDGE, cut, fitted

FOLDS = 5
KEPT = {PEOPLE: 0.98, ASSISTANT: 0.985, ACROSS: 0.94}
"""Share of the questions with evidence among the ten best turns that are to be answered; more of those to what an
assistant was told, as at 0.97 seven of 85 questions of new people had no block; fewer across languages, where less
tells them from others."""

SHOWN = ("questions", "auroc", "ece", "auroc_own", "auroc_questions", "ece_questions", "off_topic_empty",
         "off_topic_renamed_empty", "answered_kept", "abstention_empty", "reliability")  # fmt: skip
"""Figures that stand beside what was learned."""

TO_ASSISTANTS = frozenset({
    *("margin", "margin_of_first", "margin_of_all", "memory_margin", "words_margin", "length", "words long"),
    *("meaning long", "named", "meaning named", "words named", "topic_together named", "stated named", "is_answer"),
    *(TOKENS, LEAST, BACK, "tokens_behind", "tokens_together", "tokens_gap", "tokens_gap_together"),
})  # fmt: skip
"""Signals that only the heads for talk with assistants use; for talk among people they add nothing.
Token signals also depend on the language, and all training data of talk among people is English."""

TEN = 10
DEEP = 30
"""Hits of an answer that are learned from, whatever budget it was asked for."""


@dataclass(frozen=True, slots=True)
class Learned:
    """What was learned of all, and for each fold what was learned of the others."""

    whole: Confidences
    folds: Mapping[int, Confidences]


def folds_of(asked: Sequence[Asked]) -> dict[str, int]:
    """Folds by conversation, those of each set dealt out in turn."""
    dealt: dict[str, list[str]] = {}
    for one in asked:
        mine = dealt.setdefault(one.data, [])
        if one.fold not in mine:
            mine.append(one.fold)
    return {fold: place % FOLDS for mine in dealt.values() for place, fold in enumerate(mine)}


def learn(asked: Sequence[Asked]) -> Learned:
    """Learn of all and of all but each fold. Raises InvalidInputError for answers of one conversation only."""
    folds = folds_of(asked)
    numbers = sorted(set(folds.values()))
    if len(numbers) < 2:
        raise InvalidInputError("All questions are of one fold.", field="data", remedy="Give two conversations.")
    rows = [(folds[one.fold], one, _Rows.of(one)) for one in asked]
    left_out = {number: _learned([(one, found) for fold, one, found in rows if fold != number]) for number in numbers}
    return Learned(_learned([(one, found) for _, one, found in rows]), left_out)


Judged = tuple[str, SubQueryResult, served.Rows]
"""The kind of a part of an answer, the part, and its signals."""


@dataclass(frozen=True, slots=True)
class _Rows:
    """The parts of an answer in the own conversation, and in the other, renamed too."""

    own: tuple[Judged, ...]
    other: tuple[Judged, ...]
    renamed: tuple[Judged, ...]

    @classmethod
    def of(cls, one: Asked) -> _Rows:
        return cls(*(tuple(_judged(found)) if found else () for found in (one.own, one.other, one.renamed)))

    def of_kind(self, kind: str) -> _Rows:
        """Those of a kind."""
        every = (self.own, self.other, self.renamed)
        return _Rows(*(tuple(one for one in found if one[0] == kind) for found in every))


def _judged(found: QueryHits) -> Iterator[Judged]:
    for part in found.parts:
        yield kind_of(part, found.model), part, served.rows_of(part, found.model)


def _learned(rows: Sequence[tuple[Asked, _Rows]]) -> Confidences:
    return Confidences({kind: _confidence([(one, found.of_kind(kind)) for one, found in rows], kind) for kind in KINDS})


def _confidence(rows: Sequence[tuple[Asked, _Rows]], kind: str) -> Confidence:
    """What was learned of a kind; what is shipped where nothing of these answers is of it."""
    asked = [pair for one, found in rows for pair in _questions(one, found)]
    turns = [pair for one, found in rows for pair in _turns(one, found)]
    memories = [pair for one, found in rows for pair in _memories(one, found)]
    answered = [
        found
        for one, found in rows
        if found.own and any(hit.drawer.source_id in one.question.evidence for hit in one.own.turns.hits[:TEN])
    ]
    if not answered or not all(any(so for _, so in pairs) for pairs in (asked, turns, memories)):
        return served.shipped_weights().of(kind)
    question, turn, memory = (
        fitted([_known(row, kind) for row, _ in pairs], [so for _, so in pairs], *ridge)
        for pairs, ridge in ((asked, (QUESTION_RIDGE,)), (turns, ()), (memories, ()))
    )
    kept = [max(question.probability(row.question) for _, _, row in found.own) for found in answered]
    return Confidence(question, turn, memory, round(cut(kept, KEPT[kind]), 4))


def _known(row: Mapping[str, float], kind: str) -> Mapping[str, float]:
    return {name: value for name, value in row.items() if kind != PEOPLE or name not in TO_ASSISTANTS}


def _questions(one: Asked, found: _Rows) -> Iterator[tuple[Mapping[str, float], bool]]:
    if not one.question.evidence:
        return
    if len(one.own.parts) == 1:
        for _, _, row in found.own:
            yield row.question, True
    for _, _, row in (*found.other, *found.renamed):
        yield row.question, False


def _turns(one: Asked, found: _Rows) -> Iterator[tuple[Mapping[str, float], bool]]:
    for _, part, rows in found.own:
        for hit, row in zip(part.turns.hits[:DEEP], rows.turns, strict=False):
            yield row, hit.drawer.source_id in one.question.evidence


def _memories(one: Asked, found: _Rows) -> Iterator[tuple[Mapping[str, float], bool]]:
    for _, part, rows in found.own:
        for hit, row in zip(part.memories[:DEEP], rows.memories, strict=False):
            yield row, bool(set(hit.source_ids) & set(one.question.evidence))


class HeldOut:
    """The confidence to judge each answer with: learned without its conversation, or as shipped for one that nothing
    was learned of."""

    def __init__(self, learned: Learned | None, asked: Sequence[Asked]) -> None:
        if learned is not None:
            self._folds = {name: learned.folds[number] for name, number in folds_of(asked).items()}
            self._else = learned.whole
        else:
            kept = json.loads((files("graphmem.services") / served.FILE).read_text("utf-8"))
            without = {number: served.parse_weights(one) for number, one in kept["without_fold"].items()}
            named = kept["learned_of"]["folds"]
            self._folds = {name: without[number] for number, names in named.items() for name in names}
            self._else = served.shipped_weights()

    def of(self, one: Asked) -> Confidences:
        """What the answer is judged with."""
        return self._folds.get(one.fold, self._else)

    def share(self, asked: Sequence[Asked]) -> float:
        """0–1: of these answers, those that the shipped confidence was learned of and is judged without."""
        return sum(one.fold in self._folds for one in asked) / max(len(asked), 1)


def rejudged(found: QueryHits, confidences: Confidences) -> QueryHits:
    """An answer with other confidences than it was given; as it is where a chat model judged it."""
    if found.named is not None:
        return found
    parts = tuple(served.add_confidences(part, found.model, confidences) for part in found.parts)
    turns, memories = join(parts, len(found.turns.hits), found.model)
    return replace(found, parts=parts, turns=turns, memories=memories)


def write(learned: Learned, stored: Stored, path: Path, figures: Mapping[str, Any]) -> None:
    """Write what was learned, of what, and the figures of what was held out. Raises InvalidInputError."""
    folds = folds_of(stored.asked)
    shown = {name: figures[name] for name in SHOWN if name in figures}
    kept = {
        "learned_of": {
            **{name: value for name, value in stored.heading.items() if name != "form"},
            "questions": len(stored.asked),
            "folds": {str(number): sorted(name for name, mine in folds.items() if mine == number)
                      for number in sorted(set(folds.values()))},
            "command": "python -m tests.evals context --data FILE --fit FILE",
        },
        "held_out": shown,
        **dump_weights(learned.whole),
        "without_fold": {str(number): dump_weights(one) for number, one in learned.folds.items()},
    }  # fmt: skip
    report.write(kept, path)


def dump_weights(confidences: Confidences) -> dict[str, Any]:
    """The inverse of `parse_weights`: the weights in the file's form."""
    return {kind: _weights_of(one) for kind, one in confidences.kinds.items()}


def _weights_of(confidence: Confidence) -> dict[str, Any]:
    heads = {"question": confidence.question, "turn": confidence.turn, "memory": confidence.memory}
    return {
        **{
            name: {
                "bias": head.bias,
                "signals": {
                    signal: [mean, scale, weight]
                    for signal, mean, scale, weight in zip(head.names, head.mean, head.scale, head.weights, strict=True)
                },
            }
            for name, head in heads.items()
        },
        "answers_from": confidence.answers_from,
    }
