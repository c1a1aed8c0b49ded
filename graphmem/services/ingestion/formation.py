"""Forms statements from kept clauses: quotes, with times, claims, feelings and facts read by rules.

The reader (the encoder or a chat model) decides which clauses are kept and of what category. Rules read the rest, and
what is at stake, from the words, whichever reader marked them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime

from graphmem.language import formation
from graphmem.language.doc import doc_of
from graphmem.language.emotion import feel
from graphmem.language.entities import find
from graphmem.language.first_person import is_of_oneself
from graphmem.language.formation.splitting import Span
from graphmem.language.naming.vocatives import addressed
from graphmem.language.observer.filters import without_memory_context
from graphmem.language.quotes import dated
from graphmem.language.stakes import stakes
from graphmem.language.statements import statements
from graphmem.language.temporal import TimeReading
from graphmem.language.transcripts.roles import is_role_name
from graphmem.model.category import Category
from graphmem.model.entity import EntityType, Mention, Statement
from graphmem.model.language import Language
from graphmem.model.memory import BY_MODEL, BY_RULES, ExtractedStatement, Manner, Quote, TemporalType
from graphmem.model.transcript import Role
from graphmem.model.trust import is_outside
from graphmem.services.ingestion.authority import may_rule
from graphmem.services.ingestion.draft import Message

USER = Mention("User", EntityType.PERSON)
"""The speaker of the first person if a message names none."""

DECLARED = 0.8
"""Probability of a category from which a statement counts as declared."""

_DECLARES = frozenset(Category) - {Category.FACT, Category.EPISODE, Category.ENTITY, Category.OTHER}
"""Categories of statements that a speaker can declare; others are told."""


@dataclass(frozen=True, slots=True)
class KeepRequest:
    """A caller's or speaker's wishes: to learn the message, to remember it, to give it a category."""

    deliberate: bool
    insisted: bool
    category: Category | None

    @property
    def wanted(self) -> bool:
        """Whether all of the message is kept."""
        return self.deliberate or self.insisted


@dataclass(frozen=True, slots=True)
class Days:
    """The first and the last day on which a clause is true; None for an open end."""

    first: date | None
    last: date | None


@dataclass(frozen=True, slots=True)
class Mark:
    """A reader's mark of a kept clause: its category, with the probability `sure`.

    `standing` is the probability that it is a rule from now on, None if the reader does not say so. Without `mentions`
    and `days` rules find them. `read_by` is BY_RULES for the encoder, else BY_MODEL.
    """

    category: Category
    sure: float
    standing: float | None = None
    mentions: tuple[Mention, ...] = ()
    days: Days | None = None
    read_by: str = BY_RULES


@dataclass(frozen=True, slots=True)
class Parsed:
    """The sentences of a `text` that may be remembered, with the encoder's marks of the clauses it keeps.

    `vital` are the kept clauses with a vital fact, such as an allergy.
    """

    text: str
    found: tuple[formation.Clauses, ...]
    marks: Mapping[Span, Mark]
    asked: KeepRequest
    vital: frozenset[Span] = field(default_factory=frozenset)


def form(
    parsed: Parsed, found: Sequence[formation.Clauses], marks: Mapping[Span, Mark], message: Message
) -> tuple[ExtractedStatement, ...]:
    """Form the statements of a message, one for each marked part of the `found` sentences."""
    if not marks:
        return ()
    entities = find(doc_of(without_memory_context(message.text), message.language), speaker_of(message))
    atoms = formation.form(
        parsed.text,
        found,
        marks,
        language=message.language,
        speaker=_first_person(message),
        said_at=message.said_at,
        people=_people(entities, message),
    )
    by_place = {one.start: mark for one, mark in marks.items()}
    # Feeling and stakes are read from the whole sentence: "I'm so happy, I got the flat".
    said_in = {part.start: one.sentence.of(parsed.text) for one in found for part in one.parts}
    return tuple(
        _formed(atom, by_place[atom.start], said_in[atom.start], message, entities, parsed.asked) for atom in atoms
    )


def speaker_of(message: Message) -> str:
    """The speaker's name; "" for roles such as "user" and "assistant", documents, tools and feeds."""
    return "" if is_outside(message.role) or is_role_name(message.speaker) else message.speaker


def _people(entities: tuple[Mention, ...], message: Message) -> tuple[str, ...]:
    """The people that a message names."""
    called = addressed(message.text, entities) | {speaker_of(message)}
    return tuple(one.name for one in entities if one.type is EntityType.PERSON and one.name not in called)


def _first_person(message: Message) -> str:
    """The person behind "I" in a message, or the source's name.

    A nameless assistant is "assistant", not the user.
    """
    if is_outside(message.role):
        return message.speaker
    return speaker_of(message) or ("assistant" if message.role is Role.ASSISTANT else "")


def _formed(
    atom: formation.QuotedStatement,
    mark: Mark,
    sentence: str,
    message: Message,
    mentions: tuple[Mention, ...],
    asked: KeepRequest,
) -> ExtractedStatement:
    name, language = speaker_of(message), message.language
    around = doc_of(sentence, language)
    category, sure = _kind(atom, mark, message, asked)
    entities = mark.mentions or _find_mentions(atom, name, mentions, language)
    if name and is_of_oneself(atom.words):
        entities = tuple(dict.fromkeys((Mention(name, EntityType.PERSON), *entities)))
    statement = ExtractedStatement(
        text=atom.text,
        words=atom.words,
        category=category,
        feeling=feel(around),
        lesson="",
        confidence=sure,
        entities=entities,
        facts=_facts(atom, Mention(name, EntityType.PERSON) if name else USER, entities, language),
        foresight=atom.foresight,
        temporal_type=atom.temporal_type,
        valid_from=atom.valid_from,
        valid_until=atom.valid_until,
        formed_by=mark.read_by,
        claim=atom.claim,
        manner=_manner(category, sure, asked),
        stakes=stakes(around),
        quote=Quote(message.id, atom.start, atom.end),
        expected=atom.expected,
        recurrence=atom.recurrence,
    )
    return (
        statement
        if mark.days is None or statement.recurrence is not None
        else _set_days(statement, mark.days, message.said_at)
    )


def _find_mentions(
    atom: formation.QuotedStatement, name: str, mentions: tuple[Mention, ...], language: Language
) -> tuple[Mention, ...]:
    """The mentions that rules find in a statement, without the people it addresses."""
    called = addressed(atom.words, mentions) - {name}
    return tuple(one for one in find(doc_of(atom.words, language), name) if one.name not in called)


def _set_days(statement: ExtractedStatement, days: Days, said_at: datetime) -> ExtractedStatement:
    """Give a statement the reader's days, if its own words name none.
    A plan is valid from when it was said until the day it is for."""
    if statement.valid_from != said_at or not (statement.valid_until is None or statement.expected):
        return statement
    today = said_at.date()
    is_ahead = days.first is not None and days.first > today
    first = today if is_ahead else days.first or today
    start, end = formation.valid_times(
        TimeReading(first, days.last or days.first if is_ahead else days.last, is_ahead), said_at
    )
    return replace(
        statement,
        valid_from=start,
        valid_until=end,
        temporal_type=TemporalType.TIME_BOUNDED if end else TemporalType.PERSISTENT,
        foresight=statement.foresight or is_ahead,
        expected=False,
    )


def _kind(atom: formation.QuotedStatement, mark: Mark, message: Message, asked: KeepRequest) -> tuple[Category, float]:
    """The category of a statement and its probability.
    A report is no rule, nor is a statement by somebody who may not set rules."""
    if asked.category is not None:
        return asked.category, 1.0
    on_purpose = asked.wanted and not is_outside(message.role)
    if mark.read_by == BY_MODEL and message.role is not Role.USER:  # a model may take any imperative for one
        on_purpose = False
    may = atom.claim is None and (on_purpose or may_rule(message, atom.words))
    return (Category.POLICY, mark.standing) if may and mark.standing is not None else (mark.category, mark.sure)


def _manner(category: Category, sure: float, asked: KeepRequest) -> Manner:
    if asked.wanted:
        return Manner.DELIBERATE
    return Manner.DECLARED if category in _DECLARES and sure >= DECLARED else Manner.TOLD


def _facts(
    atom: formation.QuotedStatement, subject: Mention, entities: tuple[Mention, ...], language: Language
) -> tuple[Statement, ...]:
    """The facts in a statement; reported ones stand beside known facts and end none."""
    found = statements(dated(doc_of(atom.text, language)), language, subject, entities)
    if atom.claim is None:
        return found
    sure = {_stated(one) for one in statements(dated(doc_of(atom.claim, language)), language, subject, entities)}
    return tuple(
        one if _stated(one) in sure else replace(one, single=False, reported=True)
        for one in found
        if not one.ended or _stated(one) in sure
    )


def _stated(fact: Statement) -> tuple[str, str, str]:
    return fact.subject.uri, fact.predicate, fact.object.uri
