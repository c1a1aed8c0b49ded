"""Whether a message goes on to formation: what filters say of it, how much it says, and what a head thinks of it.

What says little as a whole may still say one thing beside a question ("sınıfta 27 çocuk var, … nasıl yapılır sence"):
told to an assistant, and where heads can judge its statements one by one, it goes on as one of low density.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from graphmem.language import formation
from graphmem.language.formation.splitting import sentences
from graphmem.language.observer.density import Density, counts, density
from graphmem.language.observer.filters import blanked, check, without_code
from graphmem.language.observer.for_good import may_ask_for_good
from graphmem.language.observer.manner import is_conduct
from graphmem.language.self_told import is_self_told
from graphmem.language.told_at_work import is_for_once, is_told_at_work
from graphmem.language.transcripts.roles import is_role_name
from graphmem.language.vital import is_vital, vital_part
from graphmem.model.entity import Mention
from graphmem.model.language import Language
from graphmem.model.observation import Stage
from graphmem.model.transcript import Role
from graphmem.services.ingestion.draft import Message
from graphmem.services.text_judging import LIKELY_MEANT, Opinion

FILTERS_STAGE = "filters"
DENSITY_STAGE = "density"


@dataclass(frozen=True, slots=True)
class Screened:
    """The stages a message went through, of which only the last can have stopped it. `thin`: it was stopped for saying
    too little, but each of its statements can be judged by itself."""

    stages: tuple[Stage, ...]
    low_density: bool = False

    @property
    def passed(self) -> bool:
        """Whether the message goes on."""
        return all(stage.passed for stage in self.stages)

    def trusting(self) -> tuple[Stage, ...]:
        """The stages of a message of low density of which statements were formed."""
        said = f"{self.stages[-1].detail}; little as a whole, so each statement has to be surely worth it"
        return (*self.stages[:-1], replace(self.stages[-1], passed=True, detail=said))


def screened(
    text: str,
    message: Message,
    entities: tuple[Mention, ...],
    opinion: Opinion | None,
    cuts: Mapping[str, float],
    *,
    wanted: bool,
    heard: bool,
) -> Screened:
    """What becomes of a message. `text` is read without recalled memories, `opinion` what heads say of it, `cuts` their
    cut-offs; `wanted`: somebody asked for it to be remembered; `heard`: an assistant spoke in its conversation."""
    verdict = check(text, message.language)
    filters = Stage(FILTERS_STAGE, verdict.passed, verdict.reason)
    if not verdict.passed:
        return Screened((filters,))
    if wanted:
        return Screened((filters, Stage(DENSITY_STAGE, True, "asked to be remembered")))
    dense = counts(text, message.language, entities)
    counted = f"{dense.entities} entities, {dense.facts} facts, {dense.times} times"
    if not (dense.enough and dense.facts):
        dense = _dense(text, message.language, entities)
        counted += f", {dense.corrections} corrections, {dense.declared} declared"
    is_enough, counted = dense.enough, f"{counted}: {dense.score}"
    if opinion is not None:
        counted += f"; {opinion.keep:.2f} likely worth keeping"
        is_enough = not opinion.is_worthless(1 - cuts["drop"]) if is_enough else opinion.keep >= cuts["rescue"]
    # "dad is allergic to penicillin" is as short as what is of no use, and is the last thing to be forgotten.
    own = blanked(text, texts=True)  # what others wrote, and a user shows, is of others
    is_said = (dense.facts and is_vital(own, message.language)) or vital_part(own, message.language)
    if is_said and message.role is Role.USER:
        is_enough, counted = True, f"{counted}; a life may hang on it"
    if message.role is Role.USER and any(lasts(one, message) for one in sentences(own)):
        is_enough, counted = True, f"{counted}; it tells what lasts, of its speaker or of the work"
    is_told = is_to_assistant(message, heard=heard)
    if is_told and any(is_conduct(own, one, message.language) for one in sentences(own)):
        is_enough, counted = True, f"{counted}; it tells how to speak"
    if is_told and opinion is not None and opinion.standing >= LIKELY_MEANT and may_ask_for_good(own, message.language):
        is_enough, counted = True, f"{counted}; it asks for more than once"
    is_thin = not is_enough and opinion is not None and is_told
    return Screened((filters, Stage(DENSITY_STAGE, is_enough, counted)), is_thin)


def lasts(said: str, message: Message) -> bool:
    """Whether a sentence is a form of what lasts, of its speaker or of the project that it is told at work on."""
    at_work = message.project is not None
    return is_self_told(said, message.language) or (at_work and is_told_at_work(said, message.language))


def is_of_once(said: str, message: Message) -> bool:
    """Whether a sentence asks for something for this once, at work on a project."""
    return message.project is not None and is_for_once(said, message.language)


def is_to_assistant(message: Message, *, heard: bool) -> bool:
    """Whether a user says it to an assistant: where one was heard, or who speaks has no name, as among people
    everybody has one."""
    return message.role is Role.USER and (heard or is_role_name(message.speaker))


def _dense(text: str, language: Language, entities: tuple[Mention, ...]) -> Density:
    """The density of a message, or else of what its questions tell besides."""
    dense = density(text, language, entities)
    told = text if dense.enough else formation.told_by(without_code(text), language)
    return dense if told == text else max(dense, density(told, language, entities), key=lambda one: one.score)
