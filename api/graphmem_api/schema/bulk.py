"""Several messages, or several memories, in one mutation."""

from __future__ import annotations

from typing import Annotated

import strawberry
from strawberry import argument, union

from graphmem.services.batches import MOST_MESSAGES, require_some
from graphmem_api.context import Info
from graphmem_api.schema.memory import Memory, MemoryFilter, wanted_of
from graphmem_api.schema.memory_changes import BY, Forgotten
from graphmem_api.schema.observation import MessageInput, ObservePayload, observed
from graphmem_api.schema.problems import InvalidInput, with_invalid_input, with_not_found

Inputs = Annotated[
    list[MessageInput],
    argument(f"1 to {MOST_MESSAGES} messages in the order they were said, each with an idempotency key of its own."),
]
ToForget = Annotated[MemoryFilter, argument("Which ones; one filter besides `live` or more.")]
DryRun = Annotated[bool, argument("Tell what would become of them, and write nothing.")]
Dry = Annotated[bool, argument("Show them and write nothing; false forgets them.")]
AtMost = Annotated[int, argument("How many of them, the latest first, 1 to 100.")]


@strawberry.type(description="The results for several messages.")
class ObservedMany:
    results: list[ObservePayload] = strawberry.field(
        description="In the order of the messages. One that was refused keeps none of the others from being filed."
    )


@strawberry.type(description="Memories that a filter finds, and the ones forgotten.")
class ForgottenMany:
    dry: bool = strawberry.field(description="Whether nothing was written.")
    total: int = strawberry.field(description="Memories that the filters found, beyond `limit`, too.")
    memories: list[Memory] = strawberry.field(description="The first of them, as they were, at most `limit`.")
    forgotten: list[Forgotten] = strawberry.field(
        description="The result for each of `memories`, with the tombstone that `lift` takes; empty when dry. A "
        "memory that says the same as an earlier one was forgotten with it."
    )


ObserveManyPayload = Annotated[
    ObservedMany | InvalidInput,
    union("ObserveManyPayload", description="The results for the messages, or the reason why none was read."),
]
ForgetManyPayload = Annotated[
    ForgottenMany | InvalidInput,
    union("ForgetManyPayload", description="The memories found and forgotten, or the reason for none."),
]


@with_invalid_input()
async def _observe_many(info: Info, inputs: Inputs, dry_run: DryRun = False) -> ObserveManyPayload:
    require_some(len(inputs))
    # One after the other: each helps to understand those after it.
    return ObservedMany(
        results=[
            await with_not_found(f"inputs.{place}.")(observed)(info, one, dry_run) for place, one in enumerate(inputs)
        ]
    )


@with_invalid_input()
async def _forget_many(info: Info, filters: ToForget, dry: Dry = True, limit: AtMost = 100) -> ForgetManyPayload:
    memories, owner = info.context.memory.memories, info.context.owner
    done = await memories.forget_many(owner, by=BY, dry=dry, limit=limit, **wanted_of(filters))
    told = zip(done.memories, done.forgotten, strict=False)
    forgotten = [Forgotten.of(one.id, forgetting) for one, forgetting in told]
    return ForgottenMany(
        dry=dry, total=done.total, memories=[Memory.of(one) for one in done.memories], forgotten=forgotten
    )


@strawberry.type
class BulkMutation:
    observe_many: ObserveManyPayload = strawberry.mutation(
        resolver=_observe_many, description="File several messages, each as `observe` does, one after the other."
    )
    forget_many: ForgetManyPayload = strawberry.mutation(
        resolver=_forget_many,
        description="Show the memories that filters find or, with `dry: false`, forget each as `forget` does, with "
        "what says the same. Ask again while `total` is more than `limit`.",
    )
