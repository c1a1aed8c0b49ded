"""From a message to statements, without writing anything: the observer's verdicts, then formation by rules.

Pure apart from the words it remembers of one conversation, and cheap enough (a millisecond or so) to run on every turn.
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
from graphmem.language.formation.asking import imagines
from graphmem.language.formation.dangling import dangles
from graphmem.language.formation.splitting import Span, sentence_spans
from graphmem.language.formation.trimming import only_asked
from graphmem.language.naming.vocatives import addressed
from graphmem.language.observer.classification import Classification, classify
from graphmem.language.observer.echo import content, is_echo, without_echoes
from graphmem.language.observer.filters import blanked, without_code, without_memory_context
from graphmem.language.observer.for_good import asks_for_good
from graphmem.language.observer.logs import is_written_by_a_program
from graphmem.language.observer.manner import is_conduct
from graphmem.language.observer.reports import reports
from graphmem.language.observer.worth import Substance, is_advice, is_caption, substance, worth_keeping
from graphmem.language.quotes import dated
from graphmem.language.stakes import stakes
from graphmem.language.statements import statements
from graphmem.language.transcripts.roles import is_role_name
from graphmem.language.vital import is_vital, vital_part
from graphmem.model.category import Category
from graphmem.model.entity import EntityType, Mention, Statement
from graphmem.model.language import Language
from graphmem.model.memory import Formed, Manner, Quote
from graphmem.model.observation import Stage
from graphmem.model.transcript import Role
from graphmem.model.trust import is_outside
from graphmem.ports import Vectors
from graphmem.services.ingestion.authority import may_rule
from graphmem.services.ingestion.draft import Message
from graphmem.services.ingestion.screening import Screened, is_of_once, is_to_assistant, lasts, screened
from graphmem.services.text_judging import TextHeads

REPEATABLE = 6
"""Turns of others that an assistant may only repeat."""

LONGEST_REPLY = 500
"""Characters from which what an assistant says is an answer, an essay or a letter in somebody's name. The rules find no
news in it; it stays as a turn."""

CATEGORY_STAGE = "category"
"""The stage that tells why the rules gave each statement its category; it stands before formation's, the last."""

FORMATION_STAGE = "formation"
"""The stage that tells how many statements were formed."""

_BLANK = "\n"
"""What stands in the place of what is not read."""

USER = Mention("User", EntityType.PERSON)
"""Who speaks in the first person where nobody is named."""


OUTSIDE_FROM = 0.25
"""Confidence from which a statement of a document, a tool or a feed is a memory."""

FEWEST_WORDS = 4
_ENDS = frozenset(".!?…”\"')")
_NO_PROSE = frozenset("|{}<>=\\")


@dataclass(frozen=True, slots=True)
class Extraction:
    """What the observer and formation made of a message. `formed` is empty when it was not kept.

    `text` is what formation read: the message without recalled memories, empty when the observer stopped it.
    """

    message: Message
    stages: tuple[Stage, ...]
    formed: tuple[Formed, ...] = ()
    text: str = ""
    insisted: bool = False
    """Whether its speaker asked for it to be remembered."""
    low_density: bool = False
    """Whether it says little as a whole, so that each of its statements has to be surely worth it."""

    @property
    def kept(self) -> bool:
        """Whether it went beyond the observer."""
        return all(stage.passed for stage in self.stages)


@dataclass(frozen=True, slots=True)
class _Asked:
    """What is asked of a message besides reading it: to learn it, to remember it, to take it for a category."""

    deliberate: bool
    insisted: bool
    category: Category | None


@dataclass(slots=True)
class Extractor:
    """Reads the messages of one conversation in order; remembers what people said lately."""

    heard: deque[frozenset[str]] = field(default_factory=lambda: deque(maxlen=REPEATABLE))
    """Words of the turns before, those of assistants left out."""
    heads: TextHeads | None = None
    """Say whether a message whose vector is known is worth keeping, where its words leave it open."""
    with_assistant: bool = False
    """Whether an assistant has spoken in the conversation."""

    def hear(self, message: Message) -> None:
        """Remember what an earlier message said, without reading it for memories."""
        self._keep_words(message, message.text)

    def extract(
        self,
        message: Message,
        vector: Vectors | None = None,
        *,
        deliberate: bool = False,
        category: Category | None = None,
    ) -> Extraction:
        """Read a message. `deliberate` ones (learn) skip filters and density, those of a tool density alone; `category`
        overrides the classifier's; `vector` is the message's own."""
        text = without_memory_context(message.text)
        entities = find(doc_of(text, message.language), speaker_of(message))
        self._keep_words(message, text)
        insisted = asked_to_remember(text) if message.role is Role.USER and not deliberate else None
        wanted = deliberate or bool(insisted)
        screening = Screened(())
        if not deliberate or is_outside(message.role):
            screening = self._screened(text, message, entities, vector, deliberate=deliberate, wanted=wanted)
            if not (screening.passed or screening.low_density):
                return Extraction(message, screening.stages)
        stages = list(screening.trusting() if screening.low_density else screening.stages)
        readable = blanked(message.text, texts=message.role is Role.USER and not wanted)
        if message.role is Role.ASSISTANT and not deliberate:
            text, readable = self._news(text, message.language), self._blank_echoes(readable, message.language)
            if not text:
                return Extraction(
                    message, (*stages, Stage("echo", False, "it only repeats what the assistant was told"))
                )
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
        asked = _Asked(deliberate, bool(insisted), category)
        formed = self._form(readable, message, entities, asked)
        if screening.low_density and not formed:
            return Extraction(message, screening.stages)
        if formed and category is None:
            stages.append(
                Stage(CATEGORY_STAGE, True, "; ".join(f"{one.category.value} {one.confidence:.2f}" for one in formed))
            )
        stages.append(formation_stage(len(formed)))
        return Extraction(
            message, tuple(stages), formed, text, insisted=bool(insisted), low_density=screening.low_density
        )

    def _screened(
        self,
        text: str,
        message: Message,
        entities: tuple[Mention, ...],
        vector: Vectors | None,
        *,
        deliberate: bool,
        wanted: bool,
    ) -> Screened:
        opinion = None
        if not deliberate and self.heads is not None and vector is not None and message.role is Role.USER:
            opinion = self.heads.opinion(text, message.language, entities, vector)
        cuts = {} if self.heads is None else self.heads.cuts
        return screened(text, message, entities, opinion, cuts, wanted=wanted, heard=self.with_assistant)

    def _is_meant(self, message: Message, said: str) -> bool:
        """Whether an assistant is told how to speak, or asked for more than once, of which heads say later whether it
        is meant so."""
        if not is_to_assistant(message, heard=self.with_assistant):
            return False
        is_known = self.heads is not None and message.language.value in self.heads.languages
        is_conducted = is_conduct(message.text, said, message.language)
        return is_conducted or (is_known and asks_for_good(said, message.language))

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

    def _form(
        self,
        text: str,
        message: Message,
        entities: tuple[Mention, ...],
        asked: _Asked,
    ) -> tuple[Formed, ...]:
        if message.role is Role.ASSISTANT and len(text.strip()) > LONGEST_REPLY and not asked.deliberate:
            return ()
        # A message that says enough may still say it beside small talk: each statement has to be worth keeping itself.
        read: dict[str, _Read] = {}

        def worth(said: str) -> bool:
            if (is_caption(said) or imagines(said, message.language)) and not asked.deliberate:
                return False
            if message.role is Role.ASSISTANT and not asked.deliberate and is_advice(said, message.language):
                return False
            said_by_user = message.role is Role.USER and not (asked.deliberate or asked.insisted)
            if said_by_user and (dangles(message.text, message.language) or is_of_once(said, message)):
                return False
            if said_by_user and (self._is_meant(message, said) or lasts(said, message)):
                read[said] = _read(said, message, entities)
                return True
            if said_by_user and only_asked(said, message.language) and not vital_part(said, message.language):
                return False
            read[said] = _read(said, message, entities)
            if read[said].own and is_outside(message.role):
                return False  # "I" of a document, a tool or a feed is nobody we know
            is_kept = asked.deliberate or asked.insisted or (said_by_user and is_vital(said, message.language))
            return is_kept or read[said].worth

        atoms = formation.form(
            text,
            language=message.language,
            speaker=_told_of(message),
            said_at=message.said_at,
            people=_people(entities, message),
            worth=worth,
        )
        formed = tuple(_formed(atom, read[atom.words], message, asked) for atom in atoms)
        alone = not is_outside(message.role) or asked.deliberate
        return formed if alone else tuple(one for one in formed if _stands(one))


def _blank_but(text: str, kept: Iterable[Span]) -> str:
    """A text of which some stretches are left, each in its place."""
    left = list(_BLANK * len(text))
    for span in kept:
        left[span.start : span.end] = text[span.start : span.end]
    return "".join(left)


def _stands(formed: Formed) -> bool:
    """Whether a statement of a document, a tool or a feed stands alone: a whole sentence that is read with some
    certainty. Rows of tables, halves of lines and labels stay in their drawers."""
    words = formed.words.strip()
    is_whole = words[-1:] in _ENDS and words[:1].isalnum() and not words[:1].islower() and not set(words) & _NO_PROSE
    return is_whole and len(words.split()) >= FEWEST_WORDS and formed.confidence >= OUTSIDE_FROM


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


@dataclass(frozen=True, slots=True)
class _Read:
    """What kind of statement some words declare to be, whom they name and whom they call, whether they are worth
    keeping, and whether they are no more than chat."""

    classified: Classification
    named: tuple[Mention, ...]
    called: frozenset[str]
    worth: bool
    chat: bool
    own: bool
    """Whether they speak of their speaker."""


def _read(said: str, message: Message, mentions: tuple[Mention, ...]) -> _Read:
    speaker = speaker_of(message)
    called = addressed(said, mentions) - {speaker}
    named = tuple(mention for mention in mentions if mention.name in said and mention.name not in called)
    classified = classify(said, message.language, named)
    others = [mention.name for mention in named if mention.name != speaker]
    told = substance(said, message.language, others, ignored={*called, speaker})
    kept = worth_keeping(told, classified) and not is_written_by_a_program(said)
    chat = _is_chat(told, classified)
    return _Read(classified, named, called, kept, chat, told.about_speaker)


def _is_chat(told: Substance, classified: Classification) -> bool:
    """Whether a statement reacts, wishes or judges, or cheers somebody on, and declares nothing."""
    is_talk = told.reaction or told.wish or told.judgement or (told.to_listener and not told.about_speaker)
    return is_talk and not classified.explicit


def speaker_of(message: Message) -> str:
    """The speaker's name; empty for "user", "assistant" and their like, and for what is nobody."""
    return "" if is_outside(message.role) or is_role_name(message.speaker) else message.speaker


def _told_of(message: Message) -> str:
    """Who "I" is in a message, or what says it; an assistant without a name is not the user."""
    if is_outside(message.role):
        return message.speaker
    return speaker_of(message) or ("assistant" if message.role is Role.ASSISTANT else "")


def _formed(atom: formation.Atom, read: _Read, message: Message, asked: _Asked) -> Formed:
    name, language = speaker_of(message), message.language
    classified = read.classified
    if asked.category is None:
        on_purpose = (asked.deliberate or asked.insisted) and not is_outside(message.role)
        own = on_purpose or may_rule(message, atom.words)
        reported = atom.claim is not None or not own
        classified = classify(atom.words, language, read.named, reported=reported)
    kind = asked.category or classified.category
    entities = tuple(one for one in find(doc_of(atom.words, language), name) if one.name not in read.called)
    if name and read.own:
        entities = tuple(dict.fromkeys((Mention(name, EntityType.PERSON), *entities)))
    return Formed(
        text=atom.text,
        words=atom.words,
        category=kind,
        feeling=feel(doc_of(atom.words, language)),
        lesson="",
        confidence=1.0 if asked.category else classified.confidence,
        entities=entities,
        statements=_facts(atom, Mention(name, EntityType.PERSON) if name else USER, entities, language),
        foresight=atom.foresight,
        temporal_type=atom.temporal_type,
        valid_from=atom.valid_from,
        valid_until=atom.valid_until,
        claim=atom.claim,
        manner=_manner(read, asked),
        stakes=stakes(doc_of(atom.words, language)),
        quote=Quote(message.id, atom.start, atom.end),
        expected=atom.expected,
    )


def _manner(read: _Read, asked: _Asked) -> Manner:
    if read.chat and not asked.deliberate:  # "never forget: you rock" asks for nothing
        return Manner.CHAT
    if asked.deliberate or asked.insisted:
        return Manner.DELIBERATE
    return Manner.DECLARED if read.classified.explicit else Manner.TOLD


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
