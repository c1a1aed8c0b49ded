"""`tests.evals context`: what of the evidence stands in the block that an agent gets, and when there is no block.

Blocks are made of stored answers (`context_asked`) by the same function that makes them in a recall. A turn is inside a
block when its words, or the part of a long one that is quoted, stand there, or a memory made of it whole. Beside that:
the ten best turns as they are, and the whole history.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from graphmem.evaluation import metrics, report
from graphmem.language.coverage import coverage, query_words
from graphmem.model.recall import Hit
from graphmem.services.retrieval.block import assemble_block
from graphmem.services.retrieval.confidence import is_answerable
from graphmem.services.retrieval.context import Context, tokens_of
from graphmem.services.retrieval.options import BUDGET
from graphmem.services.retrieval.query_hits import QueryHits
from graphmem.services.retrieval.sanitising import make_inert
from tests.evals import reliability
from tests.evals.confidence import HeldOut, Learned, rejudged
from tests.evals.context_asked import BUDGETS, DEEPEST, Asked, Stored
from tests.evals.context_cases import ABSTENTION

TEN = 10
WINDOW = 128_000
"""Tokens that a model reads at a time, for which a whole history is said to fit or not."""

BINS = 10


@dataclass(frozen=True, slots=True)
class Measured:
    """What one question gave. `inside` and `whole` are the shares of its evidence in the block by budget, `tokens` and
    `lines` what the block took; `words` the share of the answer's words in the block of usual size, None without an
    answer; `beside` the share of the lines of that block that hold no evidence, None without lines."""

    inside: dict[int, float]
    whole: dict[int, float]
    tokens: dict[int, int]
    lines: dict[int, int]
    ten: float
    ten_tokens: int
    is_kept: bool
    is_kept_elsewhere: bool
    is_kept_renamed: bool | None
    words: float | None
    beside: float | None


async def evaluate(stored: Stored, learned: Learned | None = None) -> report.Report:
    """The figures of stored answers, as blocks are made now; each is judged by what was `learned` without its
    conversation, or by what is shipped."""
    return await asyncio.to_thread(_report, stored, learned)


def _report(stored: Stored, learned: Learned | None) -> report.Report:
    held_out = HeldOut(learned, stored.asked)
    both = []
    for asked in stored.asked:
        known = held_out.of(asked)
        renamed = rejudged(asked.renamed, known) if asked.renamed else None
        judged = replace(asked, own=rejudged(asked.own, known), other=rejudged(asked.other, known), renamed=renamed)
        both.append((judged, _measured(judged, stored)))
    names = list(dict.fromkeys(asked.data for asked in stored.asked))
    found = _figures(both, stored)
    if len(names) > 1:
        found["by_data"] = {name: _figures([one for one in both if one[0].data == name], stored) for name in names}
    told = {name: value for name, value in stored.heading.items() if name != "form"}
    return {
        "metrics": found,
        "settings": report.settings(
            command="evaluate context",
            **told,
            questions=len(stored.asked),
            budgets=list(BUDGETS),
            seed=None,
            held_out_of_confidence=metrics.percent([held_out.share(stored.asked)]),
        ),
    }


def _figures(both: Sequence[tuple[Asked, Measured]], stored: Stored) -> dict[str, Any]:
    found = _of_questions(both)
    found |= _of_hits([asked for asked, _ in both])
    histories = {asked.data + asked.question.part: _history(stored, asked) for asked, _ in both}
    found["history_tokens"] = round(sum(histories.values()) / max(len(histories), 1))
    found["histories_that_fit"] = metrics.percent([float(tokens <= WINDOW) for tokens in histories.values()])
    groups = sorted({asked.question.group for asked, _ in both})
    found["by_category"] = {
        group: _of_questions([one for one in both if one[0].question.group == group]) for group in groups
    }
    return found


def _of_questions(both: Sequence[tuple[Asked, Measured]]) -> dict[str, Any]:
    answerable = [one for asked, one in both if asked.question.evidence]
    kept = [one.is_kept for asked, one in both if _within(asked.own.turns.hits[:TEN], asked.question.evidence)]
    abstained = [not one.is_kept for asked, one in both if asked.question.group == ABSTENTION]
    words = [one.words for one in answerable if one.words is not None]
    beside = [one.beside for one in answerable if one.beside is not None]
    found: dict[str, Any] = {
        "questions": len(both),
        "block_recall": _by_budget([one.inside for one in answerable]),
        "block_whole": _by_budget([one.whole for one in answerable]),
        "block_tokens": {
            str(budget): round(sum(one.tokens[budget] for one in answerable) / max(len(answerable), 1))
            for budget in BUDGETS
        },
        "block_lines": {
            str(budget): round(sum(one.lines[budget] for one in answerable) / max(len(answerable), 1), 1)
            for budget in BUDGETS
        },
        "ten_best": metrics.percent([one.ten for one in answerable]),
        "ten_best_tokens": round(sum(one.ten_tokens for one in answerable) / max(len(answerable), 1)),
        "answer_words": metrics.percent(words),
        "lines_beside": metrics.percent(beside),
        "off_topic_empty": metrics.percent([float(not one.is_kept_elsewhere) for _, one in both]),
        "answered_kept": metrics.percent([float(one) for one in kept]),
    }
    renamed = [not one.is_kept_renamed for _, one in both if one.is_kept_renamed is not None]
    if renamed:
        found["off_topic_renamed_empty"] = metrics.percent([float(one) for one in renamed])
    if abstained:
        found["abstention_empty"] = metrics.percent([float(one) for one in abstained])
    return found


def _of_hits(asked: Sequence[Asked]) -> dict[str, Any]:
    """How well the confidence of the ten best turns and memories tells which of them hold evidence, in the own
    conversation and in the other; of the own one alone (`auroc_own`); and which conversation answers the question."""
    own = [pair for one in asked for pair in sure_and_so(one.own, one.question.evidence)]
    pairs = own + [pair for one in asked for pair in sure_and_so(one.other, ())]
    values, truth = _split(pairs)
    answers = [(_answers(one.own), True) for one in asked if one.question.evidence]
    answers += [(_answers(one.other), False) for one in asked]
    return {
        "auroc_own": round(reliability.auroc(*_split(own)), 4),
        "auroc_questions": round(reliability.auroc(*_split(answers)), 4),
        "ece_questions": round(reliability.expected_error(*_split(answers), BINS), 4),
        "auroc": round(reliability.auroc(values, truth), 4),
        "ece": round(reliability.expected_error(values, truth, BINS), 4),
        "reliability": [
            {"mean": round(row.mean, 3), "share": round(row.share, 3), "hits": row.count}
            for row in reliability.table(values, truth, BINS)
        ],
    }


def _split(pairs: Sequence[tuple[float, bool]]) -> tuple[reliability.Values, reliability.Truth]:
    return np.array([sure for sure, _ in pairs], np.float64), np.array([so for _, so in pairs], np.bool_)


def _answers(found: QueryHits) -> float:
    return max((part.answerable for part in found.parts), default=0.0)


def sure_and_so(found: QueryHits, evidence: Sequence[str]) -> list[tuple[float, bool]]:
    """The confidence of each of the ten best turns and memories, and whether it holds evidence."""
    turns = [(hit.confidence, hit.drawer.source_id in evidence) for hit in found.turns.hits[:TEN]]
    return turns + [(hit.confidence, bool(set(hit.source_ids) & set(evidence))) for hit in found.memories[:TEN]]


def _measured(asked: Asked, stored: Stored) -> Measured:
    question, texts = asked.question, stored.turns[asked.data, asked.question.part]
    is_answered = is_answerable(asked.own.parts)
    blocks = {
        budget: assemble_block(asked.own, replace(DEEPEST, budget=budget), answerable=is_answered) for budget in BUDGETS
    }
    usual = blocks[BUDGET]
    answerable = is_answerable(asked.other.parts)
    elsewhere = assemble_block(asked.other, replace(DEEPEST, budget=BUDGET), answerable=answerable)
    answer = query_words(question.answer, asked.own.language)
    hits = asked.own.turns.hits[:TEN]
    shares = {budget: _shares(asked, block, texts) for budget, block in blocks.items()}
    return Measured(
        inside={budget: inside for budget, (inside, _) in shares.items()},
        whole={budget: whole for budget, (_, whole) in shares.items()},
        tokens={budget: block.tokens for budget, block in blocks.items()},
        lines={budget: block.text.count("\n- ") for budget, block in blocks.items()},
        ten=metrics.recall_at([hit.drawer.source_id or "" for hit in hits], question.evidence, TEN)
        if question.evidence
        else 0.0,
        ten_tokens=sum(tokens_of(f"{hit.drawer.speaker}: {hit.drawer.text}\n") for hit in hits),
        is_kept=bool(usual.text),
        is_kept_elsewhere=bool(elsewhere.text),
        is_kept_renamed=is_answerable(asked.renamed.parts) if asked.renamed else None,
        words=coverage(answer, usual.text) if answer else None,
        beside=_beside(asked, usual),
    )


def _beside(asked: Asked, block: Context) -> float | None:
    """The share of a block's lines that are of no turn with evidence, a memory being of all its turns."""
    sources = {hit.drawer.id: {hit.drawer.source_id} for hit in asked.own.turns.hits}
    sources |= {hit.memory.id: {*hit.source_ids} for hit in asked.own.memories}
    lines = [sources.get(entry.id, set()) for entry in block.entries]
    return sum(not one & {*asked.question.evidence} for one in lines) / len(lines) if lines else None


def _shares(asked: Asked, block: Context, texts: dict[str, tuple[str, str]]) -> tuple[float, float]:
    """The share of the evidence that is inside the block, and the one that stands there whole."""
    evidence = asked.question.evidence
    if not evidence:
        return 0.0, 0.0
    quoted = {hit.drawer.source_id for hit in asked.own.turns.hits if hit.drawer.id in block.turns}
    told = {
        id_
        for hit in asked.own.memories
        if hit.memory.id in block.shown and make_inert(hit.memory.text) in block.text
        for id_ in hit.source_ids
    }
    whole = {id_ for id_ in evidence if make_inert(texts[id_][1]) in block.text} if block.text else set()
    return len((whole | told | quoted) & set(evidence)) / len(evidence), len(whole | (told & set(evidence))) / len(
        evidence
    )


def _within(hits: Sequence[Hit], evidence: Sequence[str]) -> bool:
    return any(hit.drawer.source_id in evidence for hit in hits)


def _history(stored: Stored, asked: Asked) -> int:
    """Tokens of the whole conversation."""
    turns = stored.turns[asked.data, asked.question.part].values()
    return sum(tokens_of(f"{speaker}: {text}\n") for speaker, text in turns)


def _by_budget(rows: Sequence[dict[int, float]]) -> dict[str, float]:
    return {str(budget): metrics.percent([row[budget] for row in rows]) for budget in BUDGETS}
