"""Maps a chat model's numbered answers about windows back to clauses and memories."""

from __future__ import annotations

import logging
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from graphmem.language.doc import doc_of
from graphmem.language.formation.splitting import Span
from graphmem.language.observer.echo import content
from graphmem.model.gate import PairVerdict
from graphmem.model.language import Language
from graphmem.model.memory import ExtractedStatement
from graphmem.model.palace import Owner
from graphmem.services.ingestion.draft import Message, Opinion, memory_id
from graphmem.services.ingestion.extraction import Extraction
from graphmem.services.ingestion.extraction_answer import Marked, Marks, Touched
from graphmem.services.ingestion.extraction_prompt import ShownTurn, Window
from graphmem.services.ingestion.known_memories import Known

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Place:
    """A sentence of a turn."""

    message: str
    sentence: Span


@dataclass(slots=True)
class ModelAnswers:
    """The model's answers by place (marks, verdicts on pairs, causes), and its problems by message id.

    `known` are the memories shown with a clause, `context` the turns before a turn, by message id. `instructed`: the
    prompt held the owner's instructions."""

    marks: dict[Place, list[Marked]] = field(default_factory=dict)
    known: dict[Place, Sequence[Known]] = field(default_factory=dict)
    verdicts: dict[Place, list[tuple[Known | Place, PairVerdict]]] = field(default_factory=lambda: defaultdict(list))
    causes: dict[Place, list[Place]] = field(default_factory=lambda: defaultdict(list))
    problems: dict[str, str] = field(default_factory=dict)
    context: dict[str, Sequence[ShownTurn]] = field(default_factory=dict)
    instructed: bool = False

    def take(self, window: Window, answer: Marks) -> None:
        """Record the answer about a window, ignoring numbers that the window lacks."""
        places = {
            number: Place(turn.message.id, span) for turn in window.turns for number, span in turn.clauses.items()
        }
        for place, turn in enumerate(window.turns):
            self.context.setdefault(turn.message.id, (*window.before, *window.turns[:place]))
        for number, place_ in places.items():
            self.marks[place_] = [one for one in answer.clauses if one.clause == number]
            self.known[place_] = list(window.memories.values())
        for touched in answer.ends:
            self._touch(touched, places, window.memories)
        for one in answer.causes:
            if one.source in places and one.target in places and one.source != one.target:
                self.causes[places[one.target]].append(places[one.source])

    def _touch(self, touched: Touched, places: Mapping[int, Place], memories: Mapping[int, Known]) -> None:
        """Record a verdict on a shown memory, or on an earlier clause."""
        earlier = places.get(touched.memory) if touched.memory < touched.by else None
        target = memories.get(touched.memory) or earlier
        if target is None or touched.by not in places:
            return
        self.verdicts[places[touched.by]].append((target, touched.does))

    def touching(self, message: Message) -> frozenset[Span]:
        """The sentences of a turn with a verdict other than ADDS on a memory or earlier clause."""
        return frozenset(
            place.sentence
            for place, verdicts in self.verdicts.items()
            if place.message == message.id and any(verdict is not PairVerdict.ADDS for _, verdict in verdicts)
        )

    def of(self, message: Message) -> dict[Span, list[Marked]]:
        """The marks of one turn, by sentence."""
        return {place.sentence: marks for place, marks in self.marks.items() if place.message == message.id}


def with_opinions(owner: Owner, extractions: Sequence[Extraction], told: ModelAnswers) -> list[Extraction]:
    """Add the model's verdicts on memories, and its causes, to the extractions' statements."""
    statements = {one.message.id: one for one in extractions}
    try:
        return [_with_opinions(owner, one, told, statements) for one in extractions]
    except Exception:  # no answer of a model may lose a turn
        log.exception("what the model says of pairs cannot be read")
        return list(extractions)


def _with_opinions(
    owner: Owner, extraction: Extraction, told: ModelAnswers, statements: Mapping[str, Extraction]
) -> Extraction:
    opinions: dict[int, dict[str, Opinion]] = defaultdict(dict)
    causes: dict[int, tuple[str, ...]] = {}
    for place in (one for one in told.known if one.message == extraction.message.id):
        numbers = _within(extraction, place)
        for number in numbers:
            opinions[number] = {one.id: Opinion(PairVerdict.DIFFERENT, one.text) for one in told.known[place]}
            causes[number] = tuple(_memory(owner, cause, statements)[0] for cause in told.causes[place])
        for target, verdict in told.verdicts[place] if numbers else ():
            id_, text = (
                (target.id, target.text) if not isinstance(target, Place) else _memory(owner, target, statements)
            )
            if id_:
                opinions[_nearest(extraction, numbers, text)][id_] = Opinion(verdict, text)
    return replace(extraction, opinions=opinions, causes=causes) if opinions else extraction


def _memory(owner: Owner, place: Place, statements: Mapping[str, Extraction]) -> tuple[str, str]:
    """Id and text of the memory made of a clause's first statement; "" and "" without one."""
    extraction = statements.get(place.message)
    numbers = [] if extraction is None else _within(extraction, place)
    if extraction is None or not numbers:
        return "", ""
    return memory_id(owner, place.message, numbers[0]), extraction.statements[numbers[0]].text


def _within(extraction: Extraction, place: Place) -> list[int]:
    """Indices of the statements quoted from a sentence."""
    start, end = place.sentence.start, place.sentence.end
    return [
        number
        for number, one in enumerate(extraction.statements)
        if one.quote is not None and start <= one.quote.start < end
    ]


def _nearest(extraction: Extraction, numbers: Sequence[int], text: str) -> int:
    """Index of the statement that shares most content words with a text; the last at a tie."""
    language = extraction.message.language
    wanted = content(doc_of(text, language))
    return max(numbers, key=lambda number: (_shared(extraction.statements[number], wanted, language), number))


def _shared(statement: ExtractedStatement, wanted: frozenset[str], language: Language) -> int:
    return len(wanted & content(doc_of(statement.words, language)))
