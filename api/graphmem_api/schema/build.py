"""The schema as a whole: queries, mutations, limits and masking."""

from __future__ import annotations

from typing import Annotated

import strawberry
from graphql import GraphQLError
from graphql.validation import MaxIntrospectionDepthRule
from strawberry.extensions import AddValidationRules
from strawberry.schema.config import StrawberryConfig
from strawberry.types import ExecutionContext

from graphmem_api.context import Info
from graphmem_api.limits import QueryLimits
from graphmem_api.masking import shown
from graphmem_api.schema.connections import PAGE, After, Connection, First
from graphmem_api.schema.drawer import DrawerPayload, placed_drawer
from graphmem_api.schema.health import Health, health
from graphmem_api.schema.mining import ConversationInput, MinePayload, mined
from graphmem_api.schema.palace import Wing, wings
from graphmem_api.schema.problems import Problem, answered, found
from graphmem_api.schema.recall import RecallPayload, recollection

Question = Annotated[
    str,
    strawberry.argument(
        description="A question or some words, English or Turkish, at most 200,000 characters. No query syntax: every "
        "character means itself."
    ),
]
Limit = Annotated[int, strawberry.argument(description="How many hits, 1 to 200.")]
PointerText = Annotated[
    str, strawberry.argument(description="Like § W-042/R-11/D-007; the sign and leading zeros may be missing.")
]


async def _recall(info: Info, query: Question, limit: Limit = 10) -> RecallPayload:
    return await answered(recollection(info.context, query, limit))


async def _palace(info: Info, first: First = PAGE, after: After = None) -> Connection[Wing]:
    return await wings(info.context, first, after)


async def _drawer(info: Info, pointer: PointerText) -> DrawerPayload:
    return await found(placed_drawer(info.context, pointer))


async def _health(info: Info) -> Health:
    return await health(info.context)


async def _mine_conversation(info: Info, input: ConversationInput) -> MinePayload:
    return await answered(mined(info.context, input))


@strawberry.type(description="Everything that reads. All of it is about the asking owner's memory only.")
class Query:
    recall: RecallPayload = strawberry.field(
        resolver=_recall, description="The turns that answer a question best, each with the reason it was chosen."
    )
    palace: Connection[Wing] = strawberry.field(
        resolver=_palace, description="The palace: wings by number, with rooms, closets and drawers within."
    )
    drawer: DrawerPayload = strawberry.field(resolver=_drawer, description="The turn that a pointer cites.")
    health: Health = strawberry.field(resolver=_health, description="What answers, and how much is remembered.")


@strawberry.type(description="Everything that writes.")
class Mutation:
    mine_conversation: MinePayload = strawberry.mutation(
        resolver=_mine_conversation,
        description="File a conversation verbatim, once: what is filed already is counted as known. Pass the input as "
        "a variable, since a document may have 1,000 tokens at most.",
    )


class MemorySchema(strawberry.Schema):
    """A schema whose errors are masked where strawberry would log them, which is the one place all of them pass."""

    def process_errors(
        self,
        errors: list[GraphQLError],
        execution_context: ExecutionContext | None = None,  # noqa: ARG002  strawberry's hook
    ) -> None:
        # The list itself becomes the answer's, so it is changed in place.
        errors[:] = [shown(error) for error in errors]


schema = MemorySchema(
    query=Query,
    mutation=Mutation,
    types=[Problem],
    extensions=[QueryLimits, lambda: AddValidationRules([MaxIntrospectionDepthRule])],
    config=StrawberryConfig(sort_schema=False),
)
