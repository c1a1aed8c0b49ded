"""What statements meet in whole stores, recorded as the product mines them: what the judge of changes learns from.

Each chat in which a writer marked all that ends is mined as anybody's would be. Of every statement that meets memories
of its language one `Met` is kept, with which of them its message ends.
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
from graphmem.services.change_judge import BESIDE, Near, Told, plain
from graphmem.services.ingestion import consolidation
from tests.evals import labelled, text_lines
from tests.evals.encoder.endings import FIELDS
from tests.evals.talks import by_chat, conversation, speaks_of

UNREAD = ("quay", "iskele", "velvet", "kaptan", "harbour", "talks")
"""Writers that nothing is learned from."""

FILES = ("stores.jsonl", "talk.jsonl")

_FIRST = "2026-03-02T09:00:00"
"""When the messages of a chat were said that does not tell."""

_WORD = re.compile(r"[^\W_]+")
_WITHIN = 0.8
"""Share of a statement's words that the message that it is of has."""


@dataclass(frozen=True, slots=True)
class Met:
    """A statement with the memories that it met, best first, and whether its message ends each; None of one that an
    earlier message ended already. `kind` is how its message tells it, "" where nobody said so."""

    writer: str
    chat: str
    language: Language
    kind: str
    told: Told
    near: tuple[Near, ...]
    ends: tuple[bool | None, ...]


@dataclass(slots=True)
class Recorder:
    """In the place of the judge: ends nothing, and keeps what it was asked."""

    closes: float = 2.0
    asks: float = 2.0
    asked: list[tuple[Told, tuple[Near, ...], Language]] = field(default_factory=list)

    def likely(self, told: Told, near: Sequence[Near], language: Language) -> list[float]:
        """Nothing ends."""
        if near:
            self.asked.append((told, tuple(near), language))
        return [0.0] * len(near)


@contextmanager
def recording() -> Iterator[Recorder]:
    """Have statements meet a recorder as long as this lasts."""
    recorder = Recorder()
    with mock.patch.object(consolidation, "change_judge", return_value=recorder):
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


async def record(memory: GraphMem, path: Path, progress: Progress = silent) -> list[Met]:
    """What the statements of a file's chats meet."""
    found: list[Met] = []
    chats = by_chat({"because": (), "said_at": _FIRST} | case for case in labelled.cases("talks", path, FIELDS))
    async with isolated(memory, "stores", path, {}) as run:
        for number, (name, lines) in enumerate(chats.items(), start=1):
            with recording() as recorder:
                await run.file(conversation(name, lines), name, memories=True)
            found += _labelled(name, lines, recorder)
            await run.over(name)
            progress(path.parent.name, number, len(chats))
    return found


def _labelled(chat: str, lines: Sequence[labelled.Case], recorder: Recorder) -> Iterator[Met]:
    """The statements with what their messages end of what they met."""
    said = [_words(str(one["text"])) for one in lines]
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
        yield Met(str(lines[0].get("writer", "")), chat, language, kind, told, near, tuple(ends))


def _message_of(text: str, said: Sequence[set[str]]) -> int | None:
    """The message that a statement is of; None where no message holds most of its words."""
    words = _words(plain(text))
    shares = [len(words & one) / max(1, len(words)) for one in said]
    best = max(range(len(said)), key=shares.__getitem__)
    return best if shares[best] >= _WITHIN else None


def _words(text: str) -> set[str]:
    return set(_WORD.findall(fold(text)))
