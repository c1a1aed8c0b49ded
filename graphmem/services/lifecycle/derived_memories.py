"""Memories that a dream makes: their ids and texts, and which of them exist, go or come back."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from datetime import UTC

from graphmem.model.category import Category
from graphmem.model.dream import UNMADE, Change, Made, Step, StepReport
from graphmem.model.ids import digest
from graphmem.model.memory import SubTier, Tier
from graphmem.model.palace import Owner
from graphmem.services.lifecycle.finding import Finding, change
from graphmem.store.database import Row

OUTDATED = "what it lists has changed"
AGAIN = "what it lists is so again"
REPLACED = "a model's words took its place"

LONGEST_LINE = 300
"""Characters of a member that a list shows; the member itself has all of it."""

IMPORTANCE = {Step.THEMES: 0.8, Step.SUMMARIES: 0.8, Step.PATTERNS: 0.85}
INFERRED = 0.5
"""Factor on the sources' confidence for inferences."""

_CATEGORIES = {Step.THEMES: Category.THEME, Step.SUMMARIES: Category.SUMMARY, Step.PATTERNS: Category.PATTERN}


def settle_derived(
    step: Step,
    looked: int,
    wanted: Sequence[Change],
    there: Sequence[Row],
    outside: frozenset[str] | None,
    *,
    replaced: Collection[str] = (),
    passed: Counter[str] | None = None,
) -> Finding:
    """The changes that leave exactly the wanted memories awake: made, made dormant, or woken.

    `outside` are the memories that a dream read if it did not read all: memories made from others stay. `replaced` ones
    go after their replacements were made.
    """
    known = {row["id"]: row for row in there}
    ids = {one.memory for one in wanted}
    changes = [one for one in wanted if one.memory not in known]
    skipped = Counter(passed or {})
    for row in there:
        is_awake = row["tier"] != Tier.DORMANT
        if not row["believed"]:
            continue
        if row["id"] not in ids and is_awake:
            if row["exempt"]:
                skipped["pinned, immutable or woken by hand"] += 1
            elif outside is None or outside.issuperset(row["sources"]):
                rule = REPLACED if row["id"] in replaced else OUTDATED
                changes.append(change(row, step, rule, [], Tier.DORMANT, row["sub_tier"]))
        elif row["id"] in ids and not is_awake and row["slept"]:
            changes.append(change(row, step, AGAIN, [], Tier.SEMANTIC, row["sub_tier"]))
    return Finding(StepReport(step, looked, len(changes), dict(+skipped)), tuple(changes))


def make_change(
    owner: Owner, step: Step, rule: str, rows: Sequence[Row], text: str, about: str, *, worded: bool = False
) -> Change:
    """The change that makes a memory of these rows.

    Its id depends on rows, texts and matter, and on whether a model words it (`worded`).
    """
    sources = tuple((row["id"], row["text"]) for row in rows)
    first = rows[0]
    parts = ("model", about) if worded else (about,)
    sure = min(float(row["confidence"]) for row in rows)
    return Change(
        memory=digest(owner.key, step.value, *parts, *(part for pair in sorted(sources) for part in pair)),
        text=text,
        step=step,
        rule=rule,
        evidence=(f"{len(rows)} statements: {about}",),
        before={"tier": UNMADE, "sub_tier": UNMADE},
        after={"tier": Tier.SEMANTIC.value, "sub_tier": SubTier.SCHEMATIC.value},
        made=Made(
            category=_CATEGORIES[step],
            language=first["language"],
            speaker="" if step is Step.SUMMARIES else (first["speaker"] or ""),
            importance=IMPORTANCE[step],
            confidence=sure * INFERRED if step is Step.PATTERNS else sure,
            said_at=max(row["said_at"] for row in rows).astimezone(UTC),
            sources=sources,
        ),
    )


def list_statements(title: str, rows: Sequence[Row]) -> str:
    """A title, and each statement with its day and source, in the order they were said."""
    return "\n".join([f"{title}:", *(_line(row) for row in rows)])


def _line(row: Row) -> str:
    text = row["text"] if len(row["text"]) <= LONGEST_LINE else row["text"][:LONGEST_LINE].rsplit(" ", 1)[0] + " …"
    where = f" [{row['pointers'][0]}]" if row["pointers"] else ""
    return f"- {row['said_at']:%Y-%m-%d} “{text}”{where}"
