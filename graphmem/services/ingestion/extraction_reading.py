"""From what a model told to statements: bounded, held to the enums, and unable to act as an instruction."""

from __future__ import annotations

import re
from calendar import monthrange
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, date, datetime, time, timedelta

from graphmem.language.doc import doc_of
from graphmem.language.emotion import feel
from graphmem.language.formation import claimed, clipped
from graphmem.language.formation.splitting import sentences
from graphmem.language.observer.echo import content
from graphmem.language.observer.filters import Filter, check
from graphmem.language.stakes import stakes
from graphmem.language.statements.tables import predicates
from graphmem.language.temporal import PLAN_DAYS
from graphmem.language.transcripts.messages import is_storable
from graphmem.language.transcripts.roles import is_role_name
from graphmem.language.turkish import fold
from graphmem.model.category import Category
from graphmem.model.emotion import Emotion, Feeling
from graphmem.model.entity import EntityType, Mention, Statement
from graphmem.model.ids import slug
from graphmem.model.language import Language
from graphmem.model.memory import BY_MODEL, Formed, Manner, TemporalType
from graphmem.services.ingestion.authority import may_rule
from graphmem.services.ingestion.draft import Message
from graphmem.services.ingestion.extraction import USER, speaker_of
from graphmem.services.ingestion.extraction_answer import Named, Stated, Told

CONFIDENCE = 0.8
"""Of a model's reading: above what patterns reach with one or two signals, below what a person said on purpose."""

MOST_PER_TURN = 6
MOST_ENTITIES = 8
MOST_FACTS = 8
MOST_NAME = 80
"""Characters of an entity's name."""

_UNSAFE = frozenset({Filter.SYSTEM, Filter.INJECTION, Filter.XML})
_FIRST_YEAR, _LAST_YEAR = 1900, 2200
_DAY = re.compile(r"(\d{4})(?:-(\d{1,2}))?(?:-(\d{1,2}))?")
_NOT_SNAKE = re.compile(r"[^a-z0-9]+")
_SNAKE_WORDS = 5


def statements_of(told: Sequence[Told], message: Message, category: Category | None = None) -> tuple[Formed, ...]:
    """The statements that a model read in one turn, each once; `category` overrides the model's."""
    formed: dict[str, Formed] = {}
    for one in told[: 2 * MOST_PER_TURN]:
        statement = _formed(one, message, category)
        if statement is not None:
            formed.setdefault(statement.text.casefold(), statement)
    return tuple(formed.values())[:MOST_PER_TURN]


def _formed(told: Told, message: Message, category: Category | None) -> Formed | None:
    text = clipped(one_line(told.text))
    if not text or not is_harmless(text, message.language):
        return None
    reported = _is_reported(told, text, message)
    no_rule = told.category is Category.POLICY and (reported or not may_rule(message, text))
    kind = category or (Category.FACT if no_rule else told.category)
    entities = _entities(told.entities, message)
    start, end = _times(told, message.said_at)
    return Formed(
        text=text,
        words=text,
        category=kind,
        feeling=_feeling(told, text, message),
        lesson=_lesson(told, message),
        confidence=1.0 if category is not None else CONFIDENCE,
        entities=entities,
        statements=_facts(told.facts, entities, text, message, reported=reported),
        foresight=told.foresight,
        temporal_type=TemporalType.TIME_BOUNDED if end else TemporalType.PERSISTENT,
        valid_from=start,
        valid_until=end,
        weight=told.weight,
        formed_by=BY_MODEL,
        claim="" if reported else None,
        manner=Manner.DECLARED,
        stakes=stakes(doc_of(text, message.language)),
    )


def _is_reported(told: Told, text: str, message: Message) -> bool:
    """Whether it is only what others say: as the model tells, or as the rules read its text or the whole turn."""
    return told.reported or "" in (claimed(text, message.language), claimed(message.text, message.language))


def one_line(text: str) -> str:
    """The text as one line, empty when it cannot be stored."""
    line = " ".join(text.split())
    return line if is_storable(line) else ""


def is_harmless(text: str, language: Language) -> bool:
    """Whether a text may be remembered: what the observer keeps out must not come in through the model."""
    return check(text, language).filter not in _UNSAFE


def _lesson(told: Told, message: Message) -> str:
    lesson = clipped(one_line(told.lesson))
    return lesson if is_harmless(lesson, message.language) else ""


def _feeling(told: Told, text: str, message: Message) -> Feeling:
    """The model's labels, filled up to three by the words' own; valence and arousal are read from the words."""
    felt = feel(doc_of(_said(text, message), message.language))
    labels = dict.fromkeys([*told.emotions, *felt.emotions, Emotion.NEUTRAL, Emotion.TRUST])
    first, second, third, *_ = [*labels, Emotion.ANTICIPATION]
    return Feeling((first, second, third), felt.valence, felt.arousal)


def _said(text: str, message: Message) -> str:
    """The sentences of the turn that a statement was made of, with the marks and capitals that a model leaves out."""
    mine = content(doc_of(text, message.language))
    shared = [(len(mine & content(doc_of(said, message.language))), said) for said in sentences(message.text)]
    most = max((count for count, _ in shared), default=0)
    return " ".join(said for count, said in shared if count == most) if most else text


def _entities(named: Sequence[Named], message: Message) -> tuple[Mention, ...]:
    found: dict[str, Mention] = {}
    for one in named:
        name = _name(one.name, message)
        if name and not is_role_name(name):
            mention = Mention(name, one.type)
            found.setdefault(mention.uri, mention)
    return tuple(found.values())[:MOST_ENTITIES]


def _name(given: str, message: Message) -> str:
    name = one_line(given)
    fits = len(name) <= MOST_NAME and slug(name, fallback="") and is_harmless(name, message.language)
    return name if fits else ""


def _facts(
    stated: Sequence[Stated], entities: Sequence[Mention], text: str, message: Message, *, reported: bool
) -> tuple[Statement, ...]:
    """Facts whose subject is an entity of the statement or its speaker. What is only reported ends none."""
    speaker = speaker_of(message)
    known = {fold(mention.name): mention for mention in entities}
    if speaker:
        known.setdefault(fold(speaker), Mention(speaker, EntityType.PERSON))
    else:
        known |= {"user": USER, "kullanici": USER}
    found: dict[tuple[str, str, str], Statement] = {}
    for one in stated:
        fact = _fact(one, known, text, message)
        if fact is not None and not (reported and fact.ended):
            fact = replace(fact, single=fact.single and not reported)
            found.setdefault((fact.subject.uri, fact.predicate, fact.object.uri), fact)
    return tuple(found.values())[:MOST_FACTS]


def _fact(stated: Stated, known: dict[str, Mention], text: str, message: Message) -> Statement | None:
    predicate = "_".join(_NOT_SNAKE.sub(" ", fold(stated.predicate)).split()[:_SNAKE_WORDS])
    subject, name = known.get(fold(one_line(stated.subject))), _name(stated.object, message)
    if subject is None or not predicate or not name:
        return None
    listed = predicates().get(predicate)
    # Whether another object closes this one is ours to say: a model's guess could end what is still true.
    kind = listed.expects if listed else EntityType.TOPIC
    object_ = known.get(fold(name)) or Mention(name, kind)
    if object_ == subject:
        return None
    single = listed is not None and listed.single
    return Statement(subject, predicate, object_, text, single=single, ended=stated.ended)


def _times(told: Told, said_at: datetime) -> tuple[datetime | None, datetime | None]:
    """When it holds, half-open, UTC. A plan holds from when it was said; its time is its end.

    What was over when it was said stays true: it has no end.
    """
    start, end = _first(told.valid_from, said_at), _last(told.valid_until, said_at)
    if told.foresight:
        if start is not None and start > said_at:
            end = end if end is not None and end > start else _last(told.valid_from, said_at)
            start = None
        if end is None or end <= said_at:
            end = _midnight(said_at.date() + timedelta(days=PLAN_DAYS + 1), said_at)
    if end is not None and end <= max(start or said_at, said_at):
        end = None
    return start, end


def _first(given: str, said_at: datetime) -> datetime | None:
    """The beginning of a day, month or year; the moment of saying for the day of saying. None for anything else."""
    if moment := _moment(given, said_at):
        return moment
    days = _days(given)
    if days is None:
        return None
    return None if days[0] == said_at.date() else _midnight(days[0], said_at)


def _last(given: str, said_at: datetime) -> datetime | None:
    """The end of a day, month or year, of which the day itself is part."""
    if moment := _moment(given, said_at):
        return moment
    days = _days(given)
    return None if days is None else _midnight(days[1] + timedelta(days=1), said_at)


def _moment(given: str, said_at: datetime) -> datetime | None:
    """A date with a time other than midnight, which models write for the day as a whole."""
    written = given.strip()
    if "T" not in written and ":" not in written:
        return None
    try:
        moment = datetime.fromisoformat(written)
    except ValueError:
        return None
    if moment.time() == time.min or not _FIRST_YEAR <= moment.year <= _LAST_YEAR:
        return None
    return (moment if moment.tzinfo else moment.replace(tzinfo=said_at.tzinfo or UTC)).astimezone(UTC)


def _days(given: str) -> tuple[date, date] | None:
    """The first and the last day of an ISO date, month or year."""
    match = _DAY.match(given.strip())
    if match is None or not _FIRST_YEAR <= int(match[1]) <= _LAST_YEAR:
        return None
    year, month, day = int(match[1]), int(match[2] or 0), int(match[3] or 0)
    try:
        first = date(year, month or 1, day or 1)
    except ValueError:
        return None
    if day:
        return first, first
    return first, date(year, month or 12, monthrange(year, month or 12)[1])


def _midnight(day: date, said_at: datetime) -> datetime:
    return datetime.combine(day, time.min, tzinfo=said_at.tzinfo or UTC).astimezone(UTC)
