"""What a dream wants to derive, and in whose words: a model's where it has some that hold, else the statements' own."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from graphmem.model.dream import Change, Step
from graphmem.model.palace import Owner
from graphmem.services.ingestion.tombstones import forgotten_of
from graphmem.services.lifecycle.made import made_of
from graphmem.services.lifecycle.model_words import Asked, ModelWords
from graphmem.services.privacy import policy_of, shielding
from graphmem.store.database import Database, Row

WORDED = {
    Step.THEMES: "said of one thing, told in a model's words",
    Step.SUMMARIES: "best supported of its category, told in a model's words",
    Step.PATTERNS: "a model infers it from what was said of one thing",
}
"""Rules by which a text in a model's words is made."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is to be derived of some statements about one matter; `listed` in their own words, None for what only a
    model can say. `rows` are what a model is shown, which may be more than are listed."""

    step: Step
    title: str
    about: str
    rows: Sequence[Row]
    listed: Change | None

    def worded(self, owner: Owner, text: str, model: str = "") -> Change:
        """The change that makes it of a model's text. Its id does not hang on the text."""
        told = made_of(owner, self.step, WORDED[self.step], self.rows, text, self.about, worded=True)
        return replace(told, evidence=(*told.evidence, f"written by {model}"))


@dataclass(frozen=True, slots=True)
class Chosen:
    """The changes that make what is wanted, which of them took another's place, and why a model said nothing."""

    changes: Sequence[Change]
    replaced: frozenset[str]
    skipped: Counter[str]


async def chosen(
    database: Database, owner: Owner, wanted: Sequence[Wanted], there: Sequence[Row], words: ModelWords | None
) -> Chosen:
    """In whose words each is made. What a model said of the same statements stays, whether there is a model or not."""
    skipped: Counter[str] = Counter()
    believed = {row["id"] for row in there if row["believed"]}
    known = {row["id"] for row in there}
    empty = [(one, one.worded(owner, "")) for one in wanted]
    new = [(one, change) for one, change in empty if change.memory not in known]
    texts = {} if words is None else await _texts(database, owner, new, words, skipped)
    model = "" if words is None else words.asker.model
    found: list[Change] = []
    replaced: set[str] = set()
    for one, change in empty:
        if change.memory in believed or change.memory in texts:
            found.append(one.worded(owner, texts.get(change.memory, ""), model))
            replaced |= {one.listed.memory} if one.listed is not None else set()
        elif one.listed is not None:
            found.append(one.listed)
    return Chosen(found, frozenset(replaced), skipped)


async def _texts(
    database: Database,
    owner: Owner,
    new: Sequence[tuple[Wanted, Change]],
    words: ModelWords,
    skipped: Counter[str],
) -> dict[str, str]:
    """What a model says of them, by id; nothing that somebody had forgotten is sent to it."""
    made = {change.memory: change.made for _, change in new if change.made is not None}
    forgotten = await forgotten_of(database, owner, made)
    asked = [
        Asked(change.memory, one.step, one.title, one.about, one.rows)
        for one, change in new
        if change.memory not in forgotten
    ]
    with shielding(await policy_of(database, owner)):
        return await words.of(owner, asked, skipped)
