"""What the served paths make of each writer's lines with heads that saw none of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from graphmem.cognition.linear_head import LinearHead
from graphmem.ports import Embedder, Purpose
from graphmem.services.ingestion.candidates import ConversationReader
from graphmem.services.text_judging import TextHeads
from tests.evals import formation, labelled, language, router
from tests.evals.text_lines import (
    STANDING_FILES,
    TALKS,
    folder,
    formed_by,
    message_of,
    session_writers,
    writers,
)

Without = Mapping[str, Mapping[str, LinearHead]]
"""Heads by their name and by the writer whose lines they did not see."""

MESSAGE_FIGURES = dict.fromkeys(("category_accuracy", "category_accuracy_of_phrases"), "worth") | dict.fromkeys(
    ("keep", "standing", "standing_as_policy"), ""
)
QUESTION_FIGURES = {"intent_accuracy": "asking", "hyde_accuracy": "asking", "skip_accuracy": "lines", "skip": ""}
"""Figures of the reports that go on the card, and what says how many lines they rest on."""


def _files() -> dict[str, Path]:
    """The files of messages by their writers."""
    found = {writer: folder() / writer / "messages.jsonl" for writer in writers("messages")}
    return found | {name: folder() / "standing" / f"{name}.jsonl" for name in STANDING_FILES}


def _without(heads: TextHeads, without: Without, writer: str) -> TextHeads:
    """The heads that saw no line of a writer."""
    return replace(heads, heads={name: without[name].get(writer, one) for name, one in heads.heads.items()})


async def messages(embedder: Embedder, heads: TextHeads, without: Without) -> dict[str, Any]:
    """What the write path makes of each writer's messages with heads that saw none of them."""
    told: dict[str, dict[str, Any]] = {}
    for writer, path in _files().items():
        report = await language.evaluate(path, embedder, _without(heads, without, writer))
        by_language = report["metrics"]["by_language"]
        told[writer] = {name: _figures(by_language[name], MESSAGE_FIGURES) for name in sorted(heads.languages)}
    return _means(told) | told


async def statements(embedder: Embedder, heads: TextHeads, without: Without) -> dict[str, Any]:
    """What is remembered of each writer's messages with heads that saw none of them, beside the spans marked in them;
    all that the write path does but to look for what it knows already."""
    told = {writer: labelled.cases("formation", path, formation.FIELDS) for writer, path in formed_by().items()}
    return await _statements(embedder, heads, without, told, with_assistant=False)


async def sessions(embedder: Embedder, heads: TextHeads, without: Without) -> dict[str, Any]:
    """The same of what people tell an assistant."""
    return await _statements(embedder, heads, without, session_writers(), with_assistant=True)


async def unheard(embedder: Embedder, heads: TextHeads, without: Without) -> dict[str, Any]:
    """The same where what the assistant says is not handed over, of those who told it of their lives and work."""
    return await _statements(embedder, heads, without, session_writers(TALKS), with_assistant=False)


async def _statements(
    embedder: Embedder,
    heads: TextHeads,
    without: Without,
    told: Mapping[str, Sequence[labelled.Case]],
    *,
    with_assistant: bool,
) -> dict[str, Any]:
    judged: dict[str, list[tuple[labelled.Case, list[formation.Stored]]]] = {}
    for writer, cases in told.items():
        left = _without(heads, without, writer)
        for case in (case for case in cases if case["lang"] in heads.languages):
            message = message_of(case)
            vectors = await embedder.embed([f"{message.speaker}: {message.text}"], Purpose.PASSAGE)
            reader = ConversationReader(embedder, heads=left, with_assistant=with_assistant)
            _, candidates, _ = await reader.read([message], vectors)
            found = [formation.judge(case, candidate.formed) for candidate in candidates]
            judged.setdefault(writer, []).append((case, found))
    everybody = [one for found in judged.values() for one in found]
    groups = {"all": everybody, **judged}
    groups |= {name: [one for one in everybody if one[0]["lang"] == name] for name in sorted(heads.languages)}
    return {name: _shares(formation.scores(found)) for name, found in groups.items()}


def _shares(scores: Mapping[str, Any]) -> dict[str, Any]:
    """What of the scores of formation goes on a card."""
    found = {name: scores[name] for name in ("messages", "memories", *formation.JUDGEMENTS, "category_of_found")}
    return found | {"spans_found": scores["spans"]["recall"]}


async def questions(embedder: Embedder, heads: TextHeads, without: Without) -> dict[str, Any]:
    """What recall makes of each writer's questions with heads that saw none of them."""
    told: dict[str, dict[str, Any]] = {}
    for writer in writers("queries"):
        path = folder() / writer / "queries.jsonl"
        report = await router.evaluate(path, embedder, _without(heads, without, writer))
        by_language = report["metrics"]["by_language"]
        told[writer] = {name: _figures(by_language[name], QUESTION_FIGURES) for name in sorted(heads.languages)}
    return _means(told) | told


def _figures(metrics: Mapping[str, Any], wanted: Mapping[str, str]) -> dict[str, Any]:
    """Figures and how many lines each rests on."""
    found = {}
    for name, counted in wanted.items():
        if name in metrics:
            figure = metrics[name]
            if isinstance(figure, Mapping):
                found[name] = dict(figure)
            else:
                found[name] = {"share": figure, "count": metrics[counted]}
    return {name: one for name, one in found.items() if one["count"]}


def _means(told: Mapping[str, Mapping[str, Mapping[str, Any]]]) -> dict[str, Any]:
    """Over all writers, by language and in all: shares with each line counting the same."""
    groups: dict[str, dict[str, list[tuple[float, int]]]] = {}
    for by_language in told.values():
        for spoken_in, figures in by_language.items():
            for name, figure in figures.items():
                for part in ("share", "precision", "recall", "f1"):
                    if part in figure:
                        for group in ("all", spoken_in):
                            pair = (figure[part], figure["count"])
                            groups.setdefault(group, {}).setdefault(f"{name} {part}", []).append(pair)
    return {
        group: {
            name: round(sum(value * count for value, count in pairs) / sum(count for _, count in pairs), 4)
            for name, pairs in figures.items()
        }
        for group, figures in groups.items()
    }
