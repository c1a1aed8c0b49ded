"""Fetches locked jars from Maven Central with jgo, in parallel, each checked against the lock.

Everything lies in the artifacts directory: `maven/` in Maven's own layout, and `ready/`, one file per endpoint that
lists its finished jars, so that later starts need no network. An endpoint is one or more jars, joined by "+". A jar in
the user's own Maven cache is copied from there; that cache is never written.
"""

from __future__ import annotations

import hashlib
import json
import shutil
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_EXCEPTION, Future, ThreadPoolExecutor, wait
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from graphmem.config import Settings
from graphmem.errors import ArtifactError
from graphmem.ports import Progress, silent
from graphmem.server.lockfile import NEO4J, LockedJar, locked, read_lock
from graphmem.server.locks import FileLock

PARALLEL_DOWNLOADS = 6
ATTEMPTS = 3
TIMEOUT_SECONDS = 60
REPORT_SECONDS = 0.2
REMEDY = "Check the network and the free disk space, then run it again: finished files are kept."


def resolve_neo4j(
    settings: Settings, progress: Progress = silent, stop: threading.Event | None = None
) -> tuple[Path, ...]:
    """Every jar of the embedded server, downloaded at the first call (195 MB). See `resolve`."""
    return resolve(NEO4J, settings, progress, stop)


def resolve_jar(
    endpoint: str, settings: Settings, progress: Progress = silent, stop: threading.Event | None = None
) -> Path:
    """One jar `group:artifact:version[:classifier]`, without the libraries it depends on. See `resolve`."""
    return resolve(endpoint, settings, progress, stop)[0]


def resolve(
    endpoint: str, settings: Settings, progress: Progress = silent, stop: threading.Event | None = None
) -> tuple[Path, ...]:
    """The endpoint's jars as local files, downloaded and verified when they are not there yet.

    Blocking: call it in a thread. `progress` counts megabytes and is called from this thread; setting `stop` ends the
    download soon. Raises ArtifactError naming the jar. Several processes may call it at once; one of them downloads.
    """
    root = settings.artifacts_dir.absolute()
    jars = locked(endpoint)
    ready = _ready_file(root, endpoint)
    if (paths := _read_ready(ready, root)) is not None:
        return paths
    fetch = _Fetch(root / "maven", _names(endpoint), stop or threading.Event())
    with _only_downloader(root, progress, fetch.stop):
        # Another process may have finished it while this one waited.
        paths = _read_ready(ready, root) or fetch.all(jars, progress)
        _write_ready(ready, root, paths)
    return paths


def damaged(settings: Settings) -> list[Path]:
    """The finished jars that differ from the lock in any byte; every start compares sizes alone."""
    root = settings.artifacts_dir.absolute()
    finished = [endpoint for endpoint in read_lock() if _ready_file(root, endpoint).exists()]
    fetch = _Fetch(root / "maven", "", threading.Event())
    jars = {fetch.path(jar): jar for endpoint in finished for jar in locked(endpoint)}
    return sorted(path for path, jar in jars.items() if not jar.matches(path))


@dataclass(frozen=True, slots=True)
class _Fetch:
    """One download of several jars into `repository`."""

    repository: Path
    what: str
    stop: threading.Event

    def all(self, jars: Sequence[LockedJar], progress: Progress) -> tuple[Path, ...]:
        paths = tuple(self.path(jar) for jar in jars)
        total = _megabytes(sum(jar.size or 0 for jar in jars)) or None
        with ThreadPoolExecutor(PARALLEL_DOWNLOADS, "download") as pool:
            work = [pool.submit(self.one, jar) for jar in jars]
            try:
                self._report(work, paths, total, progress)
            finally:
                # After a failure or an interrupt, queued jars must not be fetched while the pool closes.
                pool.shutdown(wait=False, cancel_futures=True)
        return paths

    def _report(
        self,
        work: Sequence[Future[None]],
        paths: Sequence[Path],
        total: int | None,
        progress: Progress,
    ) -> None:
        pending = set(work)
        while pending:
            done, pending = wait(pending, REPORT_SECONDS, FIRST_EXCEPTION)
            progress(f"downloading {self.what} (MB)", _megabytes(_bytes_in(paths)), total)
            for future in done:
                future.result()

    def path(self, jar: LockedJar) -> Path:
        """The place of the jar, in Maven's layout."""
        suffix = f"-{jar.classifier}" if jar.classifier else ""
        directory = self.repository.joinpath(*jar.group.split("."), jar.artifact, jar.version)
        return directory / f"{jar.artifact}-{jar.version}{suffix}.jar"

    def one(self, jar: LockedJar) -> None:
        """Ensure that one jar is there and whole: a file cut short by an interrupted run is fetched again."""
        path = self.path(jar)
        if jar.matches(path) or self._copied(jar, path):
            return
        reason = "the file differs from the locked checksum"
        for attempt in range(1, ATTEMPTS + 1):
            path.unlink(missing_ok=True)
            try:
                _download(jar, self.repository, self.stop)
            # jgo raises RuntimeError for an answer other than 200; requests' errors are OSErrors.
            except (OSError, RuntimeError) as error:
                reason = str(error)
            if jar.matches(path):
                return
            if attempt == ATTEMPTS or self.stop.wait(attempt):
                break
        path.unlink(missing_ok=True)
        raise ArtifactError(f"{jar} could not be downloaded: {reason}.", remedy=REMEDY)

    def _copied(self, jar: LockedJar, path: Path) -> bool:
        from jgo.constants import default_maven_repo

        source = default_maven_repo() / path.relative_to(self.repository)
        if jar.sha256 is None or not jar.matches(source):
            return False
        path.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source, path)
        return jar.matches(path)


def _download(jar: LockedJar, repository: Path, stop: threading.Event) -> None:
    """Fetch one jar with jgo. The user's jgo configuration may name a mirror as `central`."""
    from jgo.config import GlobalSettings
    from jgo.constants import MAVEN_CENTRAL_URL
    from jgo.maven import MavenContext, PythonResolver

    @contextmanager
    def stoppable(_name: str, _size: int) -> Iterator[Callable[[int], None]]:
        def received(_bytes: int) -> None:
            if stop.is_set():
                raise RuntimeError("the download was cancelled")

        yield received

    if stop.is_set():
        raise RuntimeError("the download was cancelled")
    context = MavenContext(
        resolver=PythonResolver(progress_callback=stoppable),
        repo_cache=repository,
        remote_repos={"central": MAVEN_CENTRAL_URL} | GlobalSettings.load().repositories,
        timeout=TIMEOUT_SECONDS,
    )
    context.project(jar.group, jar.artifact).at_version(jar.version).artifact(jar.classifier).resolve()


@contextmanager
def _only_downloader(root: Path, progress: Progress, stop: threading.Event) -> Iterator[None]:
    root.mkdir(parents=True, exist_ok=True)
    lock = FileLock(root / "download.lock")
    while not lock.try_take():
        progress("waiting for another process that is downloading", 0, None)
        if stop.wait(REPORT_SECONDS):
            raise ArtifactError("the download was cancelled.", remedy=REMEDY)
    try:
        yield
    finally:
        lock.drop()


def _names(endpoint: str) -> str:
    """The endpoint's name for people: `neo4j 2026.09.0, neo4j-browser 5.24.0`."""
    jars = map(LockedJar.parse, endpoint.split("+"))
    return ", ".join(f"{jar.artifact} {jar.version}" for jar in jars)


def _megabytes(count: int) -> int:
    return -(-count // 1_000_000)


def _bytes_in(paths: Sequence[Path]) -> int:
    return sum(path.stat().st_size for path in paths if path.exists())


def _ready_file(root: Path, endpoint: str) -> Path:
    return root / "ready" / f"{hashlib.sha256(endpoint.encode()).hexdigest()[:16]}.json"


def _read_ready(ready: Path, root: Path) -> tuple[Path, ...] | None:
    """The finished jars, or None if one is missing or its size has changed."""
    try:
        sizes: dict[str, int] = json.loads(ready.read_text(encoding="utf-8"))
        are_whole = all((root / name).stat().st_size == size for name, size in sizes.items())
    except (OSError, ValueError, AttributeError):
        return None
    return tuple(root / name for name in sizes) if are_whole else None


def _write_ready(ready: Path, root: Path, paths: Sequence[Path]) -> None:
    ready.parent.mkdir(exist_ok=True)
    sizes = {str(path.relative_to(root)): path.stat().st_size for path in paths}
    draft = ready.with_suffix(".new")
    draft.write_text(json.dumps(sizes), encoding="utf-8")
    draft.replace(ready)
