"""A dream's texts in a model's words: limited calls, checked against their sources, cached an hour.

A model or its endpoint never fails a dream. Missing answers, and answers that their sources do not support, are left
out, and the statements' own words stand.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from cachetools import TTLCache

from graphmem.language.diary import sentence
from graphmem.model.dream import Step
from graphmem.model.language import Language
from graphmem.model.palace import Owner
from graphmem.model.usage import MEMORY_DREAM
from graphmem.services.ingestion.model_texts import one_line
from graphmem.services.ingestion.model_trial import trial_problem
from graphmem.services.lifecycle.sentence_check import refusal
from graphmem.services.lifecycle.words_prompt import Note, Shown, prompt
from graphmem.services.model_calls import Asker, Question
from graphmem.services.privacy import mask_private
from graphmem.store.database import Row

MOST_CALLS: Mapping[Step, int] = {Step.THEMES: 5, Step.PATTERNS: 3, Step.SUMMARIES: 5}
"""Calls of one dream per step; the rest waits for the next dream."""

SECONDS = 60.0
"""Limit of one answer, whatever the endpoint's own limit is."""

SENTENCES = 5
LEAST_OF_PATTERN = 3
"""Statements that a pattern must cite."""

TITLE = 60
"""Characters of a title."""

KEPT, KEPT_SECONDS = 500, 3_600.0
"""Cached answers, and seconds: a plan's texts must be those that are applied, and refused ones are not
requested again at once."""

WAITS = "a model's words wait for the next dream"
NO_ANSWER = "the model did not answer"
UNTRIED = "the model did not pass its trial"
REFUSED = "the model's words were refused: their sources do not say so"


@dataclass(frozen=True, slots=True)
class TextRequest:
    """A text to request: id of the memory to make, step, matter and statements."""

    id: str
    step: Step
    title: str
    about: str
    rows: Sequence[Row]

    @property
    def language(self) -> Language:
        return Language(self.rows[0]["language"])


@dataclass(slots=True)
class ModelWords:
    """Requests the texts of dreams from one chat model, for all owners of a process."""

    asker: Asker
    kept: TTLCache[tuple[str, str], str] = field(default_factory=lambda: TTLCache(KEPT, KEPT_SECONDS))

    async def of(self, owner: Owner, wanted: Sequence[TextRequest], skipped: Counter[str]) -> dict[str, str]:
        """The model's texts by id; `skipped` counts why others have none."""
        new = [one for one in wanted if (owner.key, one.id) not in self.kept]
        if new and not await self._is_trusted(owner):
            skipped[UNTRIED if self.asker.trial.problem else NO_ANSWER] += len(new)
            new = []
        asked = new[: MOST_CALLS[new[0].step]] if new else []
        await asyncio.gather(*(self._ask(owner, one, skipped) for one in asked))
        skipped[WAITS] += len(new) - len(asked)
        found = {one.id: self.kept.get((owner.key, one.id), "") for one in wanted}
        return {id_: text for id_, text in found.items() if text}

    def forget(self, owner: Owner) -> None:
        """Drop the cache of an owner."""
        for key in [key for key in self.kept if key[0] == owner.key]:
            self.kept.pop(key, None)

    async def _is_trusted(self, owner: Owner) -> bool:
        """Whether the model passed its trial, in the time of one answer."""
        try:
            async with asyncio.timeout(SECONDS):
                return not await trial_problem(self.asker, owner)
        except TimeoutError:
            return False

    async def _ask(self, owner: Owner, asked: TextRequest, skipped: Counter[str]) -> None:
        try:
            async with asyncio.timeout(SECONDS):
                answer = await self.asker.ask(owner, _question(asked))
        except TimeoutError:
            skipped[NO_ANSWER] += 1
            return
        if answer.value is None:
            skipped[NO_ANSWER] += 1
            return
        text = await asyncio.to_thread(_text, asked, answer.value)
        skipped[REFUSED] += bool(answer.value.sentences) and not text
        self.kept[owner.key, asked.id] = text


def _question(asked: TextRequest) -> Question[Note]:
    shown = [Shown(f"{row['said_at']:%Y-%m-%d}", mask_private(row["text"])) for row in asked.rows]
    return Question(
        f"dream_{asked.step.value}",
        prompt(asked.step, asked.about, asked.language, shown),
        Note,
        about=" | ".join(one.text for one in shown),
        said=lambda note: [one.text for one in note.sentences],
        source=MEMORY_DREAM,
    )


def _text(asked: TextRequest, note: Note) -> str:
    """The note with numbered sources; "" if a sentence is not supported by its sources."""
    lines = []
    for one in note.sentences:
        text, numbers = mask_private(one_line(one.text)), list(dict.fromkeys(one.sources))
        if not _is_borne_out(asked, text, numbers):
            return ""
        lines.append(f"{text} {''.join(f'[{number}]' for number in numbers)}")
    if not 1 <= len(lines) <= (1 if asked.step is Step.PATTERNS else SENTENCES):
        return ""
    return "\n".join([f"{_title(asked, note)}:", *(f"- {line}" for line in lines), *map(_source, *_numbered(asked))])


def _is_borne_out(asked: TextRequest, text: str, numbers: Sequence[int]) -> bool:
    least = LEAST_OF_PATTERN if asked.step is Step.PATTERNS else 1
    if len(numbers) < least or not all(1 <= number <= len(asked.rows) for number in numbers):
        return False
    rows = [asked.rows[number - 1] for number in numbers]
    cited = [row["text"] for row in rows]
    return refusal(text, cited, asked.language, [row["said_at"].date() for row in rows]) is None


def _title(asked: TextRequest, note: Note) -> str:
    """The model's title if the statements support it, else the statements' own."""
    if asked.step is Step.PATTERNS:
        return sentence(asked.language, "derived pattern", about=asked.title)
    named = mask_private(one_line(note.title)).rstrip(".:")
    if asked.step is not Step.THEMES or not named or len(named) > TITLE:
        return asked.title
    who = f"{asked.rows[0]['speaker']}: " if asked.rows[0]["speaker"] else ""
    is_told = refusal(named, [row["text"] for row in asked.rows], asked.language) is None
    return f"{who}{named} ({len(asked.rows)})" if is_told else asked.title


def _numbered(asked: TextRequest) -> tuple[range, Sequence[Row]]:
    return range(1, len(asked.rows) + 1), asked.rows


def _source(number: int, row: Row) -> str:
    where = f" {row['pointers'][0]}" if row["pointers"] else ""
    return f"[{number}] {row['said_at']:%Y-%m-%d}{where}"
