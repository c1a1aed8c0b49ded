"""Recall: hits that say why they were chosen."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

import strawberry

from graphmem.model import recall as model
from graphmem_api.context import Context
from graphmem_api.schema.drawer import Drawer
from graphmem_api.schema.problems import InvalidInput

strawberry.enum(
    model.Strategy,
    description="How candidates were gathered: WHOLE ranked every turn of a small owner, POOL took the best of the "
    "vector and full-text indexes, NONE searched nothing.",
)


@strawberry.type(description="A measurement with its name.")
class NamedValue:
    name: str
    value: float


@strawberry.type(description="At which place one search arm found a hit.")
class ArmRank:
    arm: str = strawberry.field(description="vector or text.")
    rank: int = strawberry.field(description="Counted from 1.")


@strawberry.type(description="A remembered turn and why it was chosen.")
class Hit:
    drawer: Drawer
    wing: str = strawberry.field(description="Name of the person, project or topic it lies in.")
    room: str = strawberry.field(description="Title of its session.")
    closet: str = strawberry.field(description="Topic within the room.")
    score: float = strawberry.field(description="0 to 1; compares only within one result.")
    signals: list[NamedValue] = strawberry.field(description="What the score is made of, each 0 to 1.")
    ranks: list[ArmRank] = strawberry.field(description="Its place in each arm that found it.")
    reason: str = strawberry.field(description="One sentence for people.")

    @classmethod
    def of(cls, hit: model.Hit) -> Hit:
        return cls(
            drawer=Drawer.of(hit.drawer),
            wing=hit.wing,
            room=hit.room,
            closet=hit.closet,
            score=hit.score,
            signals=_named(hit.signals),
            ranks=[ArmRank(arm=arm, rank=rank) for arm, rank in hit.ranks.items()],
            reason=hit.reason,
        )


@strawberry.type(description="What a question brought back, best first, and how it was found.")
class Recollection:
    hits: list[Hit]
    language: str = strawberry.field(description="The question's language: en or tr.")
    strategy: model.Strategy
    terms: list[str] = strawberry.field(description="The words that were searched for.")
    candidates: int = strawberry.field(description="How many turns were scored.")
    notes: list[str] = strawberry.field(
        description="What you should know: an empty memory, turns that wait for their embedding, an arm that failed."
    )
    latency_ms: list[NamedValue] = strawberry.field(description="Milliseconds by stage.")

    @classmethod
    def of(cls, result: model.RecallResult) -> Recollection:
        return cls(
            hits=[Hit.of(hit) for hit in result.hits],
            language=result.language,
            strategy=result.strategy,
            terms=list(result.terms),
            candidates=result.candidates,
            notes=list(result.notes),
            latency_ms=_named(result.latency_ms),
        )


RecallPayload = Annotated[
    Recollection | InvalidInput,
    strawberry.union("RecallPayload", description="What was found, or what is wrong with the question."),
]


async def recollection(context: Context, query: str, limit: int) -> Recollection:
    """What the owner's memory answers."""
    return Recollection.of(await context.memory.recall(query, owner=context.owner.name, limit=limit))


def _named(values: Mapping[str, float]) -> list[NamedValue]:
    return [NamedValue(name=name, value=value) for name, value in values.items()]
