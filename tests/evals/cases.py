"""Questions with known evidence from any of the research sets, in one form: what is filed, asked, and wanted.

A fold is what is left out together when constants are fitted: a conversation or chat; of sets that lie in one owner,
the questions about the same passages.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from graphmem.errors import InvalidInputError
from graphmem.evaluation import locomo
from graphmem.model.language import RULED, Language
from graphmem.model.transcript import Conversation
from tests.evals import beam, musique, xquad
from tests.evals.beam_recall import in_order

FOLDS = 5
"""Into so many folds the questions go of a set that has no conversations."""


@dataclass(frozen=True, slots=True)
class Case:
    """A question asked of the conversation `part`, with the source ids of what answers it; of a pair of statements,
    those of the older and of the newer one alone.
    """

    part: str
    fold: str
    group: str
    text: str
    evidence: tuple[str, ...]
    older: tuple[str, ...] = ()
    newer: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Cases:
    """Conversations by part, whether they are filed with memories, and the questions over them."""

    conversations: Mapping[str, Conversation]
    memories: bool
    cases: Sequence[Case]


async def load(kind: str, path: Path) -> Cases:
    """The cases of a file of this kind. Raises InvalidInputError for a kind that is none and a file that is not one."""
    if kind not in KINDS:
        raise InvalidInputError(f"{kind[:40]!r} is no such data.", field="kind", remedy=f"One of {', '.join(KINDS)}.")
    return await asyncio.to_thread(KINDS[kind], path)


def _locomo(path: Path) -> Cases:
    samples = locomo.load(path)
    cases = [
        Case(sample.conversation.key, sample.conversation.key, one.category, one.text, one.evidence)
        for sample in samples
        for one in sample.questions
    ]
    return Cases({sample.conversation.key: sample.conversation for sample in samples}, True, cases)


def _beam(path: Path) -> Cases:
    chats = beam.load(path)
    cases = [case for chat in chats for case in _of_chat(chat)]
    return Cases({chat.conversation.key: chat.conversation for chat in chats}, True, cases)


def _of_chat(chat: beam.Chat) -> Iterator[Case]:
    places = {turn.source_id or "": place for place, turn in enumerate(chat.conversation.turns)}
    part = chat.conversation.key
    for question in chat.questions:
        older, newer = in_order(question, places) or ((), ())
        pair = tuple(sorted(older)), tuple(sorted(newer))
        yield Case(part, part, question.ability, question.text, question.evidence, *pair)


def _musique(path: Path) -> Cases:
    data = musique.load(path)
    cases = [
        Case("all", str(number % FOLDS), f"{len(one.evidence)} passages", one.text, one.evidence)
        for number, one in enumerate(data.questions)
    ]
    return Cases({"all": data.passages}, False, cases)


def _xquad(path: Path) -> Cases:
    data = xquad.load(path)
    places = {turn.source_id: number for number, turn in enumerate(data.paragraphs[Language.EN].turns)}
    cases = [
        Case(corpus.value, str(places[one.paragraph] % FOLDS), f"{language.value}→{corpus.value}", one.text[language],
             (one.paragraph,))
        for corpus in data.paragraphs
        for language in RULED
        for one in data.questions
    ]  # fmt: skip
    return Cases({language.value: found for language, found in data.paragraphs.items()}, False, cases)


KINDS: Mapping[str, Callable[[Path], Cases]] = {
    "locomo": _locomo,
    "musique": _musique,
    "beam": _beam,
    "xquad": _xquad,
}
"""Loaders by kind."""
