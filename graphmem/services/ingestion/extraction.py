"""Extracts statements from a message: filters, clauses, the encoder's reading, formation; no writes.

Rules split the message and stop what may not be remembered. The encoder decides in one step what a clause is and
whether it is worth remembering. A message takes milliseconds.
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
from graphmem.language.observer.filters import blank_material, check, without_code, without_memory_context
from graphmem.language.observer.logs import is_written_by_a_program
from graphmem.language.observer.reports import reports
from graphmem.language.transcripts.roles import is_role_name
from graphmem.language.vital_news import vital_part
from graphmem.model.category import Category
from graphmem.model.language import Language
from graphmem.model.memory import ExtractedStatement
from graphmem.model.observation import Stage
from graphmem.model.transcript import Role
from graphmem.model.trust import is_outside
from graphmem.services.ingestion.draft import Causes, Message, Opinions
from graphmem.services.ingestion.formation import KeepRequest, Mark, Parsed, form
from graphmem.services.reading import RULE, Markup, Reading, Setting, TextReader, text_reader

REPEATABLE = 6
"""Earlier turns of others with which an assistant's message is compared for echoes."""

LONGEST_REPLY = 500
"""Characters above which an assistant's message makes no memories, only a turn.
It is then an answer, an essay or a letter in somebody's name, without news."""

FILTERS_STAGE, READING_STAGE, FORMATION_STAGE = "filters", "reading", "formation"
"""The stages of a message: the filters' verdict, the encoder's reading of clauses, statements formed."""

_BLANK = "\n"
"""Replaces each character that is not read, so that all others keep their place."""

NEVER = 1.01
"""A probability that nothing reaches."""

MOST_TOGETHER = 400
"""Characters up to which a message may be a rule as a whole."""

JOINT = 2
"""Most words between two marks that merely join them: "and", "çünkü de"."""

FEWEST_WORDS = 4
_ENDS = frozenset(".!?…”\"')")
_NO_PROSE = frozenset("|{}<>=\\")


@dataclass(frozen=True, slots=True)
class Extraction:
    """The stages and statements of a message; `statements` is empty if nothing of it is remembered.

    `parsed` holds its clauses, None if it may not be read.
    """

    message: Message
    stages: tuple[Stage, ...]
    statements: tuple[ExtractedStatement, ...] = ()
    parsed: Parsed | None = None
    opinions: Mapping[int, Opinions] = field(default_factory=dict)
    """The chat model's verdicts on statements beside memories, by the statement's index in `statements`."""
    causes: Mapping[int, Causes] = field(default_factory=dict)
    """The memories that, as the chat model says, led to a statement, by its index in `statements`."""

    @property
    def kept(self) -> bool:
        """Whether the message passed all stages."""
        return all(stage.passed for stage in self.stages)


@dataclass(slots=True)
class Extractor:
    """Extracts from the messages of one conversation in order; remembers the latest turns' words."""

    heard: deque[frozenset[str]] = field(default_factory=lambda: deque(maxlen=REPEATABLE))
    """Words of the turns before, without assistants' turns."""
    given: TextReader | None = None
    """The encoder that reads clauses; None for the shipped one, loaded at first use."""
    with_assistant: bool = False
    """Whether an assistant has spoken in the conversation."""

    @property
    def reader(self) -> TextReader:
        """The encoder that reads the clauses."""
        return self.given or text_reader()

    def hear(self, message: Message) -> None:
        """Take an earlier message's words as context, without extracting memories."""
        self._keep_words(message, message.text)

    def extract(self, message: Message, *, deliberate: bool = False, category: Category | None = None) -> Extraction:
        """Extract the statements of a message; `category` overrides the encoder's.
        Of a `deliberate` one (learn) every statement is kept, and filters hold for tools, documents and feeds only."""
        text = without_memory_context(message.text)
        self._keep_words(message, text)
        insisted = asked_to_remember(text) if message.role is Role.USER and not deliberate else None
        asked = KeepRequest(deliberate, bool(insisted), category)
        stages = []
        if not deliberate or is_outside(message.role):
            verdict = check(text, message.language)
            stages.append(Stage(FILTERS_STAGE, verdict.passed, verdict.reason))
            if not verdict.passed:
                return Extraction(message, tuple(stages))
        readable = blank_material(message.text, texts=message.role is Role.USER and not asked.wanted)
        if message.role is Role.ASSISTANT and not deliberate:
            text, readable = self._news(text, message.language), self._blank_echoes(readable, message.language)
            if not text:
                echoed = Stage("echo", False, "it only repeats what the assistant was told")
                return Extraction(message, (*stages, echoed))
            # In a project an agent reports its edits at every turn: by the marks of our coding sessions four in five
            # of these reports are worth nothing later, while in other sessions nearly all are worth keeping.
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
        """An assistant's text without sentences that echo earlier turns; "" if nothing is left."""
        said = without_code(text)
        news = without_echoes(said, language, frozenset().union(*self.heard))
        return text if news == said else news

    def _blank_echoes(self, text: str, language: Language) -> str:
        """The same with echoes blanked, so that every other character keeps its place."""
        heard = frozenset().union(*self.heard)
        for span in sentence_spans(text):
            if is_echo(span.of(text), language, heard):
                text = f"{text[: span.start]}{_BLANK * (span.end - span.start)}{text[span.end :]}"
        return text

    def _parse(self, text: str, message: Message, asked: KeepRequest) -> tuple[Parsed, list[str]]:
        """Split a message into clauses with the encoder's marks; also return a remark on each."""
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
        told = [self._remark(one, span in kept, message, asked) for span, one in read.items()]
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

    def _read(
        self, text: str, sentence: Span, markup: Markup, message: Message, asked: KeepRequest
    ) -> dict[Span, Reading]:
        """The encoder's readings of a sentence's parts, or of the whole if only the whole is a rule."""
        parts = [
            day
            for one in _parts(text, sentence, markup, message, asked)
            for day in formation.split_days(text, one, message.language, message.said_at)
        ]
        read = {one: self.reader.clause(one.of(text), markup.share(one)) for one in parts}
        if asked.wanted or sentence in read or any(self._is_rule(one) for one in read.values()):
            return read
        whole = self.reader.clause(sentence.of(text), markup.share(sentence))
        return {sentence: whole} if self._is_rule(whole) else read

    def _with_rule(self, text: str, read: dict[Span, Reading]) -> dict[Span, Reading]:
        """The readings, with the likeliest clause made a rule if only the whole message is one.
        "I'm on a screen reader, so tables are a nightmare. Lists instead." """
        if len(read) < 2 or len(text) > MOST_TOGETHER or any(map(self._is_rule, read.values())):
            return read
        whole = self.reader.clause(text)
        nearest = max(read, key=lambda one: read[one].standing)
        return read | {nearest: replace(read[nearest], standing=whole.standing)} if self._is_rule(whole) else read

    def _is_rule(self, reading: Reading) -> bool:
        return reading.standing >= self.reader.thresholds[RULE]

    def _is_kept(self, said: str, reading: Reading, message: Message, asked: KeepRequest) -> bool:
        """Whether a clause becomes a memory: asked for, vital, or worth it as the encoder says."""
        if asked.wanted:
            return True
        # Vital facts, such as an allergy, must not be lost, and clauses with them are few and short.
        return _is_vital(said, message) or self.reader.is_worth(reading, self._setting(message))

    def _remark(self, reading: Reading, is_kept: bool, message: Message, asked: KeepRequest) -> str:
        category, sure = reading.kind(self.reader.thresholds[RULE])
        if is_kept:
            return f"{asked.category or category} {1.0 if asked.category else sure:.2f}"
        setting = self._setting(message)
        least = self.reader.thresholds[setting]
        return f"left out, {reading.worth[setting]:.2f} likely worth remembering, {least:.2f} wanted"

    def _setting(self, message: Message) -> Setting:
        """The setting of a message; a speaker without a name talks to an assistant.
        Among people every speaker has a name."""
        if message.role is not Role.USER:
            return Setting.PEOPLE
        if message.project is not None:
            return Setting.WORK
        is_told = self.with_assistant or is_role_name(message.speaker)
        return Setting.ASSISTANT if is_told else Setting.PEOPLE


def _parts(text: str, sentence: Span, markup: Markup, message: Message, asked: KeepRequest) -> tuple[Span, ...]:
    """The spans of a sentence that may be statements: a user's marked ones, else the whole sentence.
    If the message is asked to be remembered, the parts together cover the sentence."""
    own = markup.within(sentence) if message.role is Role.USER else []
    if asked.wanted:
        return tuple(_covering(text, sentence, own))
    # A vital fact must not be lost, even inside a question.
    vital = vital_part(sentence.of(text), message.language) if message.role is Role.USER else ""
    at = text.index(vital, sentence.start) if vital else -1
    if vital and not any(one.start <= at and at + len(vital) <= one.end for one in own):
        apart = [one for one in own if one.start >= at + len(vital) or one.end <= at]
        own = sorted((Span(at, at + len(vital)), *apart), key=lambda one: one.start)
    return tuple(own) or (sentence,)


def _covering(text: str, sentence: Span, marks: Sequence[Span]) -> Iterator[Span]:
    """Split a sentence into one part per mark, so that nothing is lost except joining words."""
    start = sentence.start
    for one, following in pairwise(marks):
        is_joint = len(text[one.end : following.start].split()) <= JOINT
        yield Span(start, one.end if is_joint else following.start)
        start = following.start
    yield Span(start, sentence.end)


def _blank_but(text: str, kept: Iterable[Span]) -> str:
    """Blank a text except for the `kept` spans, which keep their places."""
    left = list(_BLANK * len(text))
    for span in kept:
        left[span.start : span.end] = text[span.start : span.end]
    return "".join(left)


def _is_barred(said: str, message: Message, asked: KeepRequest) -> bool:
    """Whether rules forbid to remember a sentence, whatever the encoder or model says of it."""
    if asked.wanted:
        return False
    if is_caption(said) or is_written_by_a_program(said):
        return True
    # The "I" of a document, tool or feed is nobody we know.
    return is_outside(message.role) and (not _stands(said) or is_of_oneself(said))


def _is_vital(said: str, message: Message) -> bool:
    """Whether a user states a vital fact, such as an allergy."""
    return message.role is Role.USER and bool(vital_part(said, message.language))


def _stands(said: str) -> bool:
    """Whether a document's, tool's or feed's text is a whole sentence, which alone may be a memory.
    Table rows, broken lines and labels stay in their drawers."""
    words = said.strip()
    is_whole = words[-1:] in _ENDS and words[:1].isalnum() and not words[:1].islower() and not set(words) & _NO_PROSE
    return is_whole and len(words.split()) >= FEWEST_WORDS


def formation_stage(statements: int) -> Stage:
    """The last stage of a message with this number of statements."""
    detail = f"{statements} statements" if statements else "nothing in it is worth keeping"
    return Stage(FORMATION_STAGE, statements > 0, detail)


def _only(readable: str, said: str, part: str) -> str:
    """Blank a text except for one part, which keeps its place; `said` is the text before blanking."""
    at = said.rfind(part) if said.rstrip().endswith(part) else said.find(part)
    if at < 0:
        return readable
    end = at + len(part)
    return f"{_BLANK * at}{readable[at:end]}{_BLANK * (len(readable) - end)}"
