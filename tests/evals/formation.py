"""`python -m tests.evals formation`: what is remembered of raw messages, beside the spans a reader marked in them.

A line is `{"id", "lang", "speaker", "said_at", "text", "memories": [{"span", "category", "day", "until"}], "junk"}`: a
message, what of it is worth remembering word for word, and what must not be. Each is observed, one after another, by an
owner who knows other matters. A memory is

- right: it covers one marked span and little else, and a day it tells is the span's day,
- wrong: it covers a span, but tells another day, or a word of negation was left out,
- clumsy: it covers a part of a span, several spans, or much beside it,
- junk: most of it was not marked as worth remembering.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from pathlib import Path
from typing import Any

from graphmem.evaluation import report
from graphmem.evaluation.isolated import isolated
from graphmem.facade import GraphMem
from graphmem.language.formation import QuotedStatement
from graphmem.language.quotes import bare, days_told
from graphmem.model.category import Category
from graphmem.model.memory import ExtractedStatement, Memory
from graphmem.model.observation import StatementVerdict
from graphmem.model.palace import Owner
from graphmem.ports import Progress, silent
from tests.evals import labelled
from tests.evals.gate import others

JUDGEMENTS = ("right", "clumsy", "wrong", "junk")
COVERED = 0.75
"""Share of a span's words that a memory of it holds, and of such a memory's words that are of the span."""
TOUCHED = 0.3
"""Share of a memory's words that stand in spans, below which it is junk."""
MOST_ERRORS = 50

FIELDS = ("id", "lang", "speaker", "said_at", "text", "memories", "junk")
_WORD = re.compile(r"\w+")
_NEGATED = re.compile(r"\b(?:not|no|never|none|cannot|without|değil|yok|hiç|asla)\b|n['’]t\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Stored:
    """A memory of a message with how it was judged; `span` is the place of the span it is of, None for none; `is_rule`
    says whether it holds from now on."""

    text: str
    judgement: str
    span: int | None
    same_category: bool = False
    is_rule: bool = False


async def evaluate(memory: GraphMem, data: Path | None = None, progress: Progress = silent) -> report.Report:
    """Shares of memories by judgement, and how many of the marked spans are found. Raises InvalidInputError."""
    cases = labelled.cases("formation", data, FIELDS)
    judged: list[tuple[labelled.Case, list[Stored]]] = []
    async with isolated(memory, "formation", data or Path("formation"), {}) as run:
        for language in sorted({case["lang"] for case in cases}):
            name = await run.file(others(language, []), language, memories=True)
            for case in (case for case in cases if case["lang"] == language):
                judged.append((case, await _observed(memory, memory.owner(name), case)))
                progress("observing messages", len(judged), len(cases))
    metrics = scores(judged)
    metrics["by_language"] = {
        lang: scores([one for one in judged if one[0]["lang"] == lang])
        for lang in sorted({case["lang"] for case in cases})
    }
    errors = errors_of(judged)
    model = memory.embedder.model
    settings = report.settings(command="evaluate formation", data=str(data or "formation"), embedder=model)
    return {"metrics": metrics, "settings": settings, "errors": errors[:: max(1, len(errors) // MOST_ERRORS)]}


async def _observed(memory: GraphMem, owner: Owner, case: labelled.Case) -> list[Stored]:
    said_at = datetime.fromisoformat(case["said_at"])
    seen = await memory.observer.observe(owner, case["text"], speaker=case["speaker"], said_at=said_at)
    return [judge(case, verdict) for verdict in seen.statements if verdict.memory is not None]


def judge(case: labelled.Case, told: StatementVerdict | ExtractedStatement | Memory | QuotedStatement) -> Stored:
    """How well a statement tells what was marked in a message; an atom has no category yet."""
    is_rule = getattr(told, "category", None) == Category.POLICY
    own = _words(case["text"], bare(told.text))
    spans = [_words(case["text"], marked["span"]) for marked in case["memories"]]
    shares = [len(own & span) / max(1, len(span)) for span in spans]
    inside = sum(len(own & span) for span in spans) / max(1, len(own))
    best = max(range(len(spans)), key=shares.__getitem__, default=None)
    if best is None or inside < TOUCHED:
        return Stored(told.text, "junk", None, is_rule=is_rule)
    marked = case["memories"][best]
    same = getattr(told, "category", None) == marked["category"]
    if _negations(case["text"], spans[best] - own) and shares[best] >= TOUCHED:
        return Stored(told.text, "wrong", best, same, is_rule)
    if marked["day"] is not None and shares[best] >= COVERED and not _is_on(case, told, marked["day"]):
        return Stored(told.text, "wrong", best, same, is_rule)
    alone = sum(share >= COVERED for share in shares) == 1
    right = alone and len(own & spans[best]) / max(1, len(own)) >= COVERED
    return Stored(told.text, "right" if right else "clumsy", best if shares[best] >= COVERED else None, same, is_rule)


def _is_on(
    case: labelled.Case, told: StatementVerdict | ExtractedStatement | Memory | QuotedStatement, marked: str
) -> bool:
    """Whether a memory tells the marked day, or no day at all."""
    on, said_at = date.fromisoformat(marked), datetime.fromisoformat(case["said_at"])
    begins = (told.valid_from or said_at).date()
    if begins == on:
        return True
    days = days_told(told.text)
    if days:
        return any(one.first <= on <= one.last for one in days)
    return begins == said_at.date()


def _words(text: str, part: str) -> frozenset[tuple[int, int]]:
    """The places of a part's words in a text; of a part that does not stand there as it is, those of its words."""
    at = text.find(part)
    if at >= 0:
        return frozenset((at + word.start(), at + word.end()) for word in _WORD.finditer(part))
    words = {word.casefold() for word in _WORD.findall(part)}
    return frozenset(word.span() for word in _WORD.finditer(text) if word.group().casefold() in words)


def _negations(text: str, places: Iterable[tuple[int, int]]) -> bool:
    """Whether one of the words at these places negates."""
    negated = [found.span() for found in _NEGATED.finditer(text)]
    return any(first < end and start < last for start, end in places for first, last in negated)


def errors_of(judged: Sequence[tuple[labelled.Case, Sequence[Stored]]]) -> list[dict[str, str]]:
    """The memories that are not right, with their messages."""
    return [
        {"id": case["id"], "text": case["text"], one.judgement: one.text}
        for case, stored in judged
        for one in stored
        if one.judgement != "right"
    ]


def scores(judged: Sequence[tuple[labelled.Case, Sequence[Stored]]]) -> dict[str, Any]:
    """Shares of what is remembered of messages by judgement, and how many of the marked spans are found."""
    stored = [one for _, found in judged for one in found]
    counts = Counter(one.judgement for one in stored)
    found = sum(len({one.span for one in stored_of if one.span is not None}) for _, stored_of in judged)
    there = sum(len(case["memories"]) for case, _ in judged)
    placed = [one for one in stored if one.span is not None]
    return {
        "messages": len(judged),
        "memories": len(stored),
        **{name: round(counts[name] / max(1, len(stored)), 4) for name in JUDGEMENTS},
        "category_of_found": round(sum(one.same_category for one in placed) / max(1, len(placed)), 4),
        "spans": labelled.scores(hits=found, said=max(found, len(stored)), there=there),
        "rules": _rules(judged),
        "by_category": _by_category(judged),
    }


def _rules(judged: Sequence[tuple[labelled.Case, Sequence[Stored]]]) -> Mapping[str, float]:
    """How many of the memories that hold from now on are of a span that a reader calls a policy, and of how many of
    these there is one."""
    said = [one for _, stored in judged for one in stored if one.is_rule]
    return labelled.scores(
        hits=sum(one.same_category for one in said),
        said=len(said),
        there=sum(marked["category"] == Category.POLICY for case, _ in judged for marked in case["memories"]),
    )


def _by_category(judged: Iterable[tuple[labelled.Case, Sequence[Stored]]]) -> Mapping[str, Mapping[str, float]]:
    """Of each category's spans, the share that is found; precision is that of all."""
    hits: Counter[str] = Counter()
    there: Counter[str] = Counter()
    for case, stored in judged:
        found = {one.span for one in stored if one.span is not None}
        for place, marked in enumerate(case["memories"]):
            there[marked["category"]] += 1
            hits[marked["category"]] += place in found
    return {name: {"recall": round(hits[name] / count, 4), "count": count} for name, count in sorted(there.items())}
