"""`python -m tests.evals beam-links`: are statements that replace or contradict each other linked in the graph?

Each chat is mined as anybody's would be, in an owner of its own that is erased afterwards. A pair counts as linked when
any memory of one side's messages SUPERSEDES or CONTRADICTS one of the other's. What was superseded is listed, so that
a person can judge how much of it was wrong.
"""

from __future__ import annotations

import secrets
from collections import defaultdict
from pathlib import Path

from graphmem.evaluation import metrics, report
from graphmem.facade import GraphMem
from graphmem.model.relation import RelationType
from graphmem.ports import Progress, silent
from graphmem.store.relations import RelatedPair
from tests.evals.beam import Chat, Question, load

SAMPLE = 100
RETIRED = (RelationType.SUPERSEDES, RelationType.CONTRADICTS)


async def evaluate(memory: GraphMem, data: Path, progress: Progress = silent) -> report.Report:
    """Mine, look, erase; see the module. `supersessions` holds every SUPERSEDES of the run, at most SAMPLE evenly."""
    chats = load(data)
    linked: dict[str, list[float]] = defaultdict(list)
    found: list[RelatedPair] = []
    turns = memories = 0
    for number, chat in enumerate(chats):
        owner = f"beam-links-{secrets.token_hex(4)}"
        try:
            mined = await memory.mine(chat.conversation, owner=owner, progress=progress)
            pairs = await memory.memories.related(memory.owner(owner), *RETIRED)
            for question in _paired(chat):
                linked[question.ability].append(float(is_linked(question, pairs)))
            found += [pair for pair in pairs if pair.type == "SUPERSEDES"]
            turns += mined.filed
            memories += mined.memories
        finally:
            await memory.erase(owner=owner)
        progress("chats", number + 1, len(chats))
    every = [value for values in linked.values() for value in values]
    return {
        "metrics": {
            "linked": metrics.percent(every),
            "by_ability": {ability: metrics.percent(values) for ability, values in sorted(linked.items())},
            "pairs": len(every),
            "supersessions": len(found),
            "supersessions_per_1000_turns": round(1000 * len(found) / turns, 2) if turns else 0.0,
            "turns": turns,
            "memories": memories,
        },
        "settings": report.settings(embedder=memory.embedder.model, data=data.name),
        "supersessions": [{"new": pair.new, "old": pair.old} for pair in _sample(found)],
    }


def _paired(chat: Chat) -> list[Question]:
    return [question for question in chat.questions if question.older and question.newer]


def is_linked(question: Question, pairs: list[RelatedPair]) -> bool:
    """Whether any memory of one side's messages replaces or contradicts one of the other's."""
    older, newer = set(question.older), set(question.newer)
    for pair in pairs:
        new, old = set(pair.new_sources), set(pair.old_sources)
        if (new & newer and old & older) or (new & older and old & newer):
            return True
    return False


def _sample(found: list[RelatedPair]) -> list[RelatedPair]:
    step = max(1, len(found) // SAMPLE)
    return found[::step][:SAMPLE]
