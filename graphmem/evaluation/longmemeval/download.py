"""The download of LongMemEval's files; errors say how to get them by hand."""

from __future__ import annotations

import urllib.request
from http.client import HTTPException
from pathlib import Path

from graphmem.drafts import drafted
from graphmem.errors import ArtifactError, InvalidInputError
from graphmem.evaluation.longmemeval import instances
from graphmem.ports import Progress, silent

_HUB = "https://huggingface.co/datasets/xiaowu0162/longmemeval-cleaned/resolve/main"
FILES = {"s": "longmemeval_s_cleaned.json", "oracle": "longmemeval_oracle.json", "m": "longmemeval_m_cleaned.json"}
"""The files by variant: about 50 chats a question, only those with evidence, or about 500."""

TIMEOUT_SECONDS = 60
CHUNK = 1 << 20


def fetch(folder: Path, variant: str, url: str | None = None, progress: Progress = silent) -> Path:
    """The variant's file in `folder`, downloaded if missing. Blocking: call it in a thread.

    Raises ArtifactError if it cannot be fetched and InvalidInputError if it has another form.
    """
    address = url or f"{_HUB}/{FILES[variant]}"
    if not address.startswith(("http://", "https://")):
        raise InvalidInputError(f"{address!r} is no web address.", field="url", remedy="Begin it with https://.")
    path = folder / (address.partition("?")[0].rsplit("/", 1)[-1] or FILES[variant])
    if path.exists():
        return path
    folder.mkdir(parents=True, exist_ok=True)
    try:
        with drafted(path) as draft:
            _download(address, draft, progress)
    except (OSError, HTTPException) as error:
        raise ArtifactError(
            f"{address} cannot be fetched ({error}).",
            remedy="Fetch it where the network allows, and name the file with --data, or a mirror with --url.",
        ) from error
    return path


def check(path: Path, progress: Progress = silent) -> int:
    """Number of questions of a file. Raises InvalidInputError by record and field for another form."""
    count = 0
    for count, _ in enumerate(instances.read(path), start=1):
        progress("checking", count, None)
    return count


def _download(address: str, draft: Path, progress: Progress) -> None:
    with urllib.request.urlopen(address, timeout=TIMEOUT_SECONDS) as answer, draft.open("wb") as file:  # noqa: S310
        total = int(answer.headers.get("Content-Length") or 0) or None
        done = 0
        while chunk := answer.read(CHUNK):
            file.write(chunk)
            done += len(chunk)
            progress(f"fetching {draft.stem}", done, total)
    if total is not None and done != total:
        raise OSError(f"{done:,} of {total:,} bytes came")
