"""From a message to statements, without writing anything: the observer's verdicts, then formation by rules.

Pure apart from the words it remembers of one conversation, and cheap enough (a millisecond or so) to run on every turn.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field

from graphmem.language import formation
from graphmem.language.commit import asked_to_remember
from graphmem.language.emotion import feel
from graphmem.language.entities import find
from graphmem.language.naming.vocatives import addressed
from graphmem.language.observer.classification import Classification, classify
from graphmem.language.observer.density import Density, counts, density
from graphmem.language.observer.filters import check, without_code, without_memory_context
from graphmem.language.observer.worth import is_caption, is_echo, substance, worth_keeping
from graphmem.language.statements import statements
from graphmem.language.transcripts.roles import is_role_name
from graphmem.model.category import Category
from graphmem.model.emotion import Feeling
from graphmem.model.entity import EntityType, Mention
from graphmem.model.language import Language
from graphmem.model.memory import Formed
from graphmem.model.observation import Stage
from graphmem.model.transcript import Role
from graphmem.services.writing import examples
from graphmem.services.writing.draft import Message

MEMORABLE_MENTIONS = 12
"""Names of the turns before that a pronoun may mean."""

CATEGORY_STAGE = "category"
"""The stage that tells why the rules gave each statement its category; it stands before formation's, the last."""

USER = Mention("User", EntityType.PERSON)
"""Who speaks in the first person where nobody is named."""


@dataclass(frozen=True, slots=True)
class Perception:
    """What the observer and formation made of a message. `formed` is empty when it was not kept.

    `text` is what formation read: the message without recalled memories, empty when the observer stopped it.
    """

    message: Message
    stages: tuple[Stage, ...]
    formed: tuple[Formed, ...] = ()
    text: str = ""
    insisted: bool = False
    """Whether its speaker asked for it to be remembered."""

    @property
    def kept(self) -> bool:
        """Whether it went beyond the observer."""
        return all(stage.passed for stage in self.stages)


@dataclass(slots=True)
class Perceiver:
    """Reads the messages of one conversation in order; remembers whom they named lately."""

    mentions: deque[Mention] = field(default_factory=lambda: deque(maxlen=MEMORABLE_MENTIONS))

    def hear(self, message: Message) -> None:
        """Remember whom an earlier message named, without reading it for memories."""
        self.mentions.extend(find(message.text, message.language, speaker_of(message)))

    def perceive(self, message: Message, *, deliberate: bool = False, category: Category | None = None) -> Perception:
        """Read a message. `deliberate` ones (learn) skip filters and density; `category` overrides the classifier's."""
        text = without_memory_context(message.text)
        earlier = tuple(self.mentions)
        entities = find(text, message.language, speaker_of(message))
        self.mentions.extend(entities)
        stages: list[Stage] = []
        insisted = asked_to_remember(text) if message.role is Role.USER and not deliberate else None
        if not deliberate and not self._observed(text, message, entities, stages, insisted=bool(insisted)):
            return Perception(message, tuple(stages))
        if insisted:
            text, deliberate = insisted, True
        formed = self._form(text, message, earlier, entities, deliberate=deliberate, category=category)
        if formed and category is None:
            stages.append(
                Stage(CATEGORY_STAGE, True, "; ".join(examples.explained(one, message.language) for one in formed))
            )
        stages.append(
            Stage(
                "formation", bool(formed), f"{len(formed)} statements" if formed else "nothing in it is worth keeping"
            )
        )
        return Perception(message, tuple(stages), formed, text, insisted=bool(insisted))

    def _observed(
        self, text: str, message: Message, entities: tuple[Mention, ...], stages: list[Stage], *, insisted: bool
    ) -> bool:
        verdict = check(text, message.language)
        stages.append(Stage("filters", verdict.passed, verdict.reason))
        if not verdict.passed:
            return False
        if insisted:
            stages.append(Stage("density", True, "asked to be remembered"))
            return True
        dense = counts(text, message.language, entities)
        counted = f"{dense.entities} entities, {dense.facts} facts, {dense.times} times"
        if not (dense.enough and dense.facts):
            dense = _dense(text, message.language, entities)
            counted += f", {dense.corrections} corrections, {dense.declared} declared"
        stages.append(Stage("density", dense.enough, f"{counted}: {dense.score}"))
        return dense.enough

    def _form(
        self,
        text: str,
        message: Message,
        earlier: tuple[Mention, ...],
        entities: tuple[Mention, ...],
        *,
        deliberate: bool,
        category: Category | None,
    ) -> tuple[Formed, ...]:
        # A message that says enough may still say it beside small talk: each statement has to be worth keeping itself.
        read: dict[str, _Read] = {}

        def worth(said: str) -> bool:
            if not deliberate and _is_beside(said, message):
                return False
            read[said] = _read(said, message, entities)
            return deliberate or read[said].worth

        atoms = formation.form(
            without_code(text),
            language=message.language,
            speaker=_told_of(message),
            said_at=message.said_at,
            mentions=earlier,
            worth=worth,
        )
        if not atoms:
            return ()
        feeling = feel(text, message.language)
        return tuple(_formed(atom, read[atom.resolved_text], message, feeling, category) for atom in atoms)


def _dense(text: str, language: Language, entities: tuple[Mention, ...]) -> Density:
    """The density of a message, or else of what its questions tell besides."""
    dense = density(text, language, entities)
    told = text if dense.enough else formation.told_by(without_code(text), language)
    return dense if told == text else max(dense, density(told, language, entities), key=lambda one: one.score)


@dataclass(frozen=True, slots=True)
class _Read:
    """What kind of statement some words declare to be, whom they name and whom they call, and whether they are worth
    keeping."""

    classified: Classification
    named: tuple[Mention, ...]
    called: frozenset[str]
    worth: bool


def _read(said: str, message: Message, mentions: tuple[Mention, ...]) -> _Read:
    speaker = speaker_of(message)
    called = addressed(said, mentions) - {speaker}
    named = tuple(mention for mention in mentions if mention.name in said and mention.name not in called)
    classified = classify(said, message.language, named)
    others = [mention.name for mention in named if mention.name != speaker]
    told = substance(said, message.language, others, ignored={*called, speaker})
    return _Read(classified, named, called, worth_keeping(told, classified))


def _is_beside(said: str, message: Message) -> bool:
    """Whether a statement is none of its speaker's: a picture's caption, an assistant's "Noted: …"."""
    return is_caption(said) or (message.role is Role.ASSISTANT and is_echo(said, message.language))


def speaker_of(message: Message) -> str:
    """The speaker's name; empty for "user", "assistant" and their like."""
    return "" if is_role_name(message.speaker) else message.speaker


def _told_of(message: Message) -> str:
    """Who "I" is in a message; an assistant without a name is not the user."""
    return speaker_of(message) or ("assistant" if message.role is Role.ASSISTANT else "")


def _formed(atom: formation.Atom, read: _Read, message: Message, feeling: Feeling, category: Category | None) -> Formed:
    name = speaker_of(message)
    classified = read.classified
    if category is None:
        # Whether it is worth keeping was for what it declares in words alone; examples tell apart what it is.
        voted = examples.votes(atom.resolved_text, message.language)
        classified = classify(atom.resolved_text, message.language, read.named, votes=voted)
    kind = category or classified.category
    entities = tuple(one for one in find(atom.text, message.language, name) if one.name not in read.called)
    subject = Mention(name, EntityType.PERSON) if name else USER
    return Formed(
        text=atom.text,
        resolved_text=atom.resolved_text,
        category=kind,
        feeling=feeling,
        lesson=formation.lesson_for(kind, atom.text, message.language),
        confidence=1.0 if category is not None else classified.confidence,
        entities=entities,
        statements=statements(atom.text, message.language, subject, entities),
        foresight=atom.foresight,
        temporal_type=atom.temporal_type,
        valid_from=atom.valid_from,
        valid_until=atom.valid_until,
    )
