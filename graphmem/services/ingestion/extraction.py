"""From a message to statements, without writing anything: filters, clauses, what the encoder says of each, formation.

Rules parse and forbid: they cut the message, and stop what may not be remembered at all. What a clause is and whether
it is worth remembering the encoder says, in one decision. A message takes milliseconds.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from graphmem.language import formation
from graphmem.language.commit import asked_to_remember
from graphmem.language.doc import doc_of
from graphmem.language.emotion import feel
from graphmem.language.entities import find
from graphmem.language.first_person import is_of_oneself
from graphmem.language.formation.splitting import Span, sentence_spans
from graphmem.language.naming.vocatives import addressed
from graphmem.language.observer.captions import is_caption
from graphmem.language.observer.echo import content, is_echo, without_echoes
from graphmem.language.observer.filters import blanked, check, without_code, without_memory_context
from graphmem.language.observer.logs import is_written_by_a_program
from graphmem.language.observer.reports import reports
from graphmem.language.quotes import dated
from graphmem.language.stakes import stakes
from graphmem.language.statements import statements
from graphmem.language.transcripts.roles import is_role_name
from graphmem.language.vital import vital_part
from graphmem.model.category import Category
from graphmem.model.entity import EntityType, Mention, Statement
from graphmem.model.language import Language
from graphmem.model.memory import Formed, Manner, Quote
from graphmem.model.observation import Stage
from graphmem.model.transcript import Role
from graphmem.model.trust import is_outside
from graphmem.services.ingestion.authority import may_rule
from graphmem.services.ingestion.draft import Message
from graphmem.services.reading import RULE, Reading, Setting, TextReader, text_reader

REPEATABLE = 6
"""Turns of others that an assistant may only repeat."""

LONGEST_REPLY = 500
"""Characters from which what an assistant says is an answer, an essay or a letter in somebody's name. There is no
news in it; it stays as a turn."""

FILTERS_STAGE, READING_STAGE, FORMATION_STAGE = "filters", "reading", "formation"
"""The stages of a message: whether it may be read, what the encoder says of its clauses, and how many statements came
of them."""

_BLANK = "\n"
"""What stands in the place of what is not read."""

USER = Mention("User", EntityType.PERSON)
"""Who speaks in the first person where nobody is named."""

DECLARED = 0.8
"""Probability of a category from which a statement's words say what it is."""

_DECLARES = frozenset(Category) - {Category.FACT, Category.EPISODE, Category.ENTITY, Category.OTHER}
"""Categories that somebody declares; the rest is told."""

NEVER = 1.01
"""A probability that nothing reaches."""

FEWEST_WORDS = 4
_ENDS = frozenset(".!?…”\"')")
_NO_PROSE = frozenset("|{}<>=\\")


@dataclass(frozen=True, slots=True)
class Extraction:
    """What was made of a message. `formed` is empty when nothing of it is remembered.

    `text` is what formation read: the message without recalled memories, empty when it holds nothing.
    """

    message: Message
    stages: tuple[Stage, ...]
    formed: tuple[Formed, ...] = ()
    text: str = ""
    insisted: bool = False
    """Whether its speaker asked for it to be remembered."""

    @property
    def kept(self) -> bool:
        """Whether it went through all stages."""
        return all(stage.passed for stage in self.stages)


@dataclass(frozen=True, slots=True)
class _Asked:
    """What is asked of a message besides reading it: to learn it, to remember it, to take it for a category."""

    deliberate: bool
    insisted: bool
    category: Category | None

    @property
    def wanted(self) -> bool:
        return self.deliberate or self.insisted


@dataclass(slots=True)
class Extractor:
    """Reads the messages of one conversation in order; remembers what people said lately."""

    heard: deque[frozenset[str]] = field(default_factory=lambda: deque(maxlen=REPEATABLE))
    """Words of the turns before, those of assistants left out."""
    given: TextReader | None = None
    """Says what clauses are and what they are worth; None: the product's, loaded where it is first asked."""
    with_assistant: bool = False
    """Whether an assistant has spoken in the conversation."""

    @property
    def reader(self) -> TextReader:
        """What reads the clauses."""
        return self.given or text_reader()

    def hear(self, message: Message) -> None:
        """Remember what an earlier message said, without reading it for memories."""
        self._keep_words(message, message.text)

    def extract(self, message: Message, *, deliberate: bool = False, category: Category | None = None) -> Extraction:
        """Read a message. Of `deliberate` ones (learn) every statement is kept, and filters hold for what a tool, a
        document or a feed says alone; `category` overrides the encoder's."""
        text = without_memory_context(message.text)
        self._keep_words(message, text)
        insisted = asked_to_remember(text) if message.role is Role.USER and not deliberate else None
        asked = _Asked(deliberate, bool(insisted), category)
        stages = []
        if not deliberate or is_outside(message.role):
            verdict = check(text, message.language)
            stages.append(Stage(FILTERS_STAGE, verdict.passed, verdict.reason))
            if not verdict.passed:
                return Extraction(message, tuple(stages))
        readable = blanked(message.text, texts=message.role is Role.USER and not asked.wanted)
        if message.role is Role.ASSISTANT and not deliberate:
            text, readable = self._news(text, message.language), self._blank_echoes(readable, message.language)
            if not text:
                echoed = Stage("echo", False, "it only repeats what the assistant was told")
                return Extraction(message, (*stages, echoed))
            # At work on a project it tells at every turn what it edited: by the marks of our coding sessions four in
            # five of such reports are worth nothing later, while in other sessions nearly all are.
            told = () if message.project is not None else reports(readable, message.language)
            readable = _blank_but(readable, told)
            if not readable.strip():
                why = "an answer that reports nothing that was done or found"
                why = why if message.project is None else "what an agent did at work is only filed"
                return Extraction(message, (*stages, Stage(FORMATION_STAGE, False, why)), (), text)
        if insisted:
            text, readable = insisted, _only(readable, message.text, insisted)
        formed, read = self._form(readable, message, asked)
        if read:
            stages.append(Stage(READING_STAGE, bool(formed), "; ".join(read)))
        stages.append(formation_stage(len(formed)))
        # A model reads what holds something, and the rest as what stands around it.
        read_on = text if formed or asked.wanted else ""
        return Extraction(message, tuple(stages), formed, read_on, insisted=bool(insisted))

    def _keep_words(self, message: Message, text: str) -> None:
        if message.role is not Role.ASSISTANT:
            self.heard.append(content(doc_of(text, message.language)))

    def _news(self, text: str, language: Language) -> str:
        """What an assistant says besides what it was told."""
        said = without_code(text)
        news = without_echoes(said, language, frozenset().union(*self.heard))
        return text if news == said else news

    def _blank_echoes(self, text: str, language: Language) -> str:
        """The same for a text whose every word has to keep its place."""
        heard = frozenset().union(*self.heard)
        for span in sentence_spans(text):
            if is_echo(span.of(text), language, heard):
                text = f"{text[: span.start]}{_BLANK * (span.end - span.start)}{text[span.end :]}"
        return text

    def _form(self, text: str, message: Message, asked: _Asked) -> tuple[tuple[Formed, ...], list[str]]:
        """The statements of a message, and what was said of each of its clauses."""
        if message.role is Role.ASSISTANT and len(text.strip()) > LONGEST_REPLY and not asked.deliberate:
            return (), []
        found = formation.clauses(text, message.language)
        spans = [span for one in found for span in one.parts]
        read = {span: self.reader.clause(span.of(text)) for span in spans}
        kept = {span: one for span, one in read.items() if self._is_kept(span.of(text), one, message, asked)}
        told = [self._told(one, span in kept, message, asked) for span, one in read.items()]
        if not kept:
            return (), told
        entities = find(doc_of(without_memory_context(message.text), message.language), speaker_of(message))
        atoms = formation.form(
            text,
            found,
            kept,
            language=message.language,
            speaker=_told_of(message),
            said_at=message.said_at,
            people=_people(entities, message),
        )
        by_place = {one.start: reading for one, reading in kept.items()}
        rule_from = self.reader.cuts[RULE]
        return tuple(_formed(atom, by_place[atom.start], rule_from, message, entities, asked) for atom in atoms), told

    def _is_kept(self, said: str, reading: Reading, message: Message, asked: _Asked) -> bool:
        """Whether a clause becomes a memory: asked for, or found worth it by the encoder and forbidden by nothing."""
        if asked.wanted:
            return True
        if is_caption(said) or is_written_by_a_program(said):
            return False
        if is_outside(message.role) and (not _stands(said) or is_of_oneself(said)):
            return False  # "I" of a document, a tool or a feed is nobody we know
        # What a life may hang on is the last thing to be lost, and lines of it are few and short.
        is_vital = message.role is Role.USER and bool(vital_part(said, message.language))
        return is_vital or self.reader.is_worth(reading, self._setting(message))

    def _told(self, reading: Reading, is_kept: bool, message: Message, asked: _Asked) -> str:
        category, sure = reading.kind(self.reader.cuts[RULE])
        if is_kept:
            return f"{asked.category or category} {1.0 if asked.category else sure:.2f}"
        setting = self._setting(message)
        return (
            f"left out, {reading.worth[setting]:.2f} likely worth remembering, {self.reader.cuts[setting]:.2f} wanted"
        )

    def _setting(self, message: Message) -> Setting:
        """To whom a message is said: whoever has no name speaks to an assistant, since among people everybody has
        one."""
        if message.role is not Role.USER:
            return Setting.PEOPLE
        if message.project is not None:
            return Setting.WORK
        is_told = self.with_assistant or is_role_name(message.speaker)
        return Setting.ASSISTANT if is_told else Setting.PEOPLE


def _blank_but(text: str, kept: Iterable[Span]) -> str:
    """A text of which some stretches are left, each in its place."""
    left = list(_BLANK * len(text))
    for span in kept:
        left[span.start : span.end] = text[span.start : span.end]
    return "".join(left)


def _stands(said: str) -> bool:
    """Whether a statement of a document, a tool or a feed stands alone: a whole sentence. Rows of tables, halves of
    lines and labels stay in their drawers."""
    words = said.strip()
    is_whole = words[-1:] in _ENDS and words[:1].isalnum() and not words[:1].islower() and not set(words) & _NO_PROSE
    return is_whole and len(words.split()) >= FEWEST_WORDS


def formation_stage(statements: int) -> Stage:
    """What the last stage tells of so many statements."""
    detail = f"{statements} statements" if statements else "nothing in it is worth keeping"
    return Stage(FORMATION_STAGE, statements > 0, detail)


def _only(readable: str, said: str, part: str) -> str:
    """A text with nothing but one part of it left, which keeps its place; `said` is the text before blanking."""
    at = said.rfind(part) if said.rstrip().endswith(part) else said.find(part)
    if at < 0:
        return readable
    end = at + len(part)
    return f"{_BLANK * at}{readable[at:end]}{_BLANK * (len(readable) - end)}"


def _people(entities: tuple[Mention, ...], message: Message) -> tuple[str, ...]:
    """The people that a message speaks of."""
    called = addressed(message.text, entities) | {speaker_of(message)}
    return tuple(one.name for one in entities if one.type is EntityType.PERSON and one.name not in called)


def speaker_of(message: Message) -> str:
    """The speaker's name; empty for "user", "assistant" and their like, and for what is nobody."""
    return "" if is_outside(message.role) or is_role_name(message.speaker) else message.speaker


def _told_of(message: Message) -> str:
    """Who "I" is in a message, or what says it; an assistant without a name is not the user."""
    if is_outside(message.role):
        return message.speaker
    return speaker_of(message) or ("assistant" if message.role is Role.ASSISTANT else "")


def _formed(
    atom: formation.Atom,
    reading: Reading,
    rule_from: float,
    message: Message,
    mentions: tuple[Mention, ...],
    asked: _Asked,
) -> Formed:
    name, language = speaker_of(message), message.language
    category, sure = _kind(atom, reading, rule_from, message, asked)
    called = addressed(atom.words, mentions) - {name}
    entities = tuple(one for one in find(doc_of(atom.words, language), name) if one.name not in called)
    if name and is_of_oneself(atom.words):
        entities = tuple(dict.fromkeys((Mention(name, EntityType.PERSON), *entities)))
    return Formed(
        text=atom.text,
        words=atom.words,
        category=category,
        feeling=feel(doc_of(atom.words, language)),
        lesson="",
        confidence=sure,
        entities=entities,
        statements=_facts(atom, Mention(name, EntityType.PERSON) if name else USER, entities, language),
        foresight=atom.foresight,
        temporal_type=atom.temporal_type,
        valid_from=atom.valid_from,
        valid_until=atom.valid_until,
        claim=atom.claim,
        manner=_manner(category, sure, asked),
        stakes=stakes(doc_of(atom.words, language)),
        quote=Quote(message.id, atom.start, atom.end),
        expected=atom.expected,
    )


def _kind(
    atom: formation.Atom, reading: Reading, rule_from: float, message: Message, asked: _Asked
) -> tuple[Category, float]:
    """The category of a statement and how sure it is. What is only reported, or said by somebody who may not give us
    rules, is no rule."""
    if asked.category is not None:
        return asked.category, 1.0
    on_purpose = asked.wanted and not is_outside(message.role)
    may = atom.claim is None and (on_purpose or may_rule(message, atom.words))
    return reading.kind(rule_from if may else NEVER)


def _manner(category: Category, sure: float, asked: _Asked) -> Manner:
    if asked.wanted:
        return Manner.DELIBERATE
    return Manner.DECLARED if category in _DECLARES and sure >= DECLARED else Manner.TOLD


def _facts(
    atom: formation.Atom, subject: Mention, entities: tuple[Mention, ...], language: Language
) -> tuple[Statement, ...]:
    """The facts in a statement. What is only reported stands beside what is known, and ends nothing."""
    found = statements(dated(doc_of(atom.text, language)), language, subject, entities)
    if atom.claim is None:
        return found
    sure = {_stated(one) for one in statements(dated(doc_of(atom.claim, language)), language, subject, entities)}
    return tuple(
        one if _stated(one) in sure else replace(one, single=False)
        for one in found
        if not one.ended or _stated(one) in sure
    )


def _stated(fact: Statement) -> tuple[str, str, str]:
    return fact.subject.uri, fact.predicate, fact.object.uri
