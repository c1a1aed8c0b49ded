"""Recall: memories and turns with the reasons of their choice, and the reading of the question."""

from __future__ import annotations

from typing import Annotated, Any

import strawberry
from strawberry import argument, union

from graphmem.cognition.profiles import ProfileName
from graphmem.model import recall as model
from graphmem.model.question import Intent
from graphmem.services.retrieval.options import STAGES, RecallOptions
from graphmem_api.context import Info
from graphmem_api.schema.drawer import Drawer
from graphmem_api.schema.from_model import FromModel
from graphmem_api.schema.memory import Memory
from graphmem_api.schema.options import options_of, with_options
from graphmem_api.schema.problems import InvalidInput, with_invalid_input

PLAIN = STAGES - {"memories", "vector", "text"}
"""Stages that a search box skips: it searches the typed words as they stand, by vector and by text."""

FROM_SPACE = "The space it comes from; null for the own memory."
AUTHOR = "Which member of the space told it; null for the own memory."

strawberry.enum(
    model.Strategy,
    description="How candidates were gathered: WHOLE ranked every turn of a small owner, POOL took the best of the "
    "vector and full-text indexes, NONE searched nothing.",
)
strawberry.enum(model.BlockFormat, description="TEXT for a prompt, or JSON: its entries with their confidences.")
strawberry.enum(Intent, description="The kind of answer that a question wants; it decides how memories are searched.")
strawberry.enum(
    ProfileName,
    name="RecallProfile",
    description="How a memory's signals become its score; RELEVANCE is for search boxes.",
)


@strawberry.type(description="A measurement with its name.")
class NamedValue:
    name: str
    value: float

    @classmethod
    def entry(cls, name: str, value: float) -> NamedValue:
        return cls(name=name, value=value)


@strawberry.type(description="The place of a hit in one search arm.")
class ArmRank:
    arm: str = strawberry.field(description="vector, text, or an arm that follows the graph.")
    rank: int = strawberry.field(description="Counted from 1.")

    @classmethod
    def entry(cls, arm: str, rank: int) -> ArmRank:
        return cls(arm=arm, rank=rank)


@strawberry.type(description="A remembered turn and why it was chosen.")
class Hit(FromModel):
    drawer: Drawer
    wing: str = strawberry.field(description="Name of the person, project or topic it lies in.")
    room: str = strawberry.field(description="Title of its session.")
    closet: str = strawberry.field(description="Topic within the room.")
    score: float = strawberry.field(description="0 to 1; compares only within one result.")
    signals: list[NamedValue] = strawberry.field(
        description="The parts of the score, each 0 to 1; meaning, words, names, stated, around and bearing alone "
        "compare between results."
    )
    confidence: float = strawberry.field(description="The probability that it holds evidence for the question, 0 to 1.")
    ranks: list[ArmRank] = strawberry.field(description="Its place in each arm that found it.")
    reason: str = strawberry.field(description="One sentence for people.")
    space: str | None = strawberry.field(description=FROM_SPACE)
    author: str | None = strawberry.field(description=AUTHOR)


@strawberry.type(description="An edge on the way to a memory, as it is stored: from `source` to `target`.")
class PathStep(FromModel):
    type: str = strawberry.field(description="CAUSES, ELABORATES or another relation; MENTIONS over an entity.")
    source: str = strawberry.field(description="Id of a memory: the cause, the detail or the newer one.")
    source_text: str
    target: str = strawberry.field(description="Id of the other memory.")
    target_text: str
    confidence: float = strawberry.field(description="0 to 1.")
    via: str | None = strawberry.field(description="Name of the entity that both name; null for an edge of their own.")


@strawberry.type(description="A memory and why it was chosen.")
class MemoryHit(FromModel):
    memory: Memory
    score: float = strawberry.field(description="Compares only within one result; boosts may lift it above 1.")
    confidence: float = strawberry.field(description="The probability that it holds evidence for the question, 0 to 1.")
    signals: list[NamedValue] = strawberry.field(description="The parts of the score, each 0 to 1.")
    ranks: list[ArmRank] = strawberry.field(description="Its place in each arm that found it.")
    path: list[PathStep] = strawberry.field(description="How the graph leads to it from another hit, if it does.")
    reason: str = strawberry.field(description="One sentence for people.")
    sources: list[str] = strawberry.field(description="Pointers of the turns it derives from.")
    entities: list[str] = strawberry.field(description="Names of the entities that it names.")
    space: str | None = strawberry.field(description=FROM_SPACE)
    author: str | None = strawberry.field(description=AUTHOR)


@strawberry.type(description="The hits of a question, best first, and how they were found.")
class Recollection(FromModel):
    memories: list[MemoryHit] = strawberry.field(description="The best memories, at most `limit`.")
    hits: list[Hit] = strawberry.field(description="The turns that say it word for word, at most `limit`.")
    context: str = strawberry.field(
        description="A block for an agent's prompt: memories and turns, each thing once, grouped by the day and the "
        "conversation, with pointers. Escaped, within `budget` tokens, empty when nothing is likely to answer."
    )
    context_tokens: int = strawberry.field(description="About how many tokens `context` has.")
    answerable: bool = strawberry.field(description="Whether something that was found is likely to answer.")
    answerable_reason: str = strawberry.field(description="Why, or why not: a name that nobody spoke of, for instance.")
    tip_of_the_tongue: list[str] = strawberry.field(
        description="Ids of memories that were known well, were not used for long and might be meant."
    )
    block_id: str | None = strawberry.field(
        description="Of the block, for `recordOutcome`; null where nothing was shown or nothing may be written."
    )
    query: str = strawberry.field(description="The searched words: the question, or the one read from a conversation.")
    intent: Intent
    intent_reason: str = strawberry.field(description="The rule that decided the intent.")
    skipped: bool = strawberry.field(description="Whether it asks nothing, like a greeting; then nothing is searched.")
    sub_queries: list[str] = strawberry.field(description="Questions it was taken apart into; none for a single one.")
    expansions: list[str] = strawberry.field(description="Answer-shaped texts that were searched beside it.")
    language: str = strawberry.field(description="The question's language: en or tr.")
    strategy: model.Strategy
    terms: list[str] = strawberry.field(description="The words that were searched for.")
    candidates: int = strawberry.field(description="How many turns were scored.")
    notes: list[str] = strawberry.field(
        description="Warnings: an empty memory, turns that wait for their embedding, an arm that failed."
    )
    latency_ms: list[NamedValue] = strawberry.field(description="Milliseconds by stage; stages overlap.")


@strawberry.input(description="A message of a conversation, as chat interfaces have it.")
class TalkInput:
    text: str = strawberry.field(description="At most 100,000 characters, of which the first 2,000 are read.")
    role: str = strawberry.field(default="user", description="user, assistant, system or tool.")
    speaker: str | None = strawberry.field(
        default=None,
        description='The speaker, as in observe: of several people the one whom "when am I on call?" is about.',
    )


RecallPayload = Annotated[
    Recollection | InvalidInput,
    union("RecallPayload", description="The hits, or the error about the question."),
]
Question = Annotated[
    str,
    argument(
        "A question or some words, English or Turkish, at most 200,000 characters. No query syntax: every "
        "character means itself."
    ),
]
Messages = Annotated[
    list[TalkInput],
    argument("The last messages in their order, 1 to 100; the last eight are read. The user's last one asks."),
]
Limit = Annotated[int, argument("How many memories and as many turns, 1 to 200.")]
Typed = Annotated[str, argument("Some words, English or Turkish. No query syntax.")]


@with_options("session_in_context")
@with_invalid_input()
async def recall(info: Info, query: Question, **options: Any) -> RecallPayload:
    context = info.context
    return Recollection.of(await context.memory.recall(query, owner=context.owner, options=options_of(options)))


@with_options("categories", "profile", "dormant", "without")
@with_invalid_input()
async def recall_for(info: Info, messages: Messages, **options: Any) -> RecallPayload:
    context = info.context
    given = [{"role": one.role, "text": one.text, "speaker": one.speaker} for one in messages]
    return Recollection.of(await context.memory.context_for(given, owner=context.owner, options=options_of(options)))


@with_invalid_input()
async def search(info: Info, query: Typed, limit: Limit = 10) -> RecallPayload:
    options = RecallOptions(limit=limit, profile=ProfileName.RELEVANCE, touch=False, without=PLAIN)
    return Recollection.of(await info.context.memory.recall(query, owner=info.context.owner, options=options))
