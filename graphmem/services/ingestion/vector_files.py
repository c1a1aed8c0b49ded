"""Vectors of fixed texts on disk: named by what they were made of, so that a changed text or embedder finds none.

Several processes may share the folder: files are written beside their place and moved there, and whatever is broken or
of another shape counts as missing and is replaced.
"""

from __future__ import annotations

import contextlib
import hashlib
import logging
import os
import tempfile
import zipfile
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from graphmem.ports import Vectors

log = logging.getLogger(__name__)


def path(folder: Path, model: str, dimensions: int, texts: Sequence[str]) -> Path:
    """Where the vectors of these texts by that embedder are, or would be."""
    named = "\0".join((model, str(dimensions), *texts))
    return folder / f"{hashlib.sha256(named.encode()).hexdigest()[:32]}.npz"


def read(file: Path, shape: tuple[int, int]) -> Vectors | None:
    """The vectors in a file; None when there are none of that shape."""
    try:
        with file.open("rb") as opened, np.load(opened, allow_pickle=False) as kept:
            found = kept["vectors"]
    except (OSError, ValueError, KeyError, TypeError, EOFError, zipfile.BadZipFile):
        return None
    if found.shape != shape or found.dtype != np.float32 or not np.isfinite(found).all():
        return None
    vectors: Vectors = found
    return vectors


def write(file: Path, vectors: Vectors) -> None:
    """Keep vectors. A folder that cannot be written costs no more than making them again."""
    made: str | None = None
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        handle, made = tempfile.mkstemp(dir=file.parent, prefix=f".{file.stem}-", suffix=".tmp")
        with os.fdopen(handle, "wb") as out:
            np.savez(out, vectors=vectors)
        Path(made).replace(file)
    except OSError as error:
        log.warning("%s was not written: %s", file, error)
        if made is not None:
            with contextlib.suppress(OSError):
                Path(made).unlink(missing_ok=True)


def joined(batches: Sequence[Vectors]) -> Vectors:
    """Batches of rows, one below the other."""
    return np.concatenate(batches).astype(np.float32)
