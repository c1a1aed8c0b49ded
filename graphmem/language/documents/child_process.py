"""Parsing of HTML and PDF in a child process with limits: a small file can take minutes.

The child reads the bytes at standard input. It prints a JSON object: the document, or the reason why it is none.
"""

from __future__ import annotations

import json
import subprocess
import sys
from contextlib import suppress
from dataclasses import asdict
from datetime import datetime
from importlib.util import find_spec
from typing import Any

from graphmem.errors import DocumentError, MissingExtraError
from graphmem.language.documents.html import EXTRA, read_html
from graphmem.language.documents.pdf import read_pdf
from graphmem.model.document import Document, DocumentFormat, Paragraph, Section

SECONDS = 20
"""Seconds of processor time."""

PATIENCE_SECONDS = 120
"""Seconds by the clock: a busy machine gives the child less than a processor."""

MOST_MEMORY = 1024**3
"""Bytes of address space, if the system can limit it."""

_LIBRARIES = {DocumentFormat.HTML: "selectolax", DocumentFormat.PDF: "pypdf"}
_REMEDY = "Split the document, or save it as text."


def read_apart(
    name: str, data: bytes, kind: DocumentFormat, *, seconds: int = SECONDS, memory: int = MOST_MEMORY
) -> Document:
    """Parse HTML (UTF-8) or PDF in a child process, within processor seconds and bytes of memory.

    Raises DocumentError for an invalid file or one that exceeds a limit, and MissingExtraError.
    """
    if find_spec(_LIBRARIES[kind]) is None:
        raise MissingExtraError(kind.value.upper(), EXTRA)
    command = [sys.executable, "-P", "-m", __name__, kind.value, str(seconds), str(memory)]
    try:
        ended = subprocess.run(command, input=data, capture_output=True, timeout=PATIENCE_SECONDS, check=False)  # noqa: S603
    except subprocess.TimeoutExpired as error:
        raise _too_much(name, seconds, memory) from error
    try:
        told = json.loads(ended.stdout)
    except ValueError as error:  # it was killed, or had no memory left to report
        raise _too_much(name, seconds, memory) from error
    if "error" in told:
        raise DocumentError(told["error"], source=name, remedy=told["remedy"])
    return _document(told["document"])


def _too_much(name: str, seconds: int, memory: int) -> DocumentError:
    reason = f"it takes more than {seconds} seconds of a processor or {memory // 2**20:,} MB to read"
    return DocumentError(reason, source=name, remedy=_REMEDY)


def _document(told: dict[str, Any]) -> Document:
    sections = tuple(
        Section(tuple(one["path"]), tuple(Paragraph(**paragraph) for paragraph in one["paragraphs"]))
        for one in told["sections"]
    )
    dated = told["dated"] and datetime.fromisoformat(told["dated"])
    return Document(DocumentFormat(told["format"]), told["title"], sections, dated=dated)


def _limit(seconds: int, memory: int) -> None:
    with suppress(ImportError, ValueError, OSError):  # no such module on Windows; a lower limit stays
        import resource

        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))


def _read(kind: DocumentFormat, data: bytes) -> dict[str, Any]:
    try:
        document = read_pdf("", data) if kind is DocumentFormat.PDF else read_html(data.decode())
        return {"document": asdict(document)}
    except DocumentError as error:
        return {"error": error.reason, "remedy": error.remedy}


def main() -> None:
    """Run the child; its arguments are the format, the processor seconds and the bytes of memory."""
    kind, seconds, memory = DocumentFormat(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
    _limit(seconds, memory)
    told = _read(kind, sys.stdin.buffer.read())
    sys.stdout.write(json.dumps(told, default=datetime.isoformat))


if __name__ == "__main__":
    main()
