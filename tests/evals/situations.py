"""`python -m tests.evals situations`: what memory has for the next turn of a conversation.

A line is `{"id", "lang", "kind", "told": [{"speaker", "text"}], "messages": [{"role", "text"}], "wants": [0]}`: what
was told in earlier talks, the conversation as it stands, and the places of what the next turn needs of it. All lines
lie in one owner, so each is asked among what all of them told. Beside what the situation finds stand the last message
alone and all of the user's messages as one text, each as an ordinary question; and the same for the times.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from time import perf_counter

from graphmem.evaluation import metrics, report
from graphmem.evaluation.isolated import isolated
from graphmem.facade import GraphMem
from graphmem.model.recall import RecallResult
from graphmem.model.transcript import Conversation, Role, Session, Turn
from graphmem.ports import Progress, silent
from graphmem.services.retrieval.options import RecallOptions
from tests.evals import labelled

TOPS = (1, 5, 10)
WAYS = ("situation", "last_message", "all_messages")
ROUNDS = 3
"""Times that each line is asked each way; the first, for which nothing is warm, is not timed."""

_FIELDS = ("id", "lang", "kind", "told", "messages", "wants")
_ASKING = RecallOptions(touch=False)


async def evaluate(memory: GraphMem, data: Path | None = None, progress: Progress = silent) -> report.Report:
    """Recall of what is wanted by each way, and milliseconds. Raises InvalidInputError for a file of another form."""
    cases = labelled.cases("situations", data, _FIELDS)
    found: list[dict[str, Sequence[str]]] = []
    blocks: list[bool] = []
    times: dict[str, list[float]] = {way: [] for way in WAYS}
    async with isolated(memory, "situations", data or Path("situations"), {}) as run:
        name = run.owner()
        for number, case in enumerate(cases):
            await memory.mine(_conversation(case), owner=name)
            progress("telling", number + 1, len(cases))
        for number, case in enumerate(cases):
            for round_ in range(ROUNDS):
                answers: dict[str, RecallResult] = {}
                for way in WAYS:
                    memory.forget_cached_queries()
                    since = perf_counter()
                    answers[way] = await _asked(memory, name, case, way)
                    if round_:
                        times[way].append((perf_counter() - since) * 1000)
            found.append({way: [hit.drawer.source_id or "" for hit in answers[way].hits] for way in WAYS})
            wanted = [_text(case, place) for place in case["wants"]]
            blocks.append(all(text in answers["situation"].context for text in wanted))
            progress("asking", number + 1, len(cases))
    lines = list(zip(cases, found, blocks, strict=True))
    figures = _figures(lines)
    for name, key in (("by_language", "lang"), ("by_kind", "kind")):
        figures[name] = {
            value: _figures([line for line in lines if line[0][key] == value])
            for value in sorted({str(case[key]) for case in cases})
        }
    timing = {way: metrics.percentiles(taken) for way, taken in times.items()}
    figures["milliseconds"] = timing
    figures["ratio_to_recall"] = round(timing["situation"]["p50"] / timing["last_message"]["p50"], 2)
    errors = [
        {**case, "found": list(ways["situation"][: TOPS[1]])}
        for case, ways, _ in lines
        if not set(_wanted(case)) <= set(ways["situation"][: TOPS[1]])
    ]
    settings = report.settings(
        command="evaluate situations", data=str(data or "situations"), embedder=memory.embedder.model
    )
    return {"metrics": figures, "settings": settings, "errors": errors}


async def _asked(memory: GraphMem, owner: str, case: labelled.Case, way: str) -> RecallResult:
    if way == "situation":
        return await memory.context_for(case["messages"], owner=owner, options=_ASKING)
    said = [str(message["text"]) for message in case["messages"] if message["role"] == Role.USER]
    return await memory.recall(said[-1] if way == "last_message" else " ".join(said), owner=owner, options=_ASKING)


def _figures(lines: Sequence[tuple[labelled.Case, Mapping[str, Sequence[str]], bool]]) -> dict[str, object]:
    """Percentages of what is wanted among the best, by way, and of lines whose block holds all of it word for word."""
    figures: dict[str, object] = {
        way: {
            f"recall_at_{top}": round(
                100 * sum(_share(case, ways[way][:top]) for case, ways, _ in lines) / len(lines), 1
            )
            for top in TOPS
        }
        for way in WAYS
    }
    figures["in_block"] = round(100 * sum(held for _, _, held in lines) / len(lines), 1)
    return figures | {"lines": len(lines)}


def _share(case: labelled.Case, ids: Sequence[str]) -> float:
    wanted = _wanted(case)
    return len(set(wanted) & set(ids)) / len(wanted)


def _wanted(case: labelled.Case) -> list[str]:
    return [_id(case, place) for place in case["wants"]]


def _id(case: labelled.Case, place: int) -> str:
    return f"{case['id']}:{place}"


def _text(case: labelled.Case, place: int) -> str:
    return str(case["told"][place]["text"])


def _conversation(case: labelled.Case) -> Conversation:
    turns = tuple(
        Turn(str(told["text"]), str(told["speaker"]), _role(str(told["speaker"])), None, _id(case, place))
        for place, told in enumerate(case["told"])
    )
    title = f"Talk {case['id']}"
    return Conversation(str(case["id"]), title, None, (Session(title, None, turns),))


def _role(speaker: str) -> Role:
    return Role(speaker) if speaker in set(Role) else Role.USER
