"""Themes: a person's statements about one thing, listed verbatim with their sources.

Without a model a theme is a list, never prose; a chat model may tell the same in sentences that cite their sources by
number. Its members stay unchanged and answer for themselves; a theme has no vector, is never compared by the gate and
enters no block. Derived memories are in no theme.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from graphmem.cognition.calibration import cosine_at
from graphmem.cognition.clustering import LEAST, SAME_TOPIC, groups
from graphmem.language.doc import Doc, doc_of
from graphmem.language.quotes import told_of
from graphmem.language.topics import things, topic
from graphmem.model.category import Category
from graphmem.model.dream import Step
from graphmem.model.language import Language
from graphmem.model.palace import Owner
from graphmem.services.lifecycle.awake_memories import AwakeMemories
from graphmem.services.lifecycle.derived_memories import list_statements, make_change, settle_derived
from graphmem.services.lifecycle.finding import Finding
from graphmem.services.lifecycle.model_words import ModelWords
from graphmem.services.lifecycle.wording import Derivation, choose_words
from graphmem.store import derived
from graphmem.store.database import Database, Row

TOGETHER = "said of one thing"

PHRASES = 2
MOST_OF_ONE = 1_500
"""Latest statements of one person in one language that are compared."""


async def themes(
    database: Database,
    owner: Owner,
    now: datetime,
    gathered: AwakeMemories,
    leaving: frozenset[str],
    words: ModelWords | None = None,
) -> Finding:
    """The missing themes, and existing ones whose statements have changed.
    `leaving` are memories that this dream makes dormant. With `words` a model words some of the themes."""
    clusters = await asyncio.to_thread(clustered, gathered, leaving)
    wanted = [_wanted(owner, one) for one in clusters]
    there = await derived.made_memories(database, owner, Category.THEME, now)
    told = await choose_words(database, owner, wanted, there, words)
    return settle_derived(
        Step.THEMES, len(gathered.rows), told.changes, there, outside_of(gathered),
        replaced=told.replaced, passed=told.skipped,
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Cluster:
    """A person's statements about one thing, in the order they were said, with the phrases that name it."""

    rows: Sequence[Row]
    about: Sequence[str]


def clustered(gathered: AwakeMemories, leaving: frozenset[str]) -> list[Cluster]:
    """The clusters of staying memories, each person's strongest first: most statements, most similar."""
    names = sorted({row["speaker"] for row in gathered.rows if row["speaker"]})
    found: list[Cluster] = []
    for language, places in gathered.by_subject():
        staying = [place for place in places if gathered.rows[place]["id"] not in leaving][:MOST_OF_ONE]
        docs = [told_of(doc_of(gathered.rows[place]["text"], language))[1] for place in staying]
        found += [
            one
            for group in _groups(gathered, staying, docs, names)
            if (one := _cluster([gathered.rows[place] for place in group], language, names)) is not None
        ]
    return found


def _groups(gathered: AwakeMemories, places: list[int], docs: list[Doc], names: Iterable[str]) -> Iterator[list[int]]:
    """Statements that name one thing and are similar; each is in the largest group it fits."""
    naming: defaultdict[str, list[int]] = defaultdict(list)
    for number, named in enumerate(things(docs, without=list(names))):
        for thing in named:
            naming[thing].append(number)
    cut = cosine_at(SAME_TOPIC, gathered.model)
    found: list[tuple[int, float, str, tuple[int, ...]]] = []
    for thing, numbers in naming.items():
        if len(numbers) >= LEAST:
            vectors = gathered.vectors[[places[number] for number in numbers]]
            near = vectors @ vectors.T
            for group in groups(near, cut):
                closeness = float(near[list(group)][:, list(group)].mean())
                found.append((-len(group), -round(closeness, 6), thing, tuple(numbers[one] for one in group)))
    taken: set[int] = set()
    for _, _, _, group in sorted(found):
        left = [number for number in group if number not in taken]
        if len(left) >= LEAST:
            taken.update(left)
            yield [places[number] for number in left]


def _cluster(rows: list[Row], language: Language, names: Sequence[str]) -> Cluster | None:
    """The cluster of these rows; None if no words of theirs name its subject."""
    rows = sorted(rows, key=lambda row: (row["said_at"], row["id"]))
    about = topic([told_of(doc_of(row["text"], language))[1] for row in rows], PHRASES, without=names)
    return Cluster(rows, about) if about else None


def _wanted(owner: Owner, cluster: Cluster) -> Derivation:
    named, rows = ", ".join(cluster.about), cluster.rows
    who = f"{rows[0]['speaker']}: " if rows[0]["speaker"] else ""
    title = f"{who}{named} ({len(rows)})"
    theme = make_change(owner, Step.THEMES, TOGETHER, rows, list_statements(title, rows), named)
    return Derivation(Step.THEMES, title, named, rows, theme)


def outside_of(gathered: AwakeMemories) -> frozenset[str] | None:
    """The ids of the rows if a limit left others out, else None."""
    return None if gathered.is_whole else frozenset(row["id"] for row in gathered.rows)
