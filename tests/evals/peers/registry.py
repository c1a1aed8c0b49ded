"""The systems that are compared: how each is started, and what of it works without a model."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from graphmem.errors import InvalidInputError

HERE = Path(__file__).parent
SCRIPTS, PINS = HERE / "scripts", HERE / "pins"
LEFT_OUT = HERE / "left_out.json"
"""graphmem's constants of the order of turns, chosen without the held half (`peers-refit`)."""


@dataclass(frozen=True, slots=True)
class Peer:
    """A system under one way of using it.

    `script` names its file. `environment` names its virtual environment and the file of pins, None for this one.
    `without` says what works without a model, None where nothing does; `with_model` whether the script can use one.
    """

    name: str
    script: str
    environment: str | None
    without: str | None
    with_model: bool = False
    variant: str = ""
    needs_neo4j: bool = False
    left_out: bool = False

    def missing(self, *, has_model: bool) -> str | None:
        """Why it cannot be measured, None where it can."""
        if not has_model:
            return None if self.without else "needs a model"
        return None if self.with_model else "its script knows no way of using a model"

    @property
    def pins(self) -> Path:
        """Every package of its environment with its version."""
        return PINS / f"{self.environment}.txt"


PEERS: dict[str, Peer] = {
    peer.name: peer
    for peer in (
        Peer(
            "graphmem", "run_graphmem", None, "turns and memories, weights chosen without the held half",
            with_model=True, left_out=True,
        ),
        Peer("graphmem-shipped", "run_graphmem", None, "turns and memories, weights as shipped", with_model=True),
        Peer("mem0", "run_mem0", "mem0", "turns verbatim (`infer=False`)", with_model=True),
        Peer(
            "graphiti", "run_graphiti", "graphiti", "turns fed as facts of edges, hybrid search", with_model=True,
            variant="edges", needs_neo4j=True,
        ),
        Peer(
            "graphiti-episodes", "run_graphiti", "graphiti", "episodes, word search", variant="episodes",
            needs_neo4j=True,
        ),
        Peer("hindsight", "run_hindsight", "hindsight", "turns verbatim (provider `none`)", with_model=True),
        Peer("cognee", "run_cognee", "cognee", "chunks of turns by their vectors, no graph of entities"),
        Peer("cognee-words", "run_cognee", "cognee", "chunks of turns, word search", variant="words"),
        Peer("mempalace", "run_mempalace", "mempalace", "drawers verbatim, union of vectors and words"),
        Peer(
            "neo4j-agent-memory", "run_agent_memory", "neo4j-agent-memory", "messages by their vectors",
            needs_neo4j=True,
        ),
    )
}  # fmt: skip


def chosen(names: Sequence[str]) -> list[Peer]:
    """The peers of these names, all of them without a name. Raises InvalidInputError."""
    unknown = next((name for name in names if name not in PEERS), None)
    if unknown is not None:
        raise InvalidInputError(f"{unknown[:40]!r} is no peer.", field="name", remedy=f"One of {', '.join(PEERS)}.")
    return [PEERS[name] for name in names or PEERS]
