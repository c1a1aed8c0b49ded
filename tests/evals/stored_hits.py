"""What the retrievers found for every question of a set, gathered once through the served path and kept in a file.

Scoring is tried over such a file in seconds, without store or embedder. It is gzipped JSON lines: a heading, then for
each conversation its questions and, after them, the turns that any of them found.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any

import graphmem
from graphmem.drafts import drafted
from graphmem.errors import InvalidInputError
from graphmem.evaluation import datafile
from graphmem.evaluation.isolated import Run, isolated
from graphmem.facade import GraphMem
from graphmem.model.language import Language
from graphmem.model.palace import Drawer, PlacedDrawer
from graphmem.ports import Progress, silent
from graphmem.services.retrieval.cross_language import Reading
from graphmem.services.retrieval.options import RecallOptions
from graphmem.services.retrieval.turn_search import TurnHits
from graphmem.store import recall as store
from graphmem.store.recall import Hits
from tests.evals import cases
from tests.evals.cases import Case

FORM = 1
"""Of the file; another one is refused."""


@dataclass(frozen=True, slots=True)
class RetrievedCase:
    """A case and what the retrievers found for each part of its question; none where nothing was searched for."""

    case: Case
    retrieved: tuple[TurnHits, ...]


@dataclass(frozen=True, slots=True)
class Stored:
    """All of a set: its heading, its questions, and the turns of each conversation by id."""

    heading: Mapping[str, Any]
    asked: Sequence[RetrievedCase]
    turns: Mapping[str, Mapping[str, PlacedDrawer]]


@dataclass(slots=True)
class _Turns:
    """The turns of one conversation, numbered as they are found."""

    numbers: dict[str, int] = field(default_factory=dict)
    rooms: list[str] = field(default_factory=list)

    def number(self, id_: str, room: str) -> int:
        if (known := self.numbers.get(id_)) is None:
            known = self.numbers[id_] = len(self.rooms)
            self.rooms.append(room)
        return known


async def gather(
    memory: GraphMem, kind: str, data: Path, path: Path, *, every: int = 1, progress: Progress = silent
) -> None:
    """File the data, ask every `every`th question of the retrievers, write `path`, erase. Raises InvalidInputError."""
    found = await cases.load(kind, data)
    chosen = list(found.cases)[::every]
    heading = {
        "form": FORM, "kind": kind, "data": data.name, "every": every, "questions": len(chosen),
        "embedder": memory.embedder.model, "graphmem": graphmem.__version__,
    }  # fmt: skip
    try:
        with drafted(path) as draft, gzip.open(draft, "wt", encoding="utf-8") as file:
            file.write(json.dumps(heading) + "\n")
            async with isolated(memory, f"tune-{kind}", data, {}) as run:
                async for line in _lines(run, found, chosen, progress):
                    file.write(json.dumps(line, ensure_ascii=False) + "\n")
    except OSError as error:
        raise InvalidInputError(
            f"{path} cannot be written ({error.strerror}).", field="arms", remedy="Name a file in a folder that exists."
        ) from error


async def _lines(
    run: Run, found: cases.Cases, chosen: Sequence[Case], progress: Progress
) -> AsyncIterator[dict[str, Any]]:
    done = 0
    for part, conversation in found.conversations.items():
        mine = [case for case in chosen if case.part == part]
        if not mine:
            continue
        name = await run.file(conversation, part, memories=found.memories, progress=progress)
        owner, turns = run.memory.owner(name), _Turns()
        for case in mine:
            retrieved = await run.memory.turn_hits(case.text, owner=name, options=RecallOptions(touch=False))
            yield {"case": asdict(case), "arms": [_written(one, turns) for one in retrieved]}
            done += 1
            progress("asking the retrievers", done, len(chosen))
        described = await store.describe(run.memory.database, owner, list(turns.numbers))
        yield {"part": part, "turns": [_turn(described[id_], turns) for id_ in turns.numbers]}
        await run.over(part)


def _written(retrieved: TurnHits, turns: _Turns) -> dict[str, Any]:
    return {
        "query": retrieved.query,
        "language": retrieved.language.value,
        "terms": retrieved.terms,
        "hits": {
            name: {
                "turns": [turns.number(id_, room) for id_, room in zip(hits.ids, hits.rooms, strict=True)],
                "scores": [round(score, 7) for score in hits.scores],
                "languages": hits.languages,
            }
            for name, hits in retrieved.hits.items()
        },
        "stated": [
            [turns.numbers[id_], round(score, 7)] for id_, score in retrieved.stated.items() if id_ in turns.numbers
        ],
        "reading": [
            retrieved.reading.trust,
            retrieved.reading.language,
            retrieved.reading.crossing,
            retrieved.reading.model,
        ],
    }


def _turn(item: PlacedDrawer, turns: _Turns) -> dict[str, Any]:
    drawer = item.drawer
    return {
        "id": drawer.id,
        "room": turns.rooms[turns.numbers[drawer.id]],
        "text": drawer.text,
        "speaker": drawer.speaker,
        "role": drawer.role,
        "said_at": None if drawer.said_at is None else drawer.said_at.isoformat(),
        "position": drawer.position,
        "language": drawer.language,
        "source": drawer.source_id,
        "disputes": item.disputes,
    }


def load(path: Path) -> Stored:
    """A file that `gather` wrote. Raises InvalidInputError for another one."""
    try:
        with gzip.open(path, "rt", encoding="utf-8") as file:
            heading, *lines = (json.loads(line) for line in file)
    except (OSError, EOFError) as error:
        raise datafile.unreadable(path, OSError(0, str(error))) from error
    except ValueError as error:
        raise _no_arms(path) from error
    if not isinstance(heading, dict) or heading.get("form") != FORM:
        raise _no_arms(path)
    rows = {line["part"]: line["turns"] for line in lines if "part" in line}
    asked = []
    for line in lines:
        if "case" in line:
            case = _case(line["case"])
            asked.append(RetrievedCase(case, tuple(_read(one, rows[case.part]) for one in line["arms"])))
    return Stored(heading, asked, {part: {row["id"]: _placed(row) for row in found} for part, found in rows.items()})


def _no_arms(path: Path) -> InvalidInputError:
    return InvalidInputError(
        f"{path} holds no results of the retrievers.",
        field="arms",
        remedy="Name a file of `python -m tests.evals tune`.",
    )


def _case(row: Mapping[str, Any]) -> Case:
    named = (row["part"], row["fold"], row["group"], row["text"])
    return Case(*named, tuple(row["evidence"]), tuple(row["older"]), tuple(row["newer"]))


def _read(one: Mapping[str, Any], rows: Sequence[Mapping[str, Any]]) -> TurnHits:
    trust, language, crossing, model = one["reading"]
    reading = Reading(trust, None if language is None else Language(language), crossing, model)
    return TurnHits(
        query=one["query"],
        language=Language(one["language"]),
        terms=tuple(one["terms"]),
        hits={name: _hits(found, rows) for name, found in one["hits"].items()},
        stated={rows[number]["id"]: score for number, score in one["stated"]},
        reading=reading,
    )


def _hits(found: Mapping[str, Any], rows: Sequence[Mapping[str, Any]]) -> Hits:
    turns = [rows[number] for number in found["turns"]]
    return Hits(
        [row["id"] for row in turns],
        found["scores"],
        [row["room"] for row in turns],
        [row["position"] for row in turns],
        [row["speaker"] for row in turns],
        found["languages"],
    )


def _placed(row: Mapping[str, Any]) -> PlacedDrawer:
    said_at = None if row["said_at"] is None else datetime.fromisoformat(row["said_at"])
    drawer = Drawer(
        id=row["id"], text=row["text"], speaker=row["speaker"], role=row["role"], said_at=said_at,
        position=row["position"], pointer="", tags=(), language=row["language"], embedded=True, source_id=row["source"],
    )  # fmt: skip
    return PlacedDrawer(drawer, "", "", "", None, None, tuple(row["disputes"]))
