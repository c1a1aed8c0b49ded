"""Maps a chat model's numbered answers about windows back to clauses and memories."""

from __future__ import annotations

import logging
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

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
from graphmem.services.ingestion.extraction_reading import find
from graphmem.services.ingestion.known_memories import EarlierClause, Known, Place

OVER = 0.7
"""Share of a statement's words that must be over for all of it to end: connectives at its edges may stay out."""

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Effect:
    """A verdict on a memory or an earlier clause, with the words of it that are over, "" for all."""

    target: Known | Place
    verdict: PairVerdict
    part: str = ""


@dataclass(slots=True)
class ModelAnswers:
    """The model's answers by place (marks, verdicts on pairs, causes), and its problems by message id.

    `known` are the memories shown with a clause, `earlier` the clauses before it, `context` the turns before a turn, by
    message id. `instructed`: the prompt held the owner's instructions."""

    marks: dict[Place, list[Marked]] = field(default_factory=dict)
    known: dict[Place, Sequence[Known]] = field(default_factory=dict)
    earlier: dict[Place, Sequence[Place]] = field(default_factory=dict)
    verdicts: dict[Place, list[Effect]] = field(default_factory=lambda: defaultdict(list))
    causes: dict[Place, list[Known | Place]] = field(default_factory=lambda: defaultdict(list))
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
            shown = window.memories.values()
            self.known[place_] = [one for one in shown if not isinstance(one, EarlierClause)]
            before = [one.place for one in shown if isinstance(one, EarlierClause)]
            self.earlier[place_] = before + [one for other, one in places.items() if other < number]
        for touched in answer.ends:
            self._touch(touched, places, window.memories)
        for one in answer.causes:
            source = _target(window.memories.get(one.source)) or places.get(one.source)
            if source is not None and one.target in places and one.source != one.target:
                self.causes[places[one.target]].append(source)

    def _touch(
        self, touched: Touched, places: Mapping[int, Place], memories: Mapping[int, Known | EarlierClause]
    ) -> None:
        """Record a verdict on a shown memory, or on an earlier clause."""
        earlier = places.get(touched.memory) if touched.memory < touched.by else None
        target = _target(memories.get(touched.memory)) or earlier
        if target is None or touched.by not in places:
            return
        self.verdicts[places[touched.by]].append(Effect(target, touched.does, touched.part))

    def touching(self, message: Message) -> frozenset[Span]:
        """The sentences of a turn with a verdict other than ADDS on a memory or earlier clause."""
        return frozenset(
            place.sentence
            for place, effects in self.verdicts.items()
            if place.message == message.id and any(one.verdict is not PairVerdict.ADDS for one in effects)
        )

    def of(self, message: Message) -> dict[Span, list[Marked]]:
        """The marks of one turn, by sentence."""
        return {place.sentence: marks for place, marks in self.marks.items() if place.message == message.id}


def _target(shown: Known | EarlierClause | None) -> Known | Place | None:
    """The memory, or the place of the clause, that was shown under a number."""
    return shown.place if isinstance(shown, EarlierClause) else shown


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
    causes: dict[int, dict[str, datetime | None]] = {}
    for place in (one for one in told.known if one.message == extraction.message.id):
        numbers = _within(extraction, place)
        shown = {one.id: one.text for one in told.known[place]} | _told_before(owner, told.earlier[place], statements)
        for number in numbers:
            opinions[number] = {id_: Opinion(PairVerdict.DIFFERENT, text) for id_, text in shown.items()}
        if len(numbers) == 1:  # the model names clauses: of several statements nobody says which one is the effect
            causes[numbers[0]] = dict(_cause(owner, one, statements) for one in told.causes[place])
        for effect in told.verdicts[place] if numbers else ():
            for id_, opinion in _opinions(owner, effect, _words(extraction, numbers), statements).items():
                for number in numbers:
                    opinions[number].pop(id_, None)  # an effect of one statement says nothing of the others
                if opinion is not None:
                    opinions[_nearest(extraction, numbers, opinion.text)][id_] = opinion
    return replace(extraction, opinions=opinions, causes=causes) if opinions else extraction


def _opinions(
    owner: Owner, effect: Effect, new: str, statements: Mapping[str, Extraction]
) -> dict[str, Opinion | None]:
    """The opinions on the memories that an effect is about, by their ids; None for other statements of its clause.

    Of a clause with several statements those end as wholes whose words are over. Without such words the effect is on
    the statement that shares most words with the `new` clause.
    """
    if not isinstance(effect.target, Place):
        return {effect.target.id: Opinion(effect.verdict, effect.target.text)}
    extraction = statements.get(effect.target.message)
    numbers = [] if extraction is None else _within(extraction, effect.target)
    if extraction is None or not numbers:
        return {}
    covered = _covered(extraction, numbers, effect)
    over = [number for number, share in covered.items() if share >= OVER]
    chosen = over or [max(covered, key=covered.__getitem__) if covered else _nearest(extraction, numbers, new)]
    is_whole = over and effect.verdict is PairVerdict.ENDS_PART
    verdict = PairVerdict.ENDS if is_whole else effect.verdict
    found = {one: Opinion(verdict, extraction.statements[one].text) if one in chosen else None for one in numbers}
    return {memory_id(owner, effect.target.message, one): opinion for one, opinion in found.items()}


def _told_before(owner: Owner, places: Sequence[Place], statements: Mapping[str, Extraction]) -> dict[str, str]:
    """The texts of the statements of earlier clauses, which the model saw, too, by memory id."""
    return {
        memory_id(owner, place.message, number): statements[place.message].statements[number].text
        for place in places
        if place.message in statements
        for number in _within(statements[place.message], place)
    }


def _covered(extraction: Extraction, numbers: Sequence[int], effect: Effect) -> dict[int, float]:
    """The share of each statement's words that the words of an effect cover; {} if these are not found."""
    parsed, place = extraction.parsed, effect.target
    span = None if parsed is None or not isinstance(place, Place) else find(parsed.text, place.sentence, effect.part)
    if span is None:
        return {}
    quotes = {number: quote for number in numbers if (quote := extraction.statements[number].quote)}
    shared = {number: min(one.end, span.end) - max(one.start, span.start) for number, one in quotes.items()}
    return {number: shared[number] / (one.end - one.start) for number, one in quotes.items() if shared[number] > 0}


def _words(extraction: Extraction, numbers: Sequence[int]) -> str:
    return " ".join(extraction.statements[number].words for number in numbers)


def _cause(owner: Owner, cause: Known | Place, statements: Mapping[str, Extraction]) -> tuple[str, datetime | None]:
    """The id of the memory that led to an effect, "" for a clause of several; and since when a stored one holds."""
    if not isinstance(cause, Place):
        return cause.id, cause.valid_from
    extraction = statements.get(cause.message)
    numbers = [] if extraction is None else _within(extraction, cause)
    return memory_id(owner, cause.message, numbers[0]) if len(numbers) == 1 else "", None


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
