"""`python -m tests.evals beam`: are the messages found that BEAM's probing questions need, the newer before the older?

Each chat is mined as anybody's would be, with its memories, in an owner of its own. Message recall goes by ability.
Where a question is about two statements, `newer_first` is the share of pairs whose later statement is ranked above the
earlier one (one that was not found ranks below all), and `linked` the share that the graph links by SUPERSEDES or
CONTRADICTS. Two statements in the same messages are no pair.
"""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path

from graphmem.evaluation import metrics, report
from graphmem.evaluation.isolated import Run, isolated
from graphmem.evaluation.scores import Scores, recalls
from graphmem.facade import GraphMem
from graphmem.ports import Progress, silent
from tests.evals import beam
from tests.evals.beam import Chat, Question
from tests.evals.beam_links import RETIRED, is_linked

DEPTHS = (5, 10, 20)


async def evaluate(
    memory: GraphMem, path: Path, *, limit: int = 50, resume: bool = False, progress: Progress = silent
) -> report.Report:
    """Mine, ask, look at the links, erase, chat by chat; see the module."""
    chats = await asyncio.to_thread(beam.load, path)
    scores = Scores()
    async with isolated(memory, "beam", path, {"limit": limit}, resume=resume) as run:
        for number, chat in enumerate(chats, start=1):
            await _chat(run, chat, limit, scores, progress)
            progress("chats", number, len(chats))
    return {
        "metrics": scores.summary(),
        "latency_ms": metrics.percentiles(run.latencies),
        "settings": report.settings(
            data=path.name, chats=len(chats), messages=sum(chat.turns for chat in chats), questions=scores.count,
            limit=limit, embedder=memory.embedder.model, level="message", seed=None,
        ),
    }  # fmt: skip


async def _chat(run: Run, chat: Chat, limit: int, scores: Scores, progress: Progress) -> None:
    part = chat.conversation.key
    links = f"{part} links"
    owner = await run.file(chat.conversation, part, memories=True, progress=progress)
    if links not in run.noted:
        pairs = await run.memory.memories.related(run.memory.owner(owner), *RETIRED)
        run.note(links, [is_linked(question, pairs) for question in chat.questions])
    places = {turn.source_id or "": place for place, turn in enumerate(chat.conversation.turns)}
    for number, question in enumerate(chat.questions):
        answer = await run.ask(f"{part} {number}", question.text, owner=owner, limit=limit)
        values = recalls(answer.ranked, question.evidence, DEPTHS)
        if (pair := in_order(question, places)) is not None:
            older, newer = (_best(answer.ranked, side) for side in pair)
            values |= {"newer_first": float(newer < older), "linked": float(run.noted[links][number])}
        scores.add(question.ability, values)
    await run.over(part)


def in_order(question: Question, places: Mapping[str, int]) -> tuple[set[str], set[str]] | None:
    """The messages of the earlier and of the later statement alone, by their places in the chat; None without a pair.

    What BEAM calls the first statement of a contradiction may well have been said later.
    """
    one, other = set(question.older), set(question.newer)
    one, other = one - other, other - one
    if not one or not other:
        return None
    first = min(places[id_] for id_ in one) < min(places[id_] for id_ in other)
    return (one, other) if first else (other, one)


def _best(ranked: Sequence[str], wanted: Collection[str]) -> int:
    return next((place for place, id_ in enumerate(ranked) if id_ in wanted), len(ranked))
