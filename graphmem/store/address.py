"""The address of a Neo4j and the login for it."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Address:
    """One server, or a cluster by one of its members."""

    uri: str
    user: str = "neo4j"
    password: str = field(default="", repr=False)
    database: str = "neo4j"

    @property
    def routed(self) -> bool:
        """Whether reads and writes may go to different members, as with `neo4j://` and `neo4j+s://`."""
        return self.uri.startswith("neo4j")
