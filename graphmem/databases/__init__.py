"""Several databases of one cluster: each has some owners whole, and one process serves all of them."""

from __future__ import annotations

from graphmem.databases.moving import Moved, mend, move
from graphmem.databases.router import Databases, Served, first_of, memories_of, only, opened

__all__ = ["Databases", "Moved", "Served", "first_of", "memories_of", "mend", "move", "only", "opened"]
