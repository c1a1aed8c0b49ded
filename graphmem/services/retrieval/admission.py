"""Filters memories by the caller's file and project."""

from __future__ import annotations

from graphmem.model.memory import Memory
from graphmem.model.project import concerns
from graphmem.services.retrieval.options import RecallOptions
from graphmem.services.scope import covers


def admits(options: RecallOptions, memory: Memory) -> bool:
    """Whether a memory's scope and project, where it has them, match the asked file and project."""
    return covers(memory.scope, options.path) and concerns(memory.project, options.of_project)
