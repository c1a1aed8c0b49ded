"""Trust by role: the data source of a speaker's words, their highest confidence, their effects."""

from __future__ import annotations

from graphmem.model.memory import DataSource, WriteSource
from graphmem.model.transcript import Role

DATA_SOURCE = {
    Role.USER: DataSource.USER,
    Role.ASSISTANT: DataSource.ASSISTANT,
    Role.SYSTEM: DataSource.SYSTEM,
    Role.OTHER: DataSource.SYSTEM,
    Role.TOOL: DataSource.TOOL,
    Role.DOCUMENT: DataSource.DOCUMENT,
    Role.FEED: DataSource.FEED,
}

ROLE = {source: role for role, source in DATA_SOURCE.items() if role is not Role.OTHER}

OUTSIDE = frozenset({DataSource.TOOL, DataSource.DOCUMENT, DataSource.FEED})
"""Sources without a speaker in a conversation. They change no person's statement, and set no rule."""

TOLD = {
    DataSource.TOOL: "from a program",
    DataSource.DOCUMENT: "from a document",
    DataSource.FEED: "from a feed",
}
"""A block's words for such a source; a tool and an agent's tools share them, unless it tells which."""

PEOPLE = frozenset({DataSource.USER, DataSource.ASSISTANT})
"""Speakers in conversations."""

MOST_CONFIDENCE = {DataSource.DOCUMENT: 0.6, DataSource.TOOL: 0.45, DataSource.FEED: 0.4}
"""Highest source confidence: documents are written to last, tools print, feeds pass on.
Tools and feeds stay below what is shown unasked (`services.retrieval.hot_tier.SURE_FROM`)."""


def told_source(source: DataSource, written: WriteSource | None = None) -> str:
    """Return a block's words for the source of a text, "" for a conversation, which names its speaker."""
    is_agents = source is DataSource.TOOL and written is WriteSource.AGENT
    return "from an agent" if is_agents else TOLD.get(source, "")


def is_outside(role: Role) -> bool:
    """Whether the role is a document, a tool or a feed."""
    return DATA_SOURCE[role] in OUTSIDE
