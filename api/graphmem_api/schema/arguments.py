"""What the arguments of several fields are, and mean."""

from __future__ import annotations

from datetime import date, datetime
from typing import Annotated

import strawberry

from graphmem.model.entity import EntityType
from graphmem.model.exploration import LinkType
from graphmem.model.job import JobKind, JobState
from graphmem.model.question import CausalDirection
from graphmem_api.schema.memory import MemoryFilter
from graphmem_api.schema.outcome import ToolVersionInput
from graphmem_api.schema.recall import TalkInput

Question = Annotated[
    str,
    strawberry.argument(
        description="A question or some words, English or Turkish, at most 200,000 characters. No query syntax: every "
        "character means itself."
    ),
]
Limit = Annotated[int, strawberry.argument(description="How many memories and as many turns, 1 to 200.")]
OfProject = Annotated[
    str | None,
    strawberry.argument(
        description="The project at work on which this is asked, by its name in observe: what was told at work on "
        "another one is left out, what was told at work on none is not."
    ),
]
FilePath = Annotated[
    str | None,
    strawberry.argument(
        description="A file, relative to what the globs are: only memories whose scope covers it, or that have none."
    ),
]
Messages = Annotated[
    list[TalkInput],
    strawberry.argument(
        description="The last messages in their order, 1 to 100; the last eight are read. The user's last one asks."
    ),
]
ShownSession = Annotated[
    str | None,
    strawberry.argument(
        description="A session: what stands here is not shown again by its recallFor, unless it changed."
    ),
]
Typed = Annotated[str, strawberry.argument(description="Some words, English or Turkish. No query syntax.")]
MemoryIds = Annotated[list[str], strawberry.argument(description="Of memories, as `recall` and `memories` give them.")]
Direction = Annotated[CausalDirection | None, strawberry.argument(description="Both ways when missing.")]
Hops = Annotated[int, strawberry.argument(description="How many links away at the most, 1 to 4.")]
LinkTypes = Annotated[list[LinkType] | None, strawberry.argument(description="Only over such links; all when missing.")]
EntityName = Annotated[
    str, strawberry.argument(description="Its address, like entity://person/ayse, its name or another spelling.")
]
From = Annotated[datetime | None, strawberry.argument(description="What began at this time or later, like 2026-05-08.")]
Before = Annotated[datetime | None, strawberry.argument(description="What began before this time.")]
KnownAt = Annotated[datetime | None, strawberry.argument(description="As it was known then; now when missing.")]
Task = Annotated[str, strawberry.argument(description="What the agent is about to do; finds procedures for it.")]
FitsTask = Annotated[
    str | None, strawberry.argument(description="Only what fits it, those that helped before first; else all by name.")
]
WithTools = Annotated[
    list[ToolVersionInput] | None,
    strawberry.argument(description="The tools at work: with the project they tell which version is recommended."),
]
ProcedureName = Annotated[str, strawberry.argument(description="However it is spelt.")]
Budget = Annotated[int, strawberry.argument(description="Tokens, 1 to 20,000.")]
PointerText = Annotated[
    str, strawberry.argument(description="Like § W-042/R-11/D-007; the sign and leading zeros may be missing.")
]
MemoryId = Annotated[
    str,
    strawberry.argument(
        description="Of a memory, as `memories` gives it, or the start of its id; 12 digits or more to change it."
    ),
]
Filters = Annotated[MemoryFilter | None, strawberry.argument(description="Which ones; what is true now when missing.")]
DreamRunId = Annotated[
    str,
    strawberry.argument(
        description="Of a dream, as `dreamRuns` gives it, or the start of its id; 12 digits or more to change it."
    ),
]
EntityUri = Annotated[str, strawberry.argument(description="Like entity://person/ayse.")]
OfType = Annotated[EntityType | None, strawberry.argument(description="Only those of this type.")]
States = Annotated[list[JobState] | None, strawberry.argument(description="Only those in one of these states.")]
Kinds = Annotated[list[JobKind] | None, strawberry.argument(description="Only those of one of these kinds.")]
Since = Annotated[date | None, strawberry.argument(description="First day, UTC; 30 days before `until` when missing.")]
Until = Annotated[date | None, strawberry.argument(description="The day after the last one; tomorrow when missing.")]
