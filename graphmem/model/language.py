"""The languages graphmem reads and writes."""

from __future__ import annotations

from enum import StrEnum


class Language(StrEnum):
    """ISO 639-1 codes, as stored on drawers and memories; a label and the name of an index go by each."""

    EN = "en"
    TR = "tr"
