"""graphmem: long-term memory for AI agents, kept in a real Neo4j."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from graphmem.facade import GraphMem

__version__ = "0.1.0"
__all__ = ["GraphMem", "__version__"]


def __getattr__(name: str) -> object:
    """Import the facade on first use: it brings the driver and the model runtime, which `graphmem.errors` needs not."""
    if name == "GraphMem":
        from graphmem.facade import GraphMem

        return GraphMem
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
