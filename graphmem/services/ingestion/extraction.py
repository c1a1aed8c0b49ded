"""From a message to statements, without writing anything: filters, clauses, what the encoder says of each, formation.

Rules parse and forbid: they cut the message, and stop what may not be remembered at all. What a clause is and whether
it is worth remembering the encoder says, in one decision. A message takes milliseconds.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise

from graphmem.language import formation
from graphmem.language.commit import asked_to_remember
from graphmem.language.doc import doc_of
from graphmem.language.first_person import is_of_oneself
from graphmem.language.formation.splitting import Span, prose, sentence_spans
from graphmem.language.observer.captions import is_caption
from graphmem.language.observer.echo import content, is_echo, without_echoes
from graphmem.language.observer.filters import blanked, check, without_code, without_memory_context
from graphmem.language.observer.logs import is_written_by_a_program
from graphmem.language.observer.reports import reports
from graphmem.language.transcripts.roles import is_role_name
from graphmem.language.vital import vital_part
from graphmem.model.category import Category
from graphmem.model.language import Language
from graphmem.model.memory import Formed
from graphmem.model.observation import Stage
from graphmem.model.transcript import Role
from graphmem.model.trust import is_outside
from graphmem.services.ingestion.draft import Message, Opinions
from graphmem.services.ingestion.forming import Asked, Mark, Parsed, form
from graphmem.services.reading import RULE, Markup, Reading, Setting, TextReader, text_reader

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

NEVER = 1.01
"""A probability that nothing reaches."""

MOST_TOGETHER = 400
"""Characters of the longest message that may be a rule as a whole."""

JOINT = 2
"""Words between two marks that only join them: "and", "çünkü de"."""

FEWEST_WORDS = 4
_ENDS = frozenset(".!?…”\"')")
_NO_PROSE = frozenset("|{}<>=\\")


@dataclass(frozen=True, slots=True)
class Extraction:
    """What was made of a message. `formed` is empty when nothing of it is remembered.

    `parsed` are its clauses, None where nothing of it may be read.
    """

    message: Message
    stages: tuple[Stage, ...]
    formed: tuple[Formed, ...] = ()
    parsed: Parsed | None = None
    opinions: Mapping[int, Opinions] = field(default_factory=dict)
    """What a model says of its statements beside memories, by their place among them."""
    causes: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    """The memories that led to its statements, as a model says."""

    @property
    def kept(self) -> bool:
        """Whether it went through all stages."""
        return all(stage.passed for stage in self.stages)


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
        asked = Asked(deliberate, bool(insisted), category)
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
                return Extraction(message, (*stages, Stage(FORMATION_STAGE, False, why)))
        if insisted:
            text, readable = insisted, _only(readable, message.text, insisted)
        parsed, read = self._parse(readable, message, asked)
        formed = form(parsed, parsed.found, parsed.marks, message)
        if read:
            stages.append(Stage(READING_STAGE, bool(formed), "; ".join(read)))
        stages.append(formation_stage(len(formed)))
        return Extraction(message, tuple(stages), formed, parsed)

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

    def _parse(self, text: str, message: Message, asked: Asked) -> tuple[Parsed, list[str]]:
        """The clauses of a message, and what was said of each."""
        if message.role is Role.ASSISTANT and len(text.strip()) > LONGEST_REPLY and not asked.deliberate:
            return Parsed(text, (), {}, asked), []
        sentences = [formation.without_bullet(text, one) for one in prose(text)]
        markup = self.reader.mark(text, sentences)
        said = [(one, self._read(text, one, markup, message, asked)) for one in sentences]
        found = [formation.Clauses(one, tuple(parts)) for one, parts in said]
        read = {span: reading for _, parts in said for span, reading in parts.items()}
        if self._setting(message) is not Setting.PEOPLE and not asked.wanted:
            read = self._with_rule(text, read)
        barred = {span for one, parts in said if _is_barred(one.of(text), message, asked) for span in parts}
        kept = {
            span: one
            for span, one in read.items()
            if span not in barred and self._is_kept(span.of(text), one, message, asked)
        }
        told = [self._told(one, span in kept, message, asked) for span, one in read.items()]
        may_be = [
            one
            for one in found
            if not kept.keys().isdisjoint(one.parts) or not _is_barred(one.sentence.of(text), message, asked)
        ]
        vital = frozenset(one for one in kept if _is_vital(one.of(text), message))
        return Parsed(text, tuple(may_be), {one: self._mark(kept[one]) for one in kept}, asked, vital), told

    def _mark(self, reading: Reading) -> Mark:
        category, sure = reading.kind(NEVER)
        return Mark(category, sure, reading.standing if self._is_rule(reading) else None)

    def _read(self, text: str, sentence: Span, markup: Markup, message: Message, asked: Asked) -> dict[Span, Reading]:
        """What is said of the parts of a sentence; of all of it, where only together they hold from now on."""
        parts = [
            day
            for one in _parts(text, sentence, markup, message, asked)
            for day in formation.days_apart(text, one, message.language, message.said_at)
        ]
        read = {one: self.reader.clause(one.of(text), markup.share(one)) for one in parts}
        if asked.wanted or sentence in read or any(self._is_rule(one) for one in read.values()):
            return read
        whole = self.reader.clause(sentence.of(text), markup.share(sentence))
        return {sentence: whole} if self._is_rule(whole) else read

    def _with_rule(self, text: str, read: dict[Span, Reading]) -> dict[Span, Reading]:
        """The readings of a message; where it holds from now on only as a whole, what comes nearest to it is the rule:
        "I'm on a screen reader, so tables are a nightmare. Lists instead."."""
        if len(read) < 2 or len(text) > MOST_TOGETHER or any(map(self._is_rule, read.values())):
            return read
        whole = self.reader.clause(text)
        nearest = max(read, key=lambda one: read[one].standing)
        return read | {nearest: replace(read[nearest], standing=whole.standing)} if self._is_rule(whole) else read

    def _is_rule(self, reading: Reading) -> bool:
        return reading.standing >= self.reader.cuts[RULE]

    def _is_kept(self, said: str, reading: Reading, message: Message, asked: Asked) -> bool:
        """Whether a clause becomes a memory: asked for, or found worth it by the encoder and forbidden by nothing."""
        if asked.wanted:
            return True
        # What a life may hang on is the last thing to be lost, and lines of it are few and short.
        return _is_vital(said, message) or self.reader.is_worth(reading, self._setting(message))

    def _told(self, reading: Reading, is_kept: bool, message: Message, asked: Asked) -> str:
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


def _parts(text: str, sentence: Span, markup: Markup, message: Message, asked: Asked) -> tuple[Span, ...]:
    """The stretches of a sentence that may be statements: of what a user says the marked ones; all of it where nothing
    is marked, where others say it, and in as many parts where it is asked for."""
    own = markup.within(sentence) if message.role is Role.USER else []
    if asked.wanted:
        return tuple(_covering(text, sentence, own))
    # What a life may hang on is the last thing to be lost, wherever it stands in a question.
    vital = vital_part(sentence.of(text), message.language) if message.role is Role.USER else ""
    at = text.index(vital, sentence.start) if vital else -1
    if vital and not any(one.start <= at and at + len(vital) <= one.end for one in own):
        apart = [one for one in own if one.start >= at + len(vital) or one.end <= at]
        own = sorted((Span(at, at + len(vital)), *apart), key=lambda one: one.start)
    return tuple(own) or (sentence,)


def _covering(text: str, sentence: Span, marks: Sequence[Span]) -> Iterator[Span]:
    """All of a sentence in as many parts as it has marks, so that nothing is lost but a word that joins two."""
    start = sentence.start
    for one, following in pairwise(marks):
        is_joint = len(text[one.end : following.start].split()) <= JOINT
        yield Span(start, one.end if is_joint else following.start)
        start = following.start
    yield Span(start, sentence.end)


def _blank_but(text: str, kept: Iterable[Span]) -> str:
    """A text of which some stretches are left, each in its place."""
    left = list(_BLANK * len(text))
    for span in kept:
        left[span.start : span.end] = text[span.start : span.end]
    return "".join(left)


def _is_barred(said: str, message: Message, asked: Asked) -> bool:
    """Whether rules forbid to remember a sentence, whatever a reader says of it."""
    if asked.wanted:
        return False
    if is_caption(said) or is_written_by_a_program(said):
        return True
    # "I" of a document, a tool or a feed is nobody we know.
    return is_outside(message.role) and (not _stands(said) or is_of_oneself(said))


def _is_vital(said: str, message: Message) -> bool:
    """Whether a user says what a life may hang on."""
    return message.role is Role.USER and bool(vital_part(said, message.language))


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
