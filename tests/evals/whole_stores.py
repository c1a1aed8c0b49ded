"""What statements meet in whole stores, recorded as the product mines them: what the judge of changes learns from.

Each chat in which a writer marked all that ends is mined as anybody's would be. Of every statement that meets memories
of its language one `StatementCase` is kept, with which of them its message ends.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from unittest import mock

from graphmem.evaluation.isolated import isolated
from graphmem.facade import GraphMem
from graphmem.language.turkish import fold
from graphmem.model.language import Language
from graphmem.ports import Progress, silent
from graphmem.services.change_judge import BESIDE, SimilarMemory, Utterance, plain
from graphmem.services.ingestion import consolidation
from tests.evals import labelled, text_lines
from tests.evals.encoder.endings import FIELDS
from tests.evals.talks import by_chat, conversation, speaks_of

UNREAD = ("quay", "iskele", "velvet", "kaptan", "harbour", "talks", "mason", "rizeli")
"""Writers that nothing is learned from."""

FILES = ("stores.jsonl", "talk.jsonl")

_FIRST = "2026-03-02T09:00:00"
"""When the messages of a chat were said that does not tell."""

_WORD = re.compile(r"[^\W_]+")
_WITHIN = 0.8
"""Share of a statement's words that the message that it is of has."""
_MUCH_THE_SAME = 0.5
"""The share from which an old statement may be ended by what ends another."""

SMALL = 6
"""Old statements of the store in which the last new one of a file of pairs is told; that of the first has one."""


@dataclass(frozen=True, slots=True)
class StatementCase:
    """A statement with the memories that it met, best first, and whether its message ends each; None of one that an
    earlier message ended already. `kind` is how its message tells it, "" where nobody said so."""

    writer: str
    chat: str
    language: Language
    kind: str
    told: Utterance
    near: tuple[SimilarMemory, ...]
    ends: tuple[bool | None, ...]


@dataclass(slots=True)
class Recorder:
    """In the place of the judge: ends nothing, and keeps what it was asked."""

    closes: float = 2.0
    asks: float = 2.0
    asked: list[tuple[Utterance, tuple[SimilarMemory, ...], Language]] = field(default_factory=list)

    def likely(self, told: Utterance, near: Sequence[SimilarMemory], language: Language) -> list[float]:
        """Nothing ends."""
        if near:
            self.asked.append((told, tuple(near), language))
        return [0.0] * len(near)


@contextmanager
def recording() -> Iterator[Recorder]:
    """Have statements meet a recorder, and no judge of small stores, as long as this lasts."""
    recorder = Recorder()
    with (
        mock.patch.object(consolidation, "change_judge", return_value=recorder),
        mock.patch.object(consolidation, "small_judge", return_value=None),
    ):
        yield recorder


def files() -> dict[str, Path]:
    """The files of chats in which all that ends is marked, by writer."""
    found = {
        folder.name: path
        for folder in sorted(text_lines.folder().iterdir())
        for name in FILES
        if (path := folder / name).is_file()
    }
    return found | {"talks": text_lines.folder().parent / "talks.jsonl"}


def small_files() -> dict[str, Path]:
    """The files of small stores, by writer."""
    found = {folder.name: folder / "small.jsonl" for folder in sorted(text_lines.folder().iterdir())}
    return {name: path for name, path in found.items() if path.is_file()}


def pair_files() -> dict[str, Path]:
    """The files of pairs of statements, by writer."""
    own = text_lines.folder().parent / "gate.jsonl"
    found = {folder.name: folder / "gate.jsonl" for folder in sorted(text_lines.folder().iterdir())}
    return {name: path for name, path in {"our own": own, **found}.items() if path.is_file()}


async def record(memory: GraphMem, path: Path, progress: Progress = silent) -> list[StatementCase]:
    """What the statements of a file's chats meet."""
    found: list[StatementCase] = []
    chats = by_chat({"because": (), "said_at": _FIRST} | case for case in labelled.cases("talks", path, FIELDS))
    async with isolated(memory, "stores", path, {}) as run:
        for number, (name, lines) in enumerate(chats.items(), start=1):
            with recording() as recorder:
                await run.file(conversation(name, lines), name, memories=True)
            found += _labelled(name, lines, recorder)
            await run.over(name)
            progress(path.parent.name, number, len(chats))
    return found


async def record_pairs(memory: GraphMem, path: Path, progress: Progress = silent) -> list[StatementCase]:
    """What the new statements of a file of pairs meet in small stores: the old ones of up to SMALL lines."""
    found: list[StatementCase] = []
    cases = list(labelled.cases("gate", path, ("id", "lang", "old", "new", "action")))
    async with isolated(memory, "pairs", path, {}) as run:
        for start in range(0, len(cases), SMALL):
            lines = cases[start : start + SMALL]
            owner = memory.owner(run.owner(str(start)))
            for place, line in enumerate(lines):
                await memory.observer.learn(owner, str(line["old"]))
                with recording() as recorder:
                    await memory.observer.learn(owner, str(line["new"]), dry_run=True)
                if len(recorder.asked) == 1:
                    found.append(_of_pairs(path.parent.name, str(start), lines[: place + 1], recorder))
            await run.over(str(start))
            progress(path.parent.name, start + len(lines), len(cases))
    return found


def _of_pairs(writer: str, chat: str, lines: Sequence[labelled.Case], recorder: Recorder) -> StatementCase:
    """The new statement of the last line, beside the old ones of all; None of one that is much the same as its own."""
    ((told, near, language),) = recorder.asked
    own = words(str(lines[-1]["old"]))
    is_ended = lines[-1]["action"] == "supersede"
    ends: list[bool | None] = []
    for one in near:
        said = words(plain(one.text))
        if len(said & own) >= _WITHIN * len(said):
            ends.append(is_ended)
        else:
            ends.append(None if len(said & own) >= _MUCH_THE_SAME * len(said) else False)
    return StatementCase(writer, chat, language, "", told, near, tuple(ends))


def _labelled(chat: str, lines: Sequence[labelled.Case], recorder: Recorder) -> Iterator[StatementCase]:
    """The statements with what their messages end of what they met."""
    said = [words(str(one["text"])) for one in lines]
    place = {str(one["id"]): number for number, one in enumerate(lines)}
    has_kinds = any("kind" in one for one in lines)
    over: set[str] = set()
    for told, near, language in recorder.asked:
        own = _message_of(told.text, said)
        if own is None:
            continue
        marks = lines[own]["ends"]
        ends = []
        for one in near:
            older = _message_of(one.text, said)
            is_ended = older is not None and any(
                place[str(mark["id"])] == older
                and speaks_of(one.text, mark["old"])
                and speaks_of(told.text, mark["new"])
                for mark in marks
            )
            ends.append(True if is_ended else None if one.text in over or older is None else False)
        over.update(one.text for one, is_over in zip(near[:BESIDE], ends, strict=False) if is_over)
        kind = str(lines[own].get("kind", "told")) if has_kinds else ""
        yield StatementCase(str(lines[0].get("writer", "")), chat, language, kind, told, near, tuple(ends))


def _message_of(text: str, said: Sequence[set[str]]) -> int | None:
    """The message that a statement is of; None where no message holds most of its words."""
    own = words(plain(text))
    shares = [len(own & one) / max(1, len(own)) for one in said]
    best = max(range(len(said)), key=shares.__getitem__)
    return best if shares[best] >= _WITHIN else None


def words(text: str) -> set[str]:
    """The folded words of a text."""
    return set(_WORD.findall(fold(text)))
