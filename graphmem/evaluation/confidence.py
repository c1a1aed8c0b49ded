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

from graphmem.cognition.confidence import QUESTION_RIDGE, Confidence, Confidences, cut, fitted
from graphmem.errors import InvalidInputError
from graphmem.evaluation import report
from graphmem.evaluation.context_asked import Asked, Stored
from graphmem.services.retrieval import confidence as served
from graphmem.services.retrieval.found import Found, joined

FOLDS = 5
KEPT, KEPT_BY_ASSISTANTS = 0.98, 0.96
"""Share of the questions with evidence among the ten best turns that are to be answered; of those to what an assistant
was told, of which many share no word with what they lean on."""

SHOWN = ("questions", "auroc", "ece", "auroc_own", "auroc_questions", "ece_questions", "off_topic_empty",
         "off_topic_renamed_empty", "answered_kept", "abstention_empty", "reliability")  # fmt: skip
"""Figures that stand beside what was learned."""

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


@dataclass(frozen=True, slots=True)
class _Rows:
    """The signals of each part of an answer in the own conversation, and in the other, renamed too; each with whether
    an assistant was told what was found."""

    own: tuple[tuple[served.Rows, bool], ...]
    other: tuple[tuple[served.Rows, bool], ...]
    renamed: tuple[tuple[served.Rows, bool], ...]

    @classmethod
    def of(cls, one: Asked) -> _Rows:
        own, other, renamed = (
            tuple((served.rows_of(part, found.model), served.is_with_assistant(part)) for part in found.parts)
            if found
            else ()
            for found in (one.own, one.other, one.renamed)
        )
        return cls(own, other, renamed)


def _learned(rows: Sequence[tuple[Asked, _Rows]]) -> Confidences:
    return Confidences(_confidence(rows, with_assistant=False), _confidence(rows, with_assistant=True))


def _confidence(rows: Sequence[tuple[Asked, _Rows]], *, with_assistant: bool) -> Confidence:
    """What was learned of talk among people, or of what an assistant was told."""
    asked = [pair for one, found in rows for pair in _questions(one, found, with_assistant)]
    turns = [pair for one, found in rows for pair in _turns(one, found, with_assistant)]
    memories = [pair for one, found in rows for pair in _memories(one, found, with_assistant)]
    question, turn, memory = (
        fitted([row if with_assistant else _plain(row) for row, _ in pairs], [so for _, so in pairs], *ridge)
        for pairs, ridge in ((asked, (QUESTION_RIDGE,)), (turns, ()), (memories, ()))
    )
    kept = [
        max(question.probability(row.question) for row, _ in found.own)
        for one, found in rows
        if any(so is with_assistant for _, so in found.own)
        and any(hit.drawer.source_id in one.question.evidence for hit in one.own.turns.hits[:TEN])
    ]
    return Confidence(question, turn, memory, round(cut(kept, KEPT_BY_ASSISTANTS if with_assistant else KEPT), 4))


def _plain(row: Mapping[str, float]) -> Mapping[str, float]:
    return {name: value for name, value in row.items() if name not in served.TO_ASSISTANTS}


def _questions(one: Asked, found: _Rows, with_assistant: bool) -> Iterator[tuple[Mapping[str, float], bool]]:
    if not one.question.evidence:
        return
    if len(found.own) == 1 and found.own[0][1] is with_assistant:
        yield found.own[0][0].question, True
    for row, so in (*found.other, *found.renamed):
        if so is with_assistant:
            yield row.question, False


def _turns(one: Asked, found: _Rows, with_assistant: bool) -> Iterator[tuple[Mapping[str, float], bool]]:
    for part, (rows, so) in zip(one.own.parts, found.own, strict=True):
        if so is with_assistant:
            for hit, row in zip(part.turns.hits[:DEEP], rows.turns, strict=False):
                yield row, hit.drawer.source_id in one.question.evidence


def _memories(one: Asked, found: _Rows, with_assistant: bool) -> Iterator[tuple[Mapping[str, float], bool]]:
    for part, (rows, so) in zip(one.own.parts, found.own, strict=True):
        if so is with_assistant:
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
            without = {number: served.read(one) for number, one in kept["without_fold"].items()}
            named = kept["learned_of"]["folds"]
            self._folds = {name: without[number] for number, names in named.items() for name in names}
            self._else = served.shipped()

    def of(self, one: Asked) -> Confidences:
        """What the answer is judged with."""
        return self._folds.get(one.fold, self._else)

    def share(self, asked: Sequence[Asked]) -> float:
        """0–1: of these answers, those that the shipped confidence was learned of and is judged without."""
        return sum(one.fold in self._folds for one in asked) / max(len(asked), 1)


def rejudged(found: Found, confidences: Confidences) -> Found:
    """An answer with other confidences than it was given."""
    parts = tuple(served.judged(part, found.model, confidences) for part in found.parts)
    turns, memories = joined(parts, len(found.turns.hits))
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
            "command": "graphmem evaluate context --data FILE --fit FILE",
        },
        "held_out": shown,
        **served.written(learned.whole),
        "without_fold": {str(number): served.written(one) for number, one in learned.folds.items()},
    }  # fmt: skip
    report.write(kept, path)
