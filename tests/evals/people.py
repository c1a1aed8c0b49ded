"""`python -m tests.evals people`: five invented people tell 25 messages each and ask twenty plain questions.

Each message is observed in the README's own form, with a name or without one, in an owner of its own; then every
question is recalled as an agent would. A line of a block belongs to the message whose words it shows. Whether a block
holds the answer is told by its evidence: one of the messages that answer, or a part of it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any

from graphmem.evaluation import report
from graphmem.evaluation.isolated import isolated
from graphmem.facade import GraphMem
from graphmem.language.turkish import fold
from graphmem.model.recall import RecallResult
from graphmem.ports import Progress, silent
from graphmem.services.retrieval.options import Options

FOLDER = Path(__file__).with_name("data") / "people"

SAME = 0.8
"""Share of a line's words that a message says where the line is a part of it."""

_WORDS = re.compile(r"\w+")


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


@dataclass(slots=True)
class _Lines:
    """The words of a person's messages by id."""

    words: dict[str, list[str]] = field(default_factory=dict)

    def of(self, line: str) -> str:
        """The message that says a line of a block; "" for one that none says."""
        said = _WORDS.findall(fold(re.sub(r"\s*(\([^()]*\))?\s*(\[[^\[\]]*\])?$", "", line.removeprefix("- "))))
        best, name = 0.0, ""
        for id_, words in self.words.items():
            own = set(words)
            share = sum(word in own for word in said) / max(len(said), 1)
            if share > best:
                best, name = share, id_
        return name if best >= SAME else ""


async def evaluate(memory: GraphMem, *, named: bool = True, progress: Progress = silent) -> report.Report:
    """What stands in the blocks of all people's questions; `named`: each tells their name with what they say."""
    asked: list[Asked] = []
    folders = sorted(one for one in FOLDER.iterdir() if one.is_dir())
    async with isolated(memory, "people", FOLDER, {}) as run:
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
    lines = _Lines()
    own = memory.owner(owner)
    for message in _records(folder / "messages.jsonl"):
        lines.words[message["id"]] = _WORDS.findall(fold(f"{folder.name} {message['text']}"))
        said_at = datetime.fromisoformat(message["said_at"])
        await own.observe(message["text"], speaker=folder.name.title() if named else None, said_at=said_at)
    return [
        _asked(folder.name, one, lines, await own.recall(one["question"], options=Options(touch=False)))
        for one in _records(folder / "questions.jsonl")
    ]


def _asked(person: str, question: dict[str, Any], lines: _Lines, result: RecallResult) -> Asked:
    told = [line for line in result.context.splitlines() if line.startswith("- ")]
    return Asked(
        person, question["question"], frozenset(question["evidence"]), frozenset(question["outdated"]),
        tuple(lines.of(line) for line in told), result.context_tokens, result.context,
    )  # fmt: skip


def _records(path: Path) -> list[dict[str, Any]]:
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
