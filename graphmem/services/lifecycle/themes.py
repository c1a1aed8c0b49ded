"""Themes: what one person said of one thing, listed in the words it was said in, each line with where it stands.

A theme is a list, never prose: nothing is said in it that nobody said. Its members stay as they are and answer for
themselves; a theme has no vector, is met by no gate and stands in no block. What was derived is in no theme.
"""

from __future__ import annotations

import asyncio
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime

from graphmem.cognition.calibration import cosine_at
from graphmem.cognition.clustering import LEAST, SAME_TOPIC, groups
from graphmem.language.doc import Doc, doc_of
from graphmem.language.quotes import told_of
from graphmem.language.topics import things, topic
from graphmem.model.category import Category
from graphmem.model.dream import UNMADE, Change, Made, Step, StepReport
from graphmem.model.ids import digest
from graphmem.model.language import Language
from graphmem.model.memory import SubTier, Tier
from graphmem.model.palace import Owner
from graphmem.services.lifecycle.finding import Finding, change
from graphmem.services.lifecycle.gathered import Gathered
from graphmem.store import derived
from graphmem.store.database import Database, Row

TOGETHER = "said of one thing"
OUTDATED = "what it lists has changed"
AGAIN = "what it lists is so again"

LONGEST_LINE = 300
"""Characters of a member that a theme shows; the member itself has all of it."""

IMPORTANCE = 0.8
PHRASES = 2
MOST_OF_ONE = 1_500
"""Statements of one person in one language that are compared, the latest."""


async def themes(
    database: Database, owner: Owner, now: datetime, gathered: Gathered, leaving: frozenset[str]
) -> Finding:
    """The themes there should be and are not yet, and those that list what is so no longer. `leaving` goes to sleep in
    this very dream."""
    wanted = await asyncio.to_thread(_wanted, owner, gathered, leaving)
    there = await derived.made(database, owner, Category.THEME, now)
    return settled(Step.THEMES, len(gathered.rows), wanted, there, _outside(gathered))


def settled(
    step: Step, looked: int, wanted: Sequence[Change], there: Sequence[Row], outside: frozenset[str] | None
) -> Finding:
    """What must change so that what is wanted is there and nothing else: made, put to sleep, woken.

    `outside` are the memories a dream looked at where it did not look at all of them: what was made of others stays.
    """
    known = {row["id"]: row for row in there}
    ids = {one.memory for one in wanted}
    changes = [one for one in wanted if one.memory not in known]
    skipped: Counter[str] = Counter()
    for row in there:
        is_awake = row["tier"] != Tier.DORMANT
        if not row["believed"]:
            continue
        if row["id"] not in ids and is_awake:
            if row["exempt"]:
                skipped["pinned, immutable or woken by hand"] += 1
            elif outside is None or outside.issuperset(row["sources"]):
                changes.append(change(row, step, OUTDATED, [], Tier.DORMANT, row["sub_tier"]))
        elif row["id"] in ids and not is_awake and row["slept"]:
            changes.append(change(row, step, AGAIN, [], Tier.SEMANTIC, row["sub_tier"]))
    return Finding(StepReport(step, looked, len(changes), dict(skipped)), tuple(changes))


def made_of(owner: Owner, step: Step, rule: str, rows: Sequence[Row], text: str, about: str) -> Change:
    """The change that makes a memory of these, whose id says of which and of what they say."""
    sources = tuple((row["id"], row["text"]) for row in rows)
    first = rows[0]
    return Change(
        memory=digest(owner.key, step.value, about, *(part for pair in sorted(sources) for part in pair)),
        text=text,
        step=step,
        rule=rule,
        evidence=(f"{len(rows)} statements: {about}",),
        before={"tier": UNMADE, "sub_tier": UNMADE},
        after={"tier": Tier.SEMANTIC.value, "sub_tier": SubTier.SCHEMATIC.value},
        made=Made(
            category=Category.THEME if step is Step.THEMES else Category.SUMMARY,
            language=first["language"],
            speaker=(first["speaker"] or "") if step is Step.THEMES else "",
            importance=IMPORTANCE,
            confidence=min(float(row["confidence"]) for row in rows),
            said_at=max(row["said_at"] for row in rows).astimezone(UTC),
            sources=sources,
        ),
    )


def listed(title: str, rows: Sequence[Row]) -> str:
    """A title, and each statement with its day and where it stands, in the order they were said."""
    return "\n".join([f"{title}:", *(_line(row) for row in rows)])


def _line(row: Row) -> str:
    text = row["text"] if len(row["text"]) <= LONGEST_LINE else row["text"][:LONGEST_LINE].rsplit(" ", 1)[0] + " …"
    where = f" [{row['pointers'][0]}]" if row["pointers"] else ""
    return f"- {row['said_at']:%Y-%m-%d} “{text}”{where}"


def _wanted(owner: Owner, gathered: Gathered, leaving: frozenset[str]) -> list[Change]:
    names = sorted({row["speaker"] for row in gathered.rows if row["speaker"]})
    found: list[Change] = []
    for language, places in gathered.by_subject():
        staying = [place for place in places if gathered.rows[place]["id"] not in leaving][:MOST_OF_ONE]
        docs = [told_of(doc_of(gathered.rows[place]["text"], language))[1] for place in staying]
        found += [
            one
            for group in _groups(gathered, staying, docs, names)
            if (one := _theme(owner, [gathered.rows[place] for place in group], language, names)) is not None
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


def _theme(owner: Owner, rows: list[Row], language: Language, names: Sequence[str]) -> Change | None:
    """A theme of these; None where no words of theirs name what it is about."""
    rows = sorted(rows, key=lambda row: (row["said_at"], row["id"]))
    about = topic([told_of(doc_of(row["text"], language))[1] for row in rows], PHRASES, without=names)
    if not about:
        return None
    named = ", ".join(about)
    who = f"{rows[0]['speaker']}: " if rows[0]["speaker"] else ""
    return made_of(owner, Step.THEMES, TOGETHER, rows, listed(f"{who}{named} ({len(rows)})", rows), named)


def _outside(gathered: Gathered) -> frozenset[str] | None:
    return None if gathered.is_whole else frozenset(row["id"] for row in gathered.rows)
