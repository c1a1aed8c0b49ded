"""`python -m tests.evals people`: five invented people tell 25 messages each and ask twenty plain questions.

Each message is observed in the README's own form, with a name or without one, in an owner of its own; then every
question is recalled as an agent would. A line of a block is of the message whose pointer it ends with. A block holds
the answer when a line is of a message that answers; whether a part of a message that is shown does, nobody checks.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from graphmem.errors import InvalidInputError
from graphmem.evaluation import report
from graphmem.evaluation.isolated import isolated
from graphmem.facade import GraphMem
from graphmem.model.recall import RecallResult
from graphmem.ports import Progress, silent
from graphmem.services.retrieval.options import RecallOptions

FOLDER = Path(__file__).with_name("data") / "people"
MESSAGES, QUESTIONS = "messages.jsonl", "questions.jsonl"


@dataclass(frozen=True, slots=True)
class Asked:
    """A question with what its block shows: which messages, in the order of the lines ("": none of theirs)."""

    person: str
    question: str
    evidence: frozenset[str]
    outdated: frozenset[str]
    shown: tuple[str, ...]
    tokens: int
    block: str

    @property
    def holds(self) -> bool:
        """Whether something that answers stands there."""
        return bool(self.evidence & {*self.shown})

    @property
    def tells_outdated(self) -> bool:
        """Whether what no longer holds stands there and nothing of what does."""
        return bool(self.outdated & {*self.shown}) and not self.holds


async def evaluate(
    memory: GraphMem, data: Path | None = None, *, named: bool = True, progress: Progress = silent
) -> report.Report:
    """What stands in the blocks of the questions of all people of a folder; `named`: each tells their name with what
    they say. Raises InvalidInputError for a folder without people."""
    asked: list[Asked] = []
    folders = sorted(path.parent for path in (data or FOLDER).glob(f"*/{QUESTIONS}"))
    if not folders:
        raise InvalidInputError(
            f"{data} holds no people.",
            field="data",
            remedy=f"Name a folder of folders with {MESSAGES} and {QUESTIONS}.",
        )
    async with isolated(memory, "people", data or FOLDER, {}) as run:
        for number, folder in enumerate(folders, start=1):
            asked += await _of_person(memory, run.owner(folder.name), folder, named=named)
            progress("people", number, len(folders))
    figures = _figures(asked)
    figures["by_person"] = {
        folder.name: _figures([one for one in asked if one.person == folder.name]) for folder in folders
    }
    settings = report.settings(command="evaluate people", named=named, embedder=memory.embedder.model)
    return {
        "metrics": figures,
        "settings": settings,
        "asked": [
            {"person": one.person, "question": one.question, "evidence": sorted(one.evidence), "shown": one.shown,
             "block": one.block}
            for one in asked
        ],
    }  # fmt: skip


async def _of_person(memory: GraphMem, owner: str, folder: Path, *, named: bool) -> list[Asked]:
    ids: dict[str, str] = {}
    own = memory.owner(owner)
    for message in records(folder / MESSAGES):
        filed = await own.observe(
            message["text"], speaker=folder.name.title() if named else None, said_at=said_at(message)
        )
        ids[filed.pointer or ""] = message["id"]
    return [
        _asked(folder.name, one, ids, await own.recall(one["question"], options=RecallOptions(touch=False)))
        for one in records(folder / QUESTIONS)
    ]


def _asked(person: str, question: dict[str, Any], ids: Mapping[str, str], result: RecallResult) -> Asked:
    return Asked(
        person, question["question"], frozenset(question["evidence"]), frozenset(question["outdated"]),
        tuple(ids.get(pointer, "") for pointer in pointers(result.context)), result.context_tokens, result.context,
    )  # fmt: skip


def pointers(block: str) -> Iterator[str]:
    """Where each line of a block is from: the rest of a pointer that the heading above it begins; "" from nowhere."""
    room = ""
    for line in block.splitlines():
        if not line.startswith("- "):
            room = line[line.find("§") :]
        elif line.endswith("]"):
            place = line[line.rfind("[") + 1 : -1]
            yield place if place.startswith("§") else f"{room}/{place}"
        else:
            yield ""


def said_at(message: Mapping[str, Any]) -> datetime:
    """When a message was said."""
    return datetime.fromisoformat(message["said_at"])


def records(path: Path) -> list[dict[str, Any]]:
    """The lines of a file."""
    return [json.loads(line) for line in path.read_text("utf-8").splitlines() if line]


def _figures(asked: Sequence[Asked]) -> dict[str, Any]:
    answerable = [one for one in asked if one.evidence]
    never = [one for one in asked if not one.evidence]
    shown = [(one, id_) for one in answerable for id_ in one.shown]
    with_block = [one for one in answerable if one.block]
    return {
        "questions": len(answerable),
        "holds": _percent([one.holds for one in answerable]),
        "first": _percent([bool(one.shown) and one.shown[0] in one.evidence for one in answerable]),
        "empty": _percent([not one.block for one in answerable]),
        "outdated_alone": sum(one.tells_outdated for one in answerable),
        "never_told": len(never),
        "never_told_empty": _percent([not one.block for one in never]),
        "lines": round(len(shown) / max(len(with_block), 1), 1),
        "tokens": round(sum(one.tokens for one in with_block) / max(len(with_block), 1)),
        "noise": _percent([id_ not in one.evidence | one.outdated for one, id_ in shown]),
    }


def _percent(found: Sequence[bool]) -> float:
    return round(100 * sum(found) / max(len(found), 1), 1)
