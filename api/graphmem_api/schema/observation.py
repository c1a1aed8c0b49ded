"""Observing: one message, filed verbatim and read, with the verdict of every stage."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

import strawberry
from strawberry import argument, union

from graphmem.errors import InvalidInputError
from graphmem.model import entity, gate, observation
from graphmem.model.category import Category, Priority
from graphmem.model.transcript import Role
from graphmem_api.context import Info
from graphmem_api.schema.arguments import OF_PROJECT, REPEATED
from graphmem_api.schema.from_model import FromModel, copy_fields
from graphmem_api.schema.memory import NamedEntity
from graphmem_api.schema.problems import Failure, with_not_found

IN_SPACE = "A space to tell it to, by id or title, with the right to write; the own memory when missing."

strawberry.enum(Role, description="The speaker, seen from the memory's owner. A named person is USER.")
strawberry.enum(
    gate.GateAction,
    description="The gate's decision about a statement: a new memory, none, a memory that goes on with more, "
    "one that is strengthened, or one that replaces another.",
)


@strawberry.input(description="One message of a conversation.")
class MessageInput:
    text: str = strawberry.field(description="The words of the message, verbatim; at most 200,000 characters.")
    role: Role = Role.USER
    speaker: str | None = strawberry.field(default=None, description="The speaker, for example Ada.")
    session: str | None = strawberry.field(
        default=None, description="A session of startSession; what was said before in it helps to understand this."
    )
    project: str | None = strawberry.field(default=None, description=OF_PROJECT)
    said_at: datetime | None = strawberry.field(
        default=None,
        description="When, like 2026-05-08T13:56:00Z; without a zone it is UTC, when missing it is now. Not later than "
        "a day from now.",
    )

    space: str | None = strawberry.field(default=None, description=IN_SPACE)
    idempotency_key: str | None = strawberry.field(default=None, description=REPEATED)


@strawberry.input(description="A statement to remember on purpose.")
class StatementInput:
    text: str = strawberry.field(description="One statement, or a few; at most 200,000 characters.")
    category: Category | None = strawberry.field(default=None, description="Found in the text when missing.")
    priority: Priority | None = strawberry.field(default=None, description="The category's when missing.")
    pinned: bool = strawberry.field(default=False, description="Keep it from decay and pruning.")
    immutable: bool = strawberry.field(default=False, description="Let no later statement change it.")
    scope: list[str] = strawberry.field(
        default_factory=list,
        description="File globs it is limited to, like src/**/*.py; none means everywhere. * stays within a folder, ** "
        "is any number of folders or none, {a,b} is either; files that begin with a dot count; a glob without a slash "
        "is a file's name in any folder, one that ends with a slash all that is in that folder.",
    )
    session: str | None = strawberry.field(default=None, description="A session of startSession.")
    project: str | None = strawberry.field(default=None, description=OF_PROJECT)
    role: Role = strawberry.field(
        default=Role.USER,
        description="TOOL for what an agent learns by itself: it is no rule and changes nothing that a person said.",
    )
    speaker: str | None = strawberry.field(default=None, description="The speaker, for example the agent's name.")
    space: str | None = strawberry.field(default=None, description=IN_SPACE)
    idempotency_key: str | None = strawberry.field(default=None, description=REPEATED)


@strawberry.type(description="The verdict of one stage of the write path on the message.")
class StageVerdict(FromModel):
    name: str
    passed: bool = strawberry.field(description="False where the way to a memory ended.")
    detail: str = strawberry.field(description="Why, in a sentence.")


@strawberry.type(description="Something stated between two entities.")
class StatedFact:
    subject: str = strawberry.field(description="Address of the entity it is about.")
    predicate: str = strawberry.field(description="In snake case, like lives_in.")
    object: str = strawberry.field(description="Address of the other entity.")
    single: bool = strawberry.field(description="Whether another object of the same predicate ends this one.")
    ended: bool = strawberry.field(description="Whether the message says that it holds no longer.")

    @classmethod
    def of(cls, fact: entity.Statement) -> StatedFact:
        return copy_fields(cls, fact, subject=fact.subject.uri, object=fact.object.uri)


@strawberry.type(description="One statement of the message, what the gate decided and which memory says it now.")
class StatementVerdict:
    text: str = strawberry.field(description="The statement in the third person, with its dates written out.")
    category: Category
    confidence: float = strawberry.field(description="How sure the reading is, 0 to 1.")
    importance: float = strawberry.field(description="0 to 1.")
    emotions: list[str] = strawberry.field(description="Three labels, strongest first.")
    valence: float = strawberry.field(description="-1 to 1.")
    arousal: float = strawberry.field(description="0 to 1.")
    lesson: str = strawberry.field(description="The lesson: an instruction for agents from now on.")
    action: gate.GateAction
    reason: str = strawberry.field(description="Why the gate decided so.")
    similarity: float = strawberry.field(description="To the closest memory, calibrated, 0 to 1.")
    memory: str | None = strawberry.field(description="Id of the memory that says it; null when none was written.")
    target: str | None = strawberry.field(description="Id of the memory that the decision concerns.")
    entities: list[NamedEntity]
    facts: list[StatedFact]
    foresight: bool = strawberry.field(description="Whether it is about the future.")
    valid_from: datetime
    valid_until: datetime | None

    @classmethod
    def of(cls, verdict: observation.StatementVerdict) -> StatementVerdict:
        return copy_fields(
            cls,
            verdict,
            emotions=[emotion.value for emotion in verdict.feeling.emotions],
            valence=verdict.feeling.valence,
            arousal=verdict.feeling.arousal,
            entities=[
                NamedEntity(uri=mention.uri, type=mention.type.value, name=mention.name) for mention in verdict.entities
            ],
        )


@strawberry.type(
    description="The target of a request to forget: a memory, for `forget`, or a turn of which none was made, "
    "for `deleteDrawer`."
)
class Forgettable(FromModel):
    memory: str | None = strawberry.field(description="Id of the memory; null for a turn.")
    pointer: str | None = strawberry.field(description="Of the turn; null for a memory.")
    text: str


@strawberry.type(
    description="A request of the user to forget something, like `please forget what I said about the reorg`. It makes "
    "no memory and forgets nothing by itself: ask the user which of the candidates are meant, and forget those."
)
class ForgetRequest(FromModel):
    words: str = strawberry.field(description="The request as it was said.")
    about: str = strawberry.field(description="Its subject; empty for the words just before, or beside it.")
    candidates: list[Forgettable] = strawberry.field(description="Candidates to forget, at most ten.")
    remedy: str = strawberry.field(description="The next step.")


@strawberry.type(description="The way of one message through the write path.")
class Observation(FromModel):
    language: str = strawberry.field(description="en or tr.")
    kept: bool = strawberry.field(description="Whether it was read for memories; it is filed verbatim all the same.")
    stages: list[StageVerdict] = strawberry.field(description="In order.")
    statements: list[StatementVerdict]
    relations: int = strawberry.field(description="Edges between memories that it made.")
    pointer: str | None = strawberry.field(description="Cites the filed turn; null when nothing new was filed.")
    dry_run: bool = strawberry.field(description="Whether nothing was written.")
    forget: list[ForgetRequest] = strawberry.field(
        description="Requests in it to forget something. Nothing was forgotten: have the user confirm what."
    )


ObservePayload = Annotated[
    Observation | Failure, union("ObservePayload", description="The result for the message, or the error about it.")
]


DryRun = Annotated[bool, argument("Tell what would become of it, and write nothing.")]


async def observed(info: Info, input: MessageInput, dry_run: DryRun = False) -> ObservePayload:
    """File and read a message. Raises InvalidInputError."""
    owned = info.context.memory.owner(info.context.owner)
    return Observation.of(await owned.observe(**vars(input), dry_run=dry_run))


observe = with_not_found("input.")(observed)


@with_not_found("input.")
async def say(info: Info, input: MessageInput) -> ObservePayload:
    if input.session is None:
        raise InvalidInputError("There is no session.", field="session", remedy="Start one with startSession.")
    told = {**vars(input)}
    if told.pop("space") is not None:
        raise InvalidInputError(
            "A session is the owner's own; a space has none.", field="space", remedy="Use observe, without a session."
        )
    return Observation.of(await info.context.memory.observer.say(info.context.owner, **told))


@with_not_found("input.")
async def learn(info: Info, input: StatementInput) -> ObservePayload:
    return Observation.of(await info.context.memory.owner(info.context.owner).learn(**vars(input)))
