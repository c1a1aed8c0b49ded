"""The block of a recall line by line, each with the turn that it stands in, so that every sentence can be followed."""

from __future__ import annotations

import re
from dataclasses import dataclass

_ROOM = re.compile(r"^(?:[A-Z][a-z]{2} \d{4}-\d{2}-\d{2} )?(§ W-\d+/R-\d+)$")
"""A heading with a place of one's own; one in a space has the space's title before it, and leads nowhere."""
_DAY = re.compile(r"[A-Z][a-z]{2} \d{4}-\d{2}-\d{2}")
_PLACE = re.compile(r" \[((?:§ W-\d+/R-\d+/)?D-\d+)\]$")


@dataclass(frozen=True, slots=True)
class BlockLine:
    """A line as an agent gets it; `pointer` is where it stands, "" for what stands nowhere. A heading tells a day and
    a room."""

    text: str
    pointer: str = ""
    is_heading: bool = False


def lines_of(block: str) -> list[BlockLine]:
    """The lines of a block. A line cites its drawer, the heading above it the room.

    Text in a block is one line and cannot end it, so that only the block itself can cite.
    """
    found, room = [], ""
    for line in block.splitlines():
        if not line.startswith("- "):
            heading = _ROOM.search(line)
            room = heading[1] if heading else ""
            found.append(BlockLine(line, is_heading=bool(heading or _DAY.match(line))))
            continue
        place = _PLACE.search(line)
        pointer = "" if place is None else place[1]
        if pointer.startswith("D-"):
            pointer = f"{room}/{pointer}" if room else ""
        found.append(BlockLine(line, pointer))
    return found
