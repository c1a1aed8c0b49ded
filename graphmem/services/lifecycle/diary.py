"""The diary of a dream and the life of a memory, in plain sentences.
Both are made when read, from what the graph keeps, in the language of most of the memories."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from graphmem.language.diary import because, counted, has, sentence
from graphmem.model.diary import DiaryLine, Life, LifeEvent, LifeKind, Pointed
from graphmem.model.dream import DreamRun, RunState
from graphmem.model.interval import FOREVER
from graphmem.model.language import Language
from graphmem.model.memory import Tier
from graphmem.model.palace import Owner
from graphmem.store import lives
from graphmem.store.database import Database, Row
from graphmem.store.dreams import get
from graphmem.store.short_ids import dream_id, memory_id

NAMED = 3
"""Memories that a sentence of a diary names; the others are counted."""

_DREAM = "dream: "
_BORN = frozenset({"born", "version"})
_KINDS = {Tier.SEMANTIC: LifeKind.CLIMBED, Tier.DORMANT: LifeKind.SLEPT, Tier.EPISODIC: LifeKind.WOKEN}


@dataclass(frozen=True, slots=True)
class Diary:
    """Tells the history of an owner's memories."""

    database: Database

    async def of(self, owner: Owner, id_: str) -> list[DiaryLine]:
        """The diary of a dream, by its id or a prefix. Raises NotFoundError."""
        run = await get(self.database.leader, owner, await dream_id(self.database, owner, id_))
        rows = await lives.changes(self.database, owner, run.id)
        spoken = Counter(row["language"] for row in rows).most_common(1)
        return list(_lines(run, rows, Language(spoken[0][0]) if spoken else Language.EN))

    async def life(self, owner: Owner, id_: str) -> Life:
        """A memory's history with reasons, by its id or a prefix. Raises NotFoundError."""
        whole = await memory_id(self.database, owner, id_)
        row = await lives.life(self.database, owner, whole)
        events = sorted(_events(row, Language(row["language"])), key=lambda event: event.at)
        return Life(
            whole, row["text"], tuple(events), row["count"], row["accesses"], row["questions"], row["question_days"]
        )


def _lines(run: DreamRun, rows: Sequence[Row], language: Language) -> Iterator[DiaryLine]:
    told = {"number": run.number, "at": f"{run.at:%Y-%m-%d %H:%M}", "awake": run.awake}
    if run.state is RunState.HELD:
        yield DiaryLine(sentence(language, "dream held", planned=run.planned, **told))
        return
    yield DiaryLine(sentence(language, "dream", changed=run.changed, **told))
    groups: defaultdict[tuple[str, str, str], list[Row]] = defaultdict(list)
    for row in rows:
        groups[row["step"], "; ".join(row["rules"]), json.loads(row["after"]).get("tier", "")].append(row)
    for (step, rule, tier), found in groups.items():
        key = next(one for one in (step, tier, "changed") if has(language, f"{one}.1"))
        said = counted(language, key, len(found), why=because(language, rule), step=step)
        named = tuple(Pointed(row["id"], row["text"], next(iter(row["pointer"]), None)) for row in found[:NAMED])
        yield DiaryLine(said, named, len(found))
    probe = {"asked": run.asked, "before": run.answered_before, "after": run.answered_after}
    if run.taken_back is not None:
        yield DiaryLine(sentence(language, "dream taken back", **probe))
        return
    if run.asked:
        yield DiaryLine(sentence(language, "dream probe", **probe))
    if run.undone:
        yield DiaryLine(sentence(language, "dream undone", count=run.undone))


def _events(row: Row, language: Language) -> Iterator[LifeEvent]:
    yield from _begun(row, language)
    for spell in row["spells"]:
        if spell["reason"] not in _BORN:
            yield _moved(spell, language)
    for one in row["undone"]:
        told = sentence(language, "life taken back", number=one["number"])
        yield LifeEvent(one["at"], LifeKind.TAKEN_BACK, told, dream=one["run"])
    for one in row["versions"]:
        if one["text"] != row["text"]:
            told = sentence(language, "life reworded", text=one["text"])
            yield LifeEvent(one["at"], LifeKind.REWORDED, told, memory=one["id"])
    for one in row["replaced"]:
        key = "life replaces" if one["outgoing"] else "life replaced"
        yield LifeEvent(one["at"], LifeKind.REPLACED, sentence(language, key, text=one["text"]), memory=one["id"])
    if row["retracted_at"] < FOREVER:
        yield LifeEvent(row["retracted_at"], LifeKind.RETRACTED, sentence(language, "life retracted"))


def _begun(row: Row, language: Language) -> Iterator[LifeEvent]:
    for one in row["told"]:
        key = "life told" if one["speaker"] else "life told quietly"
        told = sentence(language, key, speaker=one["speaker"], text=one["text"])
        yield LifeEvent(one["at"], LifeKind.TOLD, told, pointer=one["pointer"])
    if row["told"]:
        if row["count"] > len(row["told"]):
            more = sentence(language, "life more", count=row["count"] - len(row["told"]))
            yield LifeEvent(row["told"][-1]["at"], LifeKind.TOLD, more)
        return
    born = min((spell["at"] for spell in row["spells"]), default=datetime.min)
    key = "life learned" if row["write_source"] == "manual" else "life derived"
    yield LifeEvent(born, LifeKind.LEARNED, sentence(language, key))


def _moved(spell: Row, language: Language) -> LifeEvent:
    rule = spell["reason"].removeprefix(_DREAM)
    filled: dict[str, object] = {"why": because(language, rule)}
    key = f"life {spell['tier']}"
    if spell["number"] is not None:
        key, filled = f"{key} by dream", filled | {"number": spell["number"]}
    return LifeEvent(
        spell["at"],
        _KINDS[Tier(spell["tier"])],
        sentence(language, key, **filled),
        dream=spell["run"],
        rule=rule,
        evidence=tuple(spell["evidence"] or ()),
    )
