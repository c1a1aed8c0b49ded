"""What the strengths of a memory are worth by now."""

from __future__ import annotations

from datetime import datetime

import strawberry

from graphmem_api.schema.copied import Copied


@strawberry.type(description="What the strengths of a memory are worth by now; what is stored was set at its last use.")
class MemoryStrength(Copied):
    retention: float = strawberry.field(description="Chance 0 to 1 that it comes to mind: (1 + days / 9 stability)^-2.")
    retention_fsrs6: float = strawberry.field(description="The same by FSRS-6's own curve.")
    importance: float = strawberry.field(description="0 to 1, after the loss of its category.")
    utility: float = strawberry.field(description="0 to 1; goes to 0.5 where nobody says more.")
    on_the_tip: bool = strawberry.field(description="Whether it was known well and hardly comes to mind now.")
    fades_at: datetime = strawberry.field(description="When its retention falls to a half if nobody uses it.")
