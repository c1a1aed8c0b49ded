"""The languages graphmem reads and writes."""

from __future__ import annotations

from enum import StrEnum


class Language(StrEnum):
    """ISO 639-1 codes, as stored on drawers and memories; each has a label and index names."""

    EN = "en"
    TR = "tr"
