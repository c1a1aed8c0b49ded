"""The manifest of an owner's archive, and the report of an import."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from graphmem.model.ids import digest

FORMAT = "graphmem-archive"
VERSION = 1
"""Increased when readers of the previous version could not read the file; they refuse new ones."""


NOT_SAID = frozenset({"nodes/Usage"})
"""Parts with accounts instead of statements: reading an archive adds costs to the next one."""


@dataclass(frozen=True, slots=True)
class Part:
    """One file of JSON lines in an archive: nodes of a label or edges of a kind.

    `sha256` is of its bytes; `digest` is of its lines in any order.
    """

    name: str
    count: int
    sha256: str
    digest: str


@dataclass(frozen=True, slots=True)
class Manifest:
    """The contents of an archive.

    `keys` are the labels of the owner's keys, which never leave a store; `jobs` counts unfinished jobs, which it does
    not contain.
    """

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
        """Number of nodes or edges by label or kind, without empty ones."""
        return {part.name: part.count for part in self.parts if part.count}

    @property
    def says(self) -> str:
        """A digest that is equal for archives with the same statements, whatever their order, time and store."""
        return digest(
            *(
                f"{part.name} {part.digest}"
                for part in sorted(self.parts, key=lambda part: part.name)
                if part.name not in NOT_SAID
            )
        )


@dataclass(frozen=True, slots=True)
class ImportReport:
    """The result of an import: `added` by label or kind, and how many were `known` already.

    `barred` memories were left out because their statements were forgotten here, `refused` memories and entities
    because they give an assistant orders. `outside` memories came in as words of a document. `settings` says whether
    the owner's settings were imported. `keys` are labels of the keys in the source store: none of them works here.
    `drawers` and `memories` are what the owner holds now.
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
