"""What the archive of an owner says of itself, and what became of one that was imported."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from graphmem.model.ids import digest

FORMAT = "graphmem-archive"
VERSION = 1
"""Goes up when a reader of the version before could not read what is written. Readers refuse what they do not know."""


NOT_SAID = frozenset({"nodes/Usage"})
"""Parts that keep books instead of stating anything: what reading an archive cost is in the next one."""


@dataclass(frozen=True, slots=True)
class Part:
    """One file of JSON lines in an archive: nodes of a label or edges of a kind.

    `sha256` is of its bytes; `digest` is of what its lines say, in whatever order they stand.
    """

    name: str
    count: int
    sha256: str
    digest: str


@dataclass(frozen=True, slots=True)
class Manifest:
    """What an archive holds. `keys` are the labels of the owner's keys, which themselves leave no store; `jobs` is how
    much work was still to do when it was made, which it does not hold."""

    owner: str
    made_at: datetime
    release: str
    embedder: str
    keys: tuple[str, ...]
    jobs: int
    parts: tuple[Part, ...] = field(repr=False)
    format: str = FORMAT
    version: int = VERSION

    @property
    def counts(self) -> Mapping[str, int]:
        """How many there are by label or kind, of which there are any."""
        return {part.name: part.count for part in self.parts if part.count}

    @property
    def says(self) -> str:
        """The same for archives that state the same, whenever, wherever and in whatever order they were written."""
        return digest(
            *(
                f"{part.name} {part.digest}"
                for part in sorted(self.parts, key=lambda part: part.name)
                if part.name not in NOT_SAID
            )
        )


@dataclass(frozen=True, slots=True)
class ImportReport:
    """What became of an archive: how much of it was new by label or kind, and how much was there already.

    `barred` memories were left out, since somebody had forgotten here what they say. `refused` memories and entities
    were left out, since they give orders to an assistant. `outside` memories came in as words of a document. `settings`
    tells whether the owner's settings came along. `keys` are labels of the keys that opened the memory where it comes
    from: none of them opens it here. `drawers` and `memories` are what the owner holds now.
    """

    owner: str
    source: str
    added: Mapping[str, int]
    known: int
    barred: int
    keys: tuple[str, ...]
    drawers: int
    memories: int
    refused: int = 0
    outside: int = 0
    settings: bool = False
