"""The interface of objects that `node` finds."""

from __future__ import annotations

import strawberry


@strawberry.interface(description="Something of the owner's with an id that nothing else of theirs has.")
class Node:
    id: strawberry.ID = strawberry.field(description="The id for `node`.")
