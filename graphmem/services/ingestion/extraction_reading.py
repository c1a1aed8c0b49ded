"""Turns a chat model's marks into kept clauses: verbatim spans, with names and days found in the turn."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime

from graphmem.language import formation
from graphmem.language.formation.splitting import Span
from graphmem.language.naming.spellings import mention
from graphmem.language.transcripts.roles import is_role_name
from graphmem.language.vital_news import vital_part
from graphmem.model.category import Category
from graphmem.model.entity import Mention, Typed
from graphmem.model.ids import slug
from graphmem.model.memory import BY_MODEL
from graphmem.model.trust import is_outside
from graphmem.services.ingestion.draft import Message
from graphmem.services.ingestion.extraction_answer import Marked, Named, NamedOwn
from graphmem.services.ingestion.extraction_prompt import ShownTurn
from graphmem.services.ingestion.formation import Days, Mark, Parsed
from graphmem.services.ingestion.grounding import days_told, occurs_in
from graphmem.services.ingestion.model_texts import is_harmless, one_line

MODEL_SCORE = 0.9
"""Score of an owner's declared type that the model chose."""

CONFIDENCE = 0.8
"""Confidence of a model's mark: below that of a person's deliberate statement."""

MOST_MENTIONS = 8
MOST_NAME = 80
"""Characters of an entity's name."""

_FIRST_YEAR, _LAST_YEAR = 1900, 2200

Kept = dict[Span, Mark]


@dataclass(frozen=True, slots=True)
class TurnMarks:
    """A chat model's marks of one turn, by sentence; an empty list where it marked nothing.

    Sentences that it was not asked about, or whose window failed, are missing. `touching` are sentences that end or
    repeat a known memory, and are kept for that. `context` are the turns before.
    """

    message: Message
    parsed: Parsed
    marks: Mapping[Span, Sequence[Marked]]
    touching: Collection[Span]
    context: Sequence[ShownTurn]
    instructed: bool = False
    """Whether the prompt held the owner's instructions."""

    def kept(self) -> tuple[list[formation.Clauses], Kept]:
        """The sentences with their kept parts, and the marks of these parts."""
        found, marks = [], Kept()
        for clauses in self.parsed.found:
            own = {span: self.parsed.marks[span] for span in clauses.parts if span in self.parsed.marks}
            said = self.marks.get(clauses.sentence)
            chosen = own if said is None else self._chosen(clauses, own, said)
            found.append(formation.Clauses(clauses.sentence, tuple(sorted(chosen, key=lambda one: one.start))))
            marks |= chosen
        return found, marks

    def _chosen(self, clauses: formation.Clauses, own: Kept, said: Sequence[Marked]) -> Kept:
        """The kept parts of one sentence: the model's, plus the encoder's vital parts and lasting rules."""
        told = self._model_parts(clauses.sentence, [one for one in said if one.keep])
        if self.parsed.asked.wanted:
            return {span: _nearest(span, told) or mark for span, mark in own.items()}
        if self.instructed and not told and any(not one.keep for one in said):
            return {}  # the owner's "never" bars vital parts, too
        if not told and any(one.keep for one in said):
            return own  # none of the model's marks of the sentence is usable
        if not told and clauses.sentence in self.touching:
            return own or {clauses.sentence: Mark(Category.FACT, CONFIDENCE, read_by=BY_MODEL)}
        lasting = {} if said else {span: mark for span, mark in own.items() if mark.standing is not None}
        vital = {span: mark for span, mark in own.items() if span in self.parsed.vital and not self._has(told, span)}
        for span in vital | lasting:
            told = {one: mark for one, mark in told.items() if not _overlap(one, span)}
        return told | lasting | vital

    def _model_parts(self, sentence: Span, said: Sequence[Marked]) -> Kept:
        """The parts of a sentence that the model marks, without those that overlap an earlier one."""
        told = Kept()
        for one in said:
            span = self._span(sentence, one.part)
            if span is not None and not any(_overlap(span, other) for other in told):
                told[span] = self._mark(one, span)
        return told

    def _span(self, sentence: Span, part: str) -> Span | None:
        """The span of a part's words, for documents, tools and feeds its whole sentence; None if not found."""
        words = part.split()
        if not words or is_outside(self.message.role):
            return sentence if not words or find(self.parsed.text, sentence, part) else None
        span = find(self.parsed.text, sentence, part)
        return span if span is not None and words[1:] else None

    def _has(self, told: Kept, vital: Span) -> bool:
        """Whether a part that the model keeps states the vital fact."""
        said = vital_part(vital.of(self.parsed.text), self.message.language)
        return any(said in span.of(self.parsed.text) for span in told)

    def _mark(self, said: Marked, span: Span) -> Mark:
        return Mark(
            said.category,
            CONFIDENCE,
            CONFIDENCE if said.standing else None,
            self._mentions(said.mentions, span.of(self.parsed.text)),
            self._days(said),
            BY_MODEL,
        )

    def _mentions(self, named: Sequence[Named], words: str) -> tuple[Mention, ...]:
        found: dict[str, Mention] = {}
        for one in named:
            name = one_line(one.name)
            if self._is_name(name) and all(occurs_in(word, words) for word in name.split()):
                spelled = mention(name, one.type)
                if isinstance(one, NamedOwn) and one.own.strip():
                    spelled = replace(spelled, own=Typed(one.own.strip(), MODEL_SCORE, BY_MODEL))
                found.setdefault(spelled.uri, spelled)
        return tuple(found.values())[:MOST_MENTIONS]

    def _is_name(self, name: str) -> bool:
        fits = len(name) <= MOST_NAME and bool(slug(name, fallback="")) and not is_role_name(name)
        return fits and is_harmless(name, self.message.language)

    def _days(self, said: Marked) -> Days | None:
        """The days of a mark that the turn or its context names; None without any."""
        given = [_day(said.since), _day(said.until)]
        if not any(given):
            return None
        sources = [(self.parsed.text, self.message), *((one.text, one.message) for one in self.context)]
        told = frozenset[date]().union(*(days_told(text, message) for text, message in sources))
        first, last = (day if day in told else None for day in given)
        if first and last and last < first:
            last = None
        return Days(first, last) if first or last else None


def find(text: str, sentence: Span, part: str) -> Span | None:
    """The place of a part's words within a sentence of the text; None without words, or if they are not found."""
    words = part.split()
    if not words:
        return None
    pattern = r"(?<!\w)" + r"\s+".join(map(re.escape, words)) + r"(?!\w)"
    found = re.compile(pattern, re.IGNORECASE).search(text, sentence.start, sentence.end)
    return None if found is None else Span(*found.span())


def _day(given: str) -> date | None:
    """The day of an ISO date or time; None for anything else."""
    try:
        day = datetime.fromisoformat(given.strip()).date()
    except ValueError:
        return None
    return day if _FIRST_YEAR <= day.year <= _LAST_YEAR else None


def _overlap(one: Span, other: Span) -> bool:
    return one.start < other.end and other.start < one.end


def _nearest(span: Span, told: Kept) -> Mark | None:
    return next((mark for one, mark in told.items() if _overlap(one, span)), None)
