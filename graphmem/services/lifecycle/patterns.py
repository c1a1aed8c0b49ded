"""Patterns: statements that recur in several conversations, or inferences of a model, marked as such.

Without a model, a pattern lists statements of three or more conversations that state the same of somebody ("Ada likes
…"), or wish or rule something about the same thing. A model gets the three strongest clusters. A pattern never ends a
statement.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from graphmem.cognition.clustering import LEAST, MOST
from graphmem.language.diary import sentence
from graphmem.language.doc import doc_of
from graphmem.language.quotes import told_of
from graphmem.language.topics import things, topic
from graphmem.model.category import Category
from graphmem.model.dream import Change, Step
from graphmem.model.language import Language
from graphmem.model.palace import Owner
from graphmem.services.lifecycle.awake_memories import AwakeMemories
from graphmem.services.lifecycle.derived_memories import list_statements, make_change, settle_derived
from graphmem.services.lifecycle.finding import Finding
from graphmem.services.lifecycle.model_words import ModelWords
from graphmem.services.lifecycle.themes import PHRASES, Cluster, clustered, outside_of
from graphmem.services.lifecycle.wording import Derivation, choose_words
from graphmem.store import derived
from graphmem.store.database import Database, Row

CONVERSATIONS = 3
"""Conversations from which a statement recurs."""

STRONGEST = 3
"""Clusters that a model gets."""

RECURS = "recurs in three conversations"

STANDING = frozenset({Category.POLICY, Category.PREFERENCE})
"""Categories of what holds from now on, in which one thing recurs as a wish or a rule."""

NO_PATTERN = frozenset({"is_a", "has_name", "born_in", "comes_from"})
"""Predicates of what somebody is, as opposed to does or likes."""


@dataclass(frozen=True, slots=True)
class _Recurring:
    """Recurring statements in the order they were said.

    With their common respect, their person and the number of conversations.
    """

    rows: Sequence[Row]
    respect: str
    name: str
    conversations: int


async def patterns(
    database: Database,
    owner: Owner,
    now: datetime,
    gathered: AwakeMemories,
    leaving: frozenset[str],
    words: ModelWords | None = None,
) -> Finding:
    """The missing patterns, and existing ones with a statement that has changed."""
    ids = [row["id"] for row in gathered.rows if row["id"] not in leaving]
    facts = await derived.facts_and_conversations(database, owner, ids, now)
    staying = [row for row in gathered.rows if row["id"] in facts]
    recurring = await asyncio.to_thread(lambda: [_listed(owner, one) for one in _recurring(staying, facts)])
    there = await derived.made_memories(database, owner, Category.PATTERN, now)
    clusters = await asyncio.to_thread(clustered, gathered, leaving) if words is not None or there else []
    inferred = _inferred(owner, clusters, {row["id"] for row in there})
    told = await choose_words(database, owner, inferred, there, words)
    wanted = [*recurring, *told.changes]
    return settle_derived(Step.PATTERNS, len(gathered.rows), wanted, there, outside_of(gathered), passed=told.skipped)


def _inferred(owner: Owner, clusters: Sequence[Cluster], known: set[str]) -> list[Derivation]:
    """The strongest clusters for a model, and unchanged ones for which it made patterns before."""
    found = [
        Derivation(Step.PATTERNS, ", ".join(one.about), ", ".join(one.about), one.rows, None)
        for one in sorted(clusters, key=lambda one: (-len(one.rows), one.rows[0]["id"]))
    ]
    return [one for place, one in enumerate(found) if place < STRONGEST or one.worded(owner, "").memory in known]


def _recurring(rows: Sequence[Row], facts: Mapping[str, Row]) -> list[_Recurring]:
    """The recurring groups; of two with the same statements the first."""
    found: dict[frozenset[str], _Recurring] = {}
    for (respect, name), group in [*_by_predicate(rows, facts), *_by_thing(rows)]:
        told = {one for row in group for one in facts[row["id"]]["conversations"]}
        if len(told) >= CONVERSATIONS:
            latest = sorted(group, key=lambda row: (row["said_at"], row["id"]))[-MOST:]
            found.setdefault(frozenset(row["id"] for row in latest), _Recurring(latest, respect, name, len(told)))
    return list(found.values())


def _by_predicate(rows: Sequence[Row], facts: Mapping[str, Row]) -> Iterator[tuple[tuple[str, str], list[Row]]]:
    """Statements in one language with the same subject and predicate."""
    groups: defaultdict[tuple[str, str, str], list[Row]] = defaultdict(list)
    names: dict[str, str] = {}
    for row in rows:
        for fact in facts[row["id"]]["facts"]:
            names[fact["subject"]] = fact["name"]
            group = groups[row["language"], fact["subject"], fact["predicate"]]
            if fact["predicate"] not in NO_PATTERN and not (group and group[-1] is row):
                group.append(row)
    for (_, subject, predicate), group in sorted(groups.items(), key=lambda pair: pair[0]):
        if len(group) >= LEAST:
            yield (f"{subject} {predicate}", names[subject]), group


def _by_thing(rows: Sequence[Row]) -> Iterator[tuple[tuple[str, str], list[Row]]]:
    """A person's wishes and rules in one language about one thing; each is in the largest group it fits."""
    standing = [row for row in rows if Category(row["category"]) in STANDING]
    said: defaultdict[tuple[str, str, str], list[Row]] = defaultdict(list)
    for row in standing:
        said[row["speaker"] or "", row["language"], row["project"] or ""].append(row)
    for (speaker, language, _), own in sorted(said.items(), key=lambda pair: pair[0]):
        docs = [told_of(doc_of(row["text"], Language(language)))[1] for row in own]
        naming: defaultdict[str, list[Row]] = defaultdict(list)
        for row, named in zip(own, things(docs, without=[speaker] if speaker else []), strict=True):
            for thing in named:
                naming[thing].append(row)
        for thing, group in _largest(naming):
            yield (f"{speaker} {thing}", speaker), group


def _largest(naming: Mapping[str, list[Row]]) -> Iterator[tuple[str, list[Row]]]:
    taken: set[str] = set()
    for thing, group in sorted(naming.items(), key=lambda pair: (-len(pair[1]), pair[0])):
        left = [row for row in group if row["id"] not in taken]
        if len(left) >= LEAST:
            taken |= {row["id"] for row in left}
            yield thing, left


def _listed(owner: Owner, one: _Recurring) -> Change:
    language = Language(one.rows[0]["language"])
    about = ", ".join(_about(one.rows, language, [one.name])) or one.name
    title = sentence(language, "derived recurring", about=about, count=one.conversations)
    return make_change(owner, Step.PATTERNS, RECURS, one.rows, list_statements(title, one.rows), one.respect)


def _about(rows: Sequence[Row], language: Language, without: Iterable[str]) -> Sequence[str]:
    names = [*without, *(row["speaker"] for row in rows if row["speaker"])]
    return topic([told_of(doc_of(row["text"], language))[1] for row in rows], PHRASES, without=names)
