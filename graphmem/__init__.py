"""graphmem: long-term memory for AI agents, kept in a real Neo4j.

    async with GraphMem.open() as memory:
        ada = memory.owner("ada")
        await ada.observe("I moved to Lisbon in May.", speaker="Ada")
        print((await ada.recall("Where do I live?")).context)

`help(graphmem.OwnedMemory)` lists the verbs; `BlockingMemory` is the same without `await`.
"""

from __future__ import annotations

from importlib import import_module

TYPE_CHECKING = False  # as type checkers read it; importing `typing` costs a hook ten milliseconds, as all the rest
if TYPE_CHECKING:
    from graphmem.blocking import BlockingMemory
    from graphmem.config import Settings
    from graphmem.errors import GraphMemError, InvalidInputError, NotFoundError
    from graphmem.facade import GraphMem
    from graphmem.model.category import Category, Priority
    from graphmem.model.instant import AsOf
    from graphmem.model.memory import Tier
    from graphmem.model.observation import Observation
    from graphmem.model.recall import RecallResult
    from graphmem.model.transcript import Role
    from graphmem.owned import OwnedMemory
    from graphmem.ports import Chat, Embedder, Purpose
    from graphmem.services.retrieval.options import RecallOptions

__version__ = "0.1.0"
__all__ = [
    "AsOf",
    "BlockingMemory",
    "Category",
    "Chat",
    "Embedder",
    "GraphMem",
    "GraphMemError",
    "InvalidInputError",
    "NotFoundError",
    "Observation",
    "OwnedMemory",
    "Priority",
    "Purpose",
    "RecallOptions",
    "RecallResult",
    "Role",
    "Settings",
    "Tier",
    "__version__",
]

_WHERE = {
    "blocking": ("BlockingMemory",),
    "config": ("Settings",),
    "errors": ("GraphMemError", "InvalidInputError", "NotFoundError"),
    "facade": ("GraphMem",),
    "model.category": ("Category", "Priority"),
    "model.instant": ("AsOf",),
    "model.memory": ("Tier",),
    "model.observation": ("Observation",),
    "model.recall": ("RecallResult",),
    "model.transcript": ("Role",),
    "owned": ("OwnedMemory",),
    "ports": ("Chat", "Embedder", "Purpose"),
    "services.retrieval.options": ("RecallOptions",),
}


def __getattr__(name: str) -> object:
    """Import a name on first use: the facade brings the driver and the models, which few modules need."""
    for module, names in _WHERE.items():
        if name in names:
            return getattr(import_module(f"graphmem.{module}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
