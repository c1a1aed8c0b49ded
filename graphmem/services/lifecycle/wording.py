"""The words of derived memories: a model's if their sources support them, else the statements' own."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from graphmem.model.dream import Change, Step
from graphmem.model.palace import Owner
from graphmem.services.ingestion.tombstones import forgotten_ids
from graphmem.services.lifecycle.derived_memories import make_change
from graphmem.services.lifecycle.model_words import ModelWords, TextRequest
from graphmem.services.privacy import policy_of, shielding
from graphmem.store.database import Database, Row

WORDED = {
    Step.THEMES: "said of one thing, told in a model's words",
    Step.SUMMARIES: "best supported of its category, told in a model's words",
    Step.PATTERNS: "a model infers it from what was said of one thing",
}
"""Rules of changes that a model words."""


@dataclass(frozen=True, slots=True)
class Derivation:
    """A memory to derive from statements about one matter.

    `listed` has their own words, None if only a model can word it; `rows` are the statements for a model, which may be
    more than are listed.
    """

    step: Step
    title: str
    about: str
    rows: Sequence[Row]
    listed: Change | None

    def worded(self, owner: Owner, text: str, model: str = "") -> Change:
        """The change that makes it with a model's text, on which its id does not depend."""
        told = make_change(owner, self.step, WORDED[self.step], self.rows, text, self.about, worded=True)
        return replace(told, evidence=(*told.evidence, f"written by {model}"))


@dataclass(frozen=True, slots=True)
class WordedChanges:
    """The changes that make memories, the ids that they replace, and reasons for missing words."""

    changes: Sequence[Change]
    replaced: frozenset[str]
    skipped: Counter[str]


async def choose_words(
    database: Database, owner: Owner, wanted: Sequence[Derivation], there: Sequence[Row], words: ModelWords | None
) -> WordedChanges:
    """Choose the words of each. A model's earlier words for the same statements stay in any case."""
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
    return WordedChanges(found, frozenset(replaced), skipped)


async def _texts(
    database: Database,
    owner: Owner,
    new: Sequence[tuple[Derivation, Change]],
    words: ModelWords,
    skipped: Counter[str],
) -> dict[str, str]:
    """A model's texts by id; statements that somebody forgot are not sent to it."""
    made = {change.memory: change.made for _, change in new if change.made is not None}
    forgotten = await forgotten_ids(database, owner, made)
    asked = [
        TextRequest(change.memory, one.step, one.title, one.about, one.rows)
        for one, change in new
        if change.memory not in forgotten
    ]
    with shielding(await policy_of(database, owner)):
        return await words.of(owner, asked, skipped)
