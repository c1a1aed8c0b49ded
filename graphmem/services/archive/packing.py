"""The archive file: a zip of JSON lines with a manifest.

    manifest.json             format, owner, and number of lines and SHA-256 of each part
    nodes/Memory.jsonl        {"key": …, "labels": […], "properties": {…}}
    edges/FACT Entity Entity.jsonl    {"start": …, "end": …, "properties": {…}}

Lines are written and read one by one; neither side holds a whole part. Times are ISO 8601. Any zip program opens it.
"""

from __future__ import annotations

import hashlib
import json
import zipfile
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from datetime import datetime
from typing import IO, Any, TypeVar

from graphmem.errors import ArchiveError, ArchiveVersionError
from graphmem.model.archive import FORMAT, VERSION, Manifest, Part

T = TypeVar("T")

MANIFEST = "manifest.json"
LONGEST_LINE = 16 * 1024 * 1024
"""Bytes: a turn has a megabyte at most, and escapes make up to six bytes of one."""

MOST_MANIFEST = 4 * 1024 * 1024

MOST_RATIO = 300
"""Highest ratio of unpacked to packed bytes. Text of people packs to a tenth; far more is an attack."""

SMALL = 1024 * 1024
"""Bytes up to which the ratio of a part is not checked."""

_MODULUS = 1 << 256


class Packer:
    """Writes an archive to a binary file, part by part."""

    def __init__(self, file: IO[bytes]) -> None:
        self._zip = zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=6)
        self.parts: list[Part] = []

    @contextmanager
    def part(self, name: str) -> Iterator[PartWriter]:
        """Open the next part; the manifest gets it when the block ends."""
        with self._zip.open(f"{name}.jsonl", "w", force_zip64=True) as inner:
            writer = PartWriter(inner)
            yield writer
        self.parts.append(Part(name, writer.count, writer.sha.hexdigest(), f"{writer.sum:064x}"))

    def close(self, manifest: Manifest) -> None:
        """Write the manifest, which ends the file."""
        told = json.dumps(asdict(manifest), default=datetime.isoformat, ensure_ascii=False, indent=1)
        self._zip.writestr(MANIFEST, told)
        self._zip.close()


class PartWriter:
    """Writes lines, with counts and checksums."""

    def __init__(self, inner: IO[bytes]) -> None:
        self._inner = inner
        self.count = 0
        self.sum = 0
        self.sha = hashlib.sha256()

    def write(self, lines: Iterable[Mapping[str, Any]]) -> None:
        """Write values as JSON, a line each."""
        for value in lines:
            line = json.dumps(value, default=_plain, ensure_ascii=True, sort_keys=True, separators=(",", ":")).encode()
            self.count += 1
            self.sum = (self.sum + int.from_bytes(hashlib.sha256(line).digest())) % _MODULUS
            self.sha.update(line + b"\n")
            self._inner.write(line + b"\n")


class Unpacker:
    """Reads an archive from a seekable binary file. Raises ArchiveError for any other file."""

    def __init__(self, file: IO[bytes]) -> None:
        try:
            self._zip = zipfile.ZipFile(file)
        except (zipfile.BadZipFile, OSError, ValueError) as error:
            raise ArchiveError("it is no zip, or its end is missing") from error
        self.manifest = self._manifest()
        held = [name for name in self._zip.namelist() if name != MANIFEST]
        if sorted(held) != sorted(f"{part.name}.jsonl" for part in self.manifest.parts):
            raise ArchiveError("its parts are not those that its manifest names")

    def lines(self, part: Part) -> Iterator[dict[str, Any]]:
        """The values of a part. Raises ArchiveError at its end if it differs from what was written."""
        sha, count = hashlib.sha256(), 0
        with self._reading(f"{part.name}.jsonl") as inner:
            while line := inner.readline(LONGEST_LINE):
                sha.update(line)
                count += 1
                yield _value(part, count, line)
        if sha.hexdigest() != part.sha256 or count != part.count:
            raise ArchiveError(f"{part.name} is not as it was written")

    @contextmanager
    def _reading(self, name: str) -> Iterator[IO[bytes]]:
        info = self._zip.getinfo(name)
        if info.file_size > SMALL and info.file_size > MOST_RATIO * info.compress_size:
            raise ArchiveError(f"{name} unpacks to {info.file_size // SMALL:,} MB")
        try:
            with self._zip.open(info) as inner:
                yield inner
        except (zipfile.BadZipFile, OSError, EOFError, NotImplementedError, RuntimeError, zlib.error) as error:
            raise ArchiveError(f"{name} is damaged ({error})") from error

    def _manifest(self) -> Manifest:
        if MANIFEST not in self._zip.namelist():
            raise ArchiveError("it has no manifest.json")
        with self._reading(MANIFEST) as inner:
            text = inner.read(MOST_MANIFEST + 1)
        try:
            told = json.loads(text[:MOST_MANIFEST])
            _require_known(told)
            parts = tuple(Part(**part) for part in told.pop("parts"))
            made_at = datetime.fromisoformat(told.pop("made_at"))
            manifest = Manifest(parts=parts, made_at=made_at, keys=tuple(map(str, told.pop("keys"))), **told)
            _require_types(manifest)
            return manifest
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
            raise ArchiveError("its manifest is no manifest") from error


def batches(lines: Iterable[T], size: int) -> Iterator[list[T]]:
    """The values in lists of at most `size`."""
    batch: list[T] = []
    for value in lines:
        batch.append(value)
        if len(batch) == size:
            yield batch
            batch = []
    if batch:
        yield batch


def _require_known(told: Mapping[str, Any]) -> None:
    if told.get("format") != FORMAT:
        raise ArchiveError(f"its manifest says it is {str(told.get('format'))[:40]!r}")
    if told.get("version") != VERSION:
        raise ArchiveVersionError(
            f"it has version {str(told.get('version'))[:20]}, this release reads {VERSION}",
            remedy="Import it with the release that wrote it, or a newer one.",
        )


def _require_types(manifest: Manifest) -> None:
    texts = (manifest.owner, manifest.release, manifest.embedder, *manifest.keys)
    of_parts = [text for part in manifest.parts for text in (part.name, part.sha256, part.digest)]
    for text in (*texts, *of_parts):
        if not isinstance(text, str):
            raise TypeError
        text.encode()  # UnicodeEncodeError, a ValueError
    for count in (manifest.jobs, *(part.count for part in manifest.parts)):
        if isinstance(count, bool) or not isinstance(count, int):
            raise TypeError
    if len({part.name for part in manifest.parts}) < len(manifest.parts):
        raise ValueError


def _value(part: Part, number: int, line: bytes) -> dict[str, Any]:
    try:
        value = json.loads(line, parse_constant=_no_constant)
    except (ValueError, RecursionError) as error:
        raise ArchiveError(f"line {number} of {part.name} is no JSON") from error
    if not isinstance(value, dict):
        raise ArchiveError(f"line {number} of {part.name} is no object")
    return value


def _no_constant(name: str) -> float:
    raise ValueError(f"{name} is no JSON")


def _plain(value: object) -> str:
    if isinstance(value, datetime):
        return value.isoformat()
    raise TypeError(type(value).__name__)


def line_of_node(key: str, labels: Sequence[str], properties: Mapping[str, Any]) -> dict[str, Any]:
    """The line of a node."""
    return {"key": key, "labels": list(labels), "properties": properties}


def line_of_edge(start: str, end: str, properties: Mapping[str, Any]) -> dict[str, Any]:
    """The line of an edge."""
    return {"start": start, "end": end, "properties": properties}
