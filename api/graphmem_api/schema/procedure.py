"""An agent's records of its own work: procedures and episodes; and the sums of the memory."""

from __future__ import annotations

import asyncio
from datetime import datetime
from functools import partial
from typing import Annotated

import strawberry
from strawberry import argument, union

from graphmem.errors import InvalidInputError
from graphmem.model import procedure as model
from graphmem.model.category import Category
from graphmem.model.memory import DataSource, Tier
from graphmem.model.palace import Page
from graphmem.services.procedure_versions import with_versions
from graphmem.services.surroundings import surroundings
from graphmem_api.context import Info
from graphmem_api.schema.arguments import OF_PROJECT, REPEATED, FilePath, OfProject
from graphmem_api.schema.connections import PAGE, After, Connection, First, connection, decoded
from graphmem_api.schema.from_model import FromModel, copy_fields
from graphmem_api.schema.memory import Memory
from graphmem_api.schema.outcome import ToolVersionInput, tools_of
from graphmem_api.schema.problems import Failure, InvalidInput, with_invalid_input, with_not_found

TAGS = "Words it is found by, at most 20."


@strawberry.input(description="How something is done, step by step.")
class ProcedureInput:
    name: str = strawberry.field(description="1 to 200 characters. The same name with other steps is its next version.")
    steps: list[str] = strawberry.field(description="1 to 50 in their order, each of 1 to 1,000 characters.")
    scope: list[str] = strawberry.field(
        default_factory=list, description="File globs it is limited to, as `learn` takes them; none means everywhere."
    )
    tags: list[str] = strawberry.field(default_factory=list, description=TAGS)
    project: str | None = strawberry.field(default=None, description=OF_PROJECT)
    idempotency_key: str | None = strawberry.field(default=None, description=REPEATED)


@strawberry.input(description="Something that happened, and how it turned out.")
class EpisodeInput:
    event: str = strawberry.field(description="The event, 1 to 1,000 characters.")
    outcome: str = strawberry.field(default="", description="Its result, at most 1,000 characters.")
    tags: list[str] = strawberry.field(default_factory=list, description=TAGS)
    steps: list[str] = strawberry.field(
        default_factory=list,
        description='The steps, in order: sentences, or calls like Edit(file_path="a.py"); at most 200.',
    )
    worked: bool | None = strawberry.field(
        default=None, description="Whether it turned out well. Steps that recur in such episodes are proposed."
    )
    happened_at: datetime | None = strawberry.field(
        default=None, description="When, like 2026-05-08T13:56:00Z; without a zone it is UTC, when missing it is now."
    )
    project: str | None = strawberry.field(default=None, description=OF_PROJECT)
    idempotency_key: str | None = strawberry.field(default=None, description=REPEATED)


@strawberry.type(description="The steps of a procedure before they were changed.")
class FormerSteps(FromModel):
    version: int
    steps: list[str]
    success_count: int = strawberry.field(description="Of the procedure until then.")
    failure_count: int = strawberry.field(description="Of the procedure until then.")
    recorded_at: datetime = strawberry.field(description="Since when they were known.")
    retracted_at: datetime = strawberry.field(description="When the next ones took their place.")


@strawberry.type(description="A step that failed.")
class StepFailures(FromModel):
    step: int = strawberry.field(description="Its number, from 1.")
    text: str
    failed: int = strawberry.field(description="How often, of the latest 500 uses.")


@strawberry.type(description="How a version did where it was asked for: in a project, with versions of tools.")
class VersionHere(FromModel):
    worked: int
    failed: int
    share: float = strawberry.field(
        description="The share of success that is expected there, 0 to 1. Its record elsewhere counts as two uses at "
        "the most."
    )
    low: float = strawberry.field(description="It lies above this with a probability of 95 %.")
    high: float = strawberry.field(description="It lies below this with a probability of 95 %.")


@strawberry.type(description="How a version of a procedure did. Versions of the same steps are one.")
class ProcedureVersion(FromModel):
    version: int
    steps: list[str]
    worked: int
    failed: int
    share: float = strawberry.field(description="The share of success that is expected, 0 to 1.")
    low: float = strawberry.field(description="It lies above this with a probability of 95 %.")
    high: float = strawberry.field(description="It lies below this with a probability of 95 %.")
    failing: list[StepFailures] = strawberry.field(description="Its steps that failed, the most often first.")
    here: VersionHere | None = strawberry.field(description="In the project and with the tools that were asked for.")


async def _judged(root: Procedure, info: Info) -> model.Procedure:
    around, id_ = info.context.around, root.source.memory.id
    former, uses = await asyncio.gather(around.former.load(id_), around.uses.load(id_))
    return with_versions(root.source, former, uses, root.place)


async def _versions(root: strawberry.Parent[Procedure], info: Info) -> list[ProcedureVersion]:
    return [ProcedureVersion.of(one) for one in (await _judged(root, info)).versions]


async def _recommended(root: strawberry.Parent[Procedure], info: Info) -> int:
    judged = await _judged(root, info)
    return judged.recommended or judged.version


async def _doubt(root: strawberry.Parent[Procedure], info: Info) -> str:
    return (await _judged(root, info)).doubt


async def _regressions(root: strawberry.Parent[Procedure], info: Info) -> list[str]:
    return list((await _judged(root, info)).regressions)


async def _former(root: strawberry.Parent[Procedure], info: Info) -> list[FormerSteps]:
    return [FormerSteps.of(one) for one in await info.context.around.former.load(str(root.memory.id))]


@strawberry.type(description="A named way to do something.")
class Procedure:
    name: str
    steps: list[str] = strawberry.field(description="In their order.")
    version: int = strawberry.field(description="From 1, with every change of name or steps.")
    tags: list[str]
    success_count: int = strawberry.field(description="How often a use was reported to have turned out well.")
    failure_count: int = strawberry.field(description="How often badly.")
    memory: Memory = strawberry.field(description="With its id, scope and both clocks; recall finds it, too.")
    former: list[FormerSteps] = strawberry.field(
        resolver=_former, description="The steps before, the oldest first, a hundred at the most."
    )
    versions: list[ProcedureVersion] = strawberry.field(
        resolver=_versions, description="How each version did, the oldest first."
    )
    recommended: int = strawberry.field(
        resolver=_recommended,
        description="The version to follow: the latest, or an earlier one that works better with 95 % probability. "
        "Where two versions have three uses or more in the project or with the tools asked for, these decide.",
    )
    doubt: str = strawberry.field(resolver=_doubt, description="Why that is not the latest; empty where it is.")
    regressions: list[str] = strawberry.field(
        resolver=_regressions,
        description="Projects and tools with which the latest version fails and an earlier one held, with the step "
        "that fails most there.",
    )
    source: strawberry.Private[model.Procedure]
    place: strawberry.Private[model.Surroundings]

    @classmethod
    def of(cls, procedure: model.Procedure, place: model.Surroundings | None = None) -> Procedure:
        return copy_fields(
            cls, procedure, success_count=procedure.memory.success_count,
            failure_count=procedure.memory.failure_count, source=procedure, place=place or model.Surroundings(),
        )  # fmt: skip


@strawberry.type(description="Something that happened, and how it turned out.")
class Episode:
    event: str
    outcome: str
    tags: list[str]
    steps: list[str] = strawberry.field(description="The steps, in order, if they were told.")
    worked: bool | None = strawberry.field(description="Whether it turned out well; null where nobody said.")
    happened_at: datetime
    memory: Memory = strawberry.field(description="With its id and both clocks; recall finds it, too.")

    @classmethod
    def of(cls, episode: model.Episode) -> Episode:
        return copy_fields(cls, episode, happened_at=episode.memory.valid_from)


@strawberry.type(description="Live memories of a category, and what their texts cost in a prompt.")
class CategoryTally:
    category: Category
    memories: int
    tokens: int = strawberry.field(description="About, four characters each.")


@strawberry.type(
    description="Live memories of a tier, and what their texts cost in a prompt. Of DORMANT those count, too, whose "
    "time is over, which are `former`."
)
class TierTally:
    tier: Tier
    memories: int
    tokens: int = strawberry.field(description="About, four characters each.")


@strawberry.type(description="Live memories by whose words they derive from, and what their texts cost in a prompt.")
class DataSourceTally:
    data_source: DataSource
    memories: int
    tokens: int = strawberry.field(description="About, four characters each.")


@strawberry.type(description="Verbatim turns of one role.")
class RoleTally:
    role: str
    drawers: int
    tokens: int = strawberry.field(description="About, four characters each.")


@strawberry.type(description="The size of the owner's memory, counted anew.")
class MemoryStats:
    memories: int = strawberry.field(description="The live memories.")
    tokens: int = strawberry.field(description="Of their texts, about.")
    former: int = strawberry.field(description="Memories that ended, were retracted, or are former texts.")
    by_category: list[CategoryTally]
    by_tier: list[TierTally]
    by_data_source: list[DataSourceTally]
    drawers: list[RoleTally]
    procedures: int
    episodes: int
    entities: int

    @classmethod
    def of(cls, stats: model.MemoryStats) -> MemoryStats:
        return copy_fields(
            cls,
            stats,
            by_category=[
                CategoryTally(category=Category(name), memories=tally.memories, tokens=tally.tokens)
                for name, tally in stats.by_category.items()
            ],
            by_tier=[
                TierTally(tier=Tier(name), memories=tally.memories, tokens=tally.tokens)
                for name, tally in stats.by_tier.items()
            ],
            by_data_source=[
                DataSourceTally(data_source=DataSource(name), memories=tally.memories, tokens=tally.tokens)
                for name, tally in stats.by_data_source.items()
            ],
            drawers=[
                RoleTally(role=role, drawers=tally.memories, tokens=tally.tokens)
                for role, tally in stats.drawers_by_role.items()
            ],
        )


ProcedurePayload = Annotated[
    Procedure | Failure, union("ProcedurePayload", description="The procedure, or why there is none.")
]
EpisodePayload = Annotated[
    Episode | InvalidInput, union("EpisodePayload", description="The episode, or why there is none.")
]
FitsTask = Annotated[str | None, argument("Only what fits it, those that helped before first; else all by name.")]
ProcedureName = Annotated[str, argument("However it is spelt.")]
WithTools = Annotated[
    list[ToolVersionInput] | None,
    argument("The tools at work: with the project they tell which version is recommended."),
]


async def procedures(
    info: Info,
    task: FitsTask = None,
    path: FilePath = None,
    project: OfProject = None,
    first: First = PAGE,
    after: After = None,
) -> Connection[Procedure]:
    context = info.context
    if task is None:
        position = decoded("procedures", after)
        page = await context.memory.procedures.page(context.owner, first=first, after=position)
        count = partial(context.memory.sizes.procedures, context.owner)
        return connection("procedures", page, Procedure.of, after, count)
    if after is not None:
        raise InvalidInputError(
            "task and after are both given.", field="after", remedy="What fits a task comes on one page: leave out one."
        )
    found = await context.memory.procedures.matching(context.owner, task, path=path, project=project, first=first)
    fitting = Page(tuple(one.procedure for one in found), tuple(one.procedure.memory.id for one in found), False)
    made = partial(Procedure.of, place=surroundings(project, None))
    return connection("procedures", fitting, made, after, len(found))


@with_not_found()
async def procedure(
    info: Info, name: ProcedureName, project: OfProject = None, tools: WithTools = None
) -> ProcedurePayload:
    place = surroundings(project, tools_of(tools))
    return Procedure.of(await info.context.memory.procedures.named(info.context.owner, name, project=project), place)


async def episodes(info: Info, first: First = PAGE, after: After = None) -> Connection[Episode]:
    context = info.context
    page = await context.memory.procedures.episodes(context.owner, first=first, after=decoded("episodes", after))
    return connection("episodes", page, Episode.of, after, partial(context.memory.sizes.episodes, context.owner))


async def memory_stats(info: Info) -> MemoryStats:
    return MemoryStats.of(await info.context.memory.procedures.stats(info.context.owner))


@with_not_found("input.")
async def record_procedure(info: Info, input: ProcedureInput) -> ProcedurePayload:
    return Procedure.of(await info.context.memory.recorder.procedure(info.context.owner, **vars(input)))


@with_invalid_input("input.")
async def record_episode(info: Info, input: EpisodeInput) -> EpisodePayload:
    return Episode.of(await info.context.memory.recorder.episode(info.context.owner, **vars(input)))
