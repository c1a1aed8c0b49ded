"""Themes: what one person said of one thing, listed in the words it was said in, each line with where it stands.

In its own words a theme is a list, never prose; a chat model may tell the same in sentences that cite their sources by
number. Its members stay as they are and answer for themselves; a theme has no vector, is met by no gate and stands in
no block. What was derived is in no theme.
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
from graphmem.services.lifecycle.finding import Finding
from graphmem.services.lifecycle.gathered import Gathered
from graphmem.services.lifecycle.made import listed, made_of, settled
from graphmem.services.lifecycle.model_words import ModelWords
from graphmem.services.lifecycle.wording import Wanted, chosen
from graphmem.store import derived
from graphmem.store.database import Database, Row

TOGETHER = "said of one thing"

PHRASES = 2
MOST_OF_ONE = 1_500
"""Statements of one person in one language that are compared, the latest."""


async def themes(
    database: Database,
    owner: Owner,
    now: datetime,
    gathered: Gathered,
    leaving: frozenset[str],
    words: ModelWords | None = None,
) -> Finding:
    """The themes there should be and are not yet, and those that list what is so no longer. `leaving` goes to sleep in
    this very dream. With `words` a model says in its own what some of them tell."""
    clusters = await asyncio.to_thread(clustered, gathered, leaving)
    wanted = [_wanted(owner, one) for one in clusters]
    there = await derived.made(database, owner, Category.THEME, now)
    told = await chosen(database, owner, wanted, there, words)
    return settled(
        Step.THEMES, len(gathered.rows), told.changes, there, outside_of(gathered),
        replaced=told.replaced, passed=told.skipped,
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Cluster:
    """Statements of one person about one thing, in the order they were said, and what names it."""

    rows: Sequence[Row]
    about: Sequence[str]


def clustered(gathered: Gathered, leaving: frozenset[str]) -> list[Cluster]:
    """The clusters of what stays awake, the strongest of each person first: of most statements, nearest each other."""
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


def _groups(gathered: Gathered, places: list[int], docs: list[Doc], names: Iterable[str]) -> Iterator[list[int]]:
    """Statements that name one thing and are near each other; each stands in the largest group it fits."""
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
    """A cluster of these; None where no words of theirs name what it is about."""
    rows = sorted(rows, key=lambda row: (row["said_at"], row["id"]))
    about = topic([told_of(doc_of(row["text"], language))[1] for row in rows], PHRASES, without=names)
    return Cluster(rows, about) if about else None


def _wanted(owner: Owner, cluster: Cluster) -> Wanted:
    named, rows = ", ".join(cluster.about), cluster.rows
    who = f"{rows[0]['speaker']}: " if rows[0]["speaker"] else ""
    title = f"{who}{named} ({len(rows)})"
    theme = made_of(owner, Step.THEMES, TOGETHER, rows, listed(title, rows), named)
    return Wanted(Step.THEMES, title, named, rows, theme)


def outside_of(gathered: Gathered) -> frozenset[str] | None:
    """The memories that were looked at where these are not all; None where they are."""
    return None if gathered.is_whole else frozenset(row["id"] for row in gathered.rows)
