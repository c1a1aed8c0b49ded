"""The block of a recall, line by line, each with its source turn, so that a person can check it."""

from __future__ import annotations

import re
from dataclasses import dataclass

_ROOM = re.compile(r"^(?:[A-Z][a-z]{2} \d{4}-\d{2}-\d{2} )?(§ W-\d+/R-\d+)$")
"""A heading that cites a room; in a space it begins with the space's title and links nowhere."""
_DAY = re.compile(r"[A-Z][a-z]{2} \d{4}-\d{2}-\d{2}")
_PLACE = re.compile(r" \[((?:§ W-\d+/R-\d+/)?D-\d+)\]$")


@dataclass(frozen=True, slots=True)
class BlockLine:
    """A line as an agent gets it; `pointer` cites its turn, "" for a line without one.

    A heading names a day and a room.
    """

    text: str
    pointer: str = ""
    is_heading: bool = False


def lines_of(block: str) -> list[BlockLine]:
    """The lines of a block; a line cites its drawer, the heading above it the room.

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
