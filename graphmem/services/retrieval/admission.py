"""What a caller's file and project admit of what is remembered."""

from __future__ import annotations

from graphmem.model.memory import Memory
from graphmem.model.project import concerns
from graphmem.services.retrieval.options import Options
from graphmem.services.scope import covers


def admits(options: Options, memory: Memory) -> bool:
    """Whether a memory is about the file and the project that are asked about."""
    return covers(memory.scope, options.path) and concerns(memory.project, options.of_project)
