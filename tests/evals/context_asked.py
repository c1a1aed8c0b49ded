"""What recall found for every question of some sets, asked once through the served path and kept in a file.

All conversations of all sets lie in one store, each in an owner of its own. A question is asked of its own one, then
of another conversation, which knows nothing of it (of the same set, else of another, else the sample), and once more
about those who speak there. Blocks, confidences and figures are tried over the file in seconds, without store or
embedder. It is gzipped JSON lines, the first a heading.
"""

from __future__ import annotations

import asyncio
import gzip
import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter, ValidationError

import graphmem
from graphmem import sample
from graphmem.drafts import drafted
from graphmem.errors import InvalidInputError
from graphmem.evaluation import datafile
from graphmem.evaluation.isolated import Run, isolated
from graphmem.facade import GraphMem
from graphmem.ports import Progress, silent
from graphmem.services.retrieval.options import RecallOptions
from graphmem.services.retrieval.query_hits import QueryHits
from tests.evals import context_cases
from tests.evals.context_cases import DataSet, Question

FORM = 1
"""Of the file; another one is refused."""

BUDGETS = (200, 400, 800, 1600)
DEEPEST = RecallOptions(budget=max(BUDGETS), touch=False)

SAMPLE = "sample"
"""Part of the owner that holds the sample: the other conversation where a set has one only."""

_FOUND = TypeAdapter(QueryHits)


@dataclass(frozen=True, slots=True)
class Asked:
    """A question of a set, what was found in its own conversation, and what in another; `renamed` what was found there
    for the same question about somebody who speaks there, None where it names nobody."""

    data: str
    question: Question
    own: QueryHits
    other: QueryHits
    renamed: QueryHits | None = None

    @property
    def fold(self) -> str:
        """What is left out together when something is fitted."""
        return f"{self.data} {self.question.fold}"


@dataclass(frozen=True, slots=True)
class Stored:
    """A heading, the turns of each conversation (set and part) by source id, and the questions."""

    heading: dict[str, Any]
    turns: dict[tuple[str, str], dict[str, tuple[str, str]]]
    asked: Sequence[Asked]


async def gather(
    memory: GraphMem, paths: Sequence[Path], path: Path, *, every: int = 1, progress: Progress = silent
) -> None:
    """File the data, ask every `every`th question, write `path`, erase. Raises InvalidInputError."""
    sets = [await asyncio.to_thread(context_cases.load, one) for one in paths]
    heading = {
        "form": FORM, "data": [one.name for one in sets], "every": every, "embedder": memory.embedder.model,
        "graphmem": graphmem.__version__,
    }  # fmt: skip
    try:
        with drafted(path) as draft, gzip.open(draft, "wt", encoding="utf-8", compresslevel=3) as file:
            file.write(json.dumps(heading) + "\n")
            async with isolated(memory, "context", paths[0], {}) as run:
                owners = await _filed(run, sets, progress)
                for one in sets:
                    file.write(json.dumps(_turns(one), ensure_ascii=False) + "\n")
                total = sum(len(one.questions[::every]) for one in sets)
                done = 0
                for one in sets:
                    for question, other in _pairs(sets, one, every):
                        file.write(await _line(memory, one, question, owners, other) + "\n")
                        done += 1
                        progress("asking", done, total)
    except OSError as error:
        raise InvalidInputError(
            f"{path} cannot be written ({error.strerror}).",
            field="asked", remedy="Name a file in a folder that exists.",
        ) from error  # fmt: skip


async def _filed(run: Run, sets: Sequence[DataSet], progress: Progress) -> dict[tuple[str, str], str]:
    """The owners by set and part; the sample has one of its own where there is one conversation only."""
    owners: dict[tuple[str, str], str] = {}
    if sum(len(one.conversations) for one in sets) < 2:
        for talk in sample.conversations().conversations:
            owners[SAMPLE, SAMPLE] = await run.file(talk, SAMPLE, memories=True)
    for one in sets:
        for part, conversation in one.conversations.items():
            name = f"{one.kind}-{part}"
            owners[one.name, part] = await run.file(conversation, name, memories=one.memories, progress=progress)
    return owners


def _pairs(sets: Sequence[DataSet], one: DataSet, every: int) -> Iterator[tuple[Question, tuple[str, str]]]:
    """Each question with another conversation: those of its set in turn, else those of all sets, else the sample."""
    elsewhere = [(other.name, part) for other in sets if other is not one for part in other.conversations]
    for number, question in enumerate(list(one.questions)[::every]):
        rest = question.others or [part for part in one.conversations if part != question.part]
        others = [(one.name, part) for part in rest]
        others = others or elsewhere or [(SAMPLE, SAMPLE)]
        yield question, others[number % len(others)]


async def _line(
    memory: GraphMem, one: DataSet, question: Question, owners: dict[tuple[str, str], str], other: tuple[str, str]
) -> str:
    asked = {"own": ((one.name, question.part), question.text), "other": (other, question.text)}
    if text := _renamed(question, one, other[1]):
        asked["renamed"] = (other, text)
    told = json.dumps({"data": one.name, "question": asdict(question)}, ensure_ascii=False)[:-1]
    for name, (place, text) in asked.items():
        found = await memory.query_hits(text, owner=owners[place], options=DEEPEST)
        told += f', "{name}": {_FOUND.dump_json(found).decode()}'
    return told + "}"


def _renamed(question: Question, one: DataSet, other: str) -> str:
    """The question about those who speak in another conversation in place of those whom it names; "" if it names none.

    What nobody spoke of must be told from what is known by more than a name.
    """
    if other not in one.conversations:
        return ""
    mine, theirs = (sorted({turn.speaker for turn in one.conversations[part].turns}) for part in (question.part, other))
    text = question.text
    for name, stranger in zip(mine, theirs, strict=False):
        text = text.replace(name, stranger)
    return text if text != question.text else ""


def _turns(one: DataSet) -> dict[str, Any]:
    return {
        "turns": one.name,
        "parts": {
            part: {turn.source_id: [turn.speaker, turn.text] for turn in conversation.turns if turn.source_id}
            for part, conversation in one.conversations.items()
        },
    }


def load(paths: Sequence[Path]) -> Stored:
    """Files that `gather` wrote, as one. Raises InvalidInputError for another one, and for two of different
    embedders."""
    found = [_loaded(path) for path in paths]
    if len({one.heading["embedder"] for one in found}) > 1:
        raise InvalidInputError("The answers are of different embedders.", field="asked", remedy="Give those of one.")
    heading = {**found[0].heading, "data": [name for one in found for name in one.heading["data"]]}
    turns = {place: texts for one in found for place, texts in one.turns.items()}
    return Stored(heading, turns, [asked for one in found for asked in one.asked])


def _loaded(path: Path) -> Stored:
    turns: dict[tuple[str, str], dict[str, tuple[str, str]]] = {}
    asked: list[Asked] = []
    try:
        with gzip.open(path, "rt", encoding="utf-8") as file:
            heading = json.loads(file.readline())
            if not isinstance(heading, dict) or heading.get("form") != FORM:
                raise _no_answers(path)
            for line in file:
                row = json.loads(line)
                if "parts" in row:
                    for part, found in row["parts"].items():
                        turns[row["turns"], part] = {id_: (told[0], told[1]) for id_, told in found.items()}
                else:
                    asked.append(_asked(row))
    except (OSError, EOFError) as error:
        raise datafile.unreadable(path, OSError(0, str(error))) from error
    except (ValueError, KeyError, ValidationError) as error:
        raise _no_answers(path) from error
    return Stored(heading, turns, asked)


def _asked(row: dict[str, Any]) -> Asked:
    told = row["question"]
    question = Question(**{**told, **{name: tuple(told.get(name, ())) for name in ("evidence", "others")}})
    renamed = _FOUND.validate_python(row["renamed"]) if row.get("renamed") else None
    own, other = (_FOUND.validate_python(row[name]) for name in ("own", "other"))
    return Asked(row["data"], question, own, other, renamed)


def _no_answers(path: Path) -> InvalidInputError:
    return InvalidInputError(
        f"{path} holds no answers of a recall.", field="asked", remedy="Name a file of `python -m tests.evals context`."
    )
