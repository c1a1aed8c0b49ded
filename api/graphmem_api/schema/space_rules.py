"""The rules of spaces: those that a curator confirmed, and what may be confirmed."""

from __future__ import annotations

from typing import Annotated

import strawberry

from graphmem_api.context import Info
from graphmem_api.schema.connections import HowMany
from graphmem_api.schema.problems import InvalidInput, NotFound, found
from graphmem_api.schema.space import OfSpace, SpaceMemory


@strawberry.type(description="Rules of a space.")
class SpaceRules:
    rules: list[SpaceMemory]


SpaceRulesPayload = Annotated[
    SpaceRules | NotFound | InvalidInput,
    strawberry.union("SpaceRulesPayload", description="The rules of a space, or why they are not told."),
]
Proposed = Annotated[bool, strawberry.argument(description="List what may be confirmed as a rule, not what stands.")]


async def _rules(info: Info, space: OfSpace, proposed: Proposed = False, limit: HowMany = 20) -> SpaceRulesPayload:
    async def listed() -> SpaceRules:
        own = info.context.memory.owner(info.context.owner).spaces
        views = await own.rules(space, proposed=proposed, limit=limit)
        return SpaceRules(rules=[SpaceMemory.of(one) for one in views])

    return await found(listed())


@strawberry.type
class SpaceRulesQuery:
    space_rules: SpaceRulesPayload = strawberry.field(
        resolver=_rules,
        description="The confirmed rules of a space, the last used first; or what may be confirmed, for who curates "
        "it.",
    )
