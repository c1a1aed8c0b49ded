"""Print the schema: `python -m graphmem_api.export > api/schema.graphql` after every change of it."""

from __future__ import annotations

import sys

from graphmem_api.schema.build import schema


def sdl() -> str:
    """The schema in GraphQL's schema definition language."""
    return schema.as_str() + "\n"


if __name__ == "__main__":
    sys.stdout.write(sdl())
