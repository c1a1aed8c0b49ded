"""The owner: erasure of everything, confirmed by name."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

import strawberry
from strawberry import argument, union

from graphmem.errors import InvalidInputError
from graphmem.model.erasure import Receipt
from graphmem_api.context import Info
from graphmem_api.schema.from_model import copy_fields
from graphmem_api.schema.problems import InvalidInput, with_invalid_input


@strawberry.type(description="Nodes of one label that went.")
class ErasedNodes:
    label: str
    count: int


@strawberry.type(description="An owner of whom nothing is left; the bearer keys are gone, too.")
class ErasedOwner:
    owner: str
    nodes: int = strawberry.field(description="How many nodes of the graph went.")
    at: datetime = strawberry.field(description="When the last of it went.")
    counts: list[ErasedNodes] = strawberry.field(description="The nodes by what they were.")
    digest: str = strawberry.field(description="SHA-256 of owner, time and counts.")
    not_reached: list[str] = strawberry.field(description="Copies that no erasure reaches, a sentence each.")

    @classmethod
    def of(cls, receipt: Receipt) -> ErasedOwner:
        return copy_fields(
            cls,
            receipt,
            counts=[ErasedNodes(label=label, count=count) for label, count in sorted(receipt.counts.items())],
        )


EraseOwnerPayload = Annotated[
    ErasedOwner | InvalidInput,
    union("EraseOwnerPayload", description="The erased data, or the reason why nothing was erased."),
]
Confirm = Annotated[str, argument("The name of the asking owner, letter by letter.")]


@with_invalid_input()
async def erase_owner(info: Info, confirm: Confirm) -> EraseOwnerPayload:
    """Erase everything of the asking owner.

    Raises InvalidInputError unless `confirm` is the owner's name.
    """
    name = info.context.owner.name
    if confirm != name:
        raise InvalidInputError(
            f"confirm is {confirm[:80]!r}, which is not the name of the asking owner.",
            field="confirm",
            remedy="Repeat the name of the owner whose memory is to be erased; there is no undo.",
        )
    return ErasedOwner.of(await info.context.memory.erase(owner=name))
