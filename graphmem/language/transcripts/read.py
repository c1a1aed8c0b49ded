"""Conversation files from bytes to a Reading: decoding, limits and format."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import PurePath

from graphmem.errors import TranscriptError
from graphmem.language.encodings import older_turkish
from graphmem.language.transcripts.draft import Found, conclude
from graphmem.language.transcripts.json_forms import read_json
from graphmem.language.transcripts.jsonl import read_jsonl
from graphmem.language.transcripts.markdown import is_markdown, read_markdown
from graphmem.language.transcripts.plain import read_plain
from graphmem.model.transcript import Reading

MAX_BYTES = 50 * 1024 * 1024
"""Bytes of the largest conversation file."""

Reader = Callable[[str, str], Found]

_BY_EXTENSION: dict[str, Reader] = {
    ".jsonl": read_jsonl,
    ".ndjson": read_jsonl,
    ".md": read_markdown,
    ".markdown": read_markdown,
}
_JSON_START = re.compile(r'\s*(?:\{\s*["}]|\[\s*[\[{\]"])')


_ZIP = b"PK\x03\x04"
_UNPACK = (
    "Unpack it, or take ChatGPT's export over with `graphmem import --from chatgpt`; save a document as PDF or text."
)


def read_transcript(name: str, data: bytes) -> Reading:
    """Return the conversations of one file, and what was rejected.

    `name` is the file's name or path: its extension gives the format, its stem is the title of untitled conversations.
    Without a known extension the content decides. Raises TranscriptError, naming the line or byte, for a file that is
    larger than MAX_BYTES, is not UTF-8, or holds no conversation. An empty file gives an empty Reading.
    """
    text = _decode(name, data)
    if not text.strip():
        return Reading()
    return conclude(name, _reader(name, text)(name, text))


def _reader(name: str, text: str) -> Reader:
    suffix = PurePath(name).suffix.lower()
    if suffix in _BY_EXTENSION:
        return _BY_EXTENSION[suffix]
    if suffix == ".json" or _JSON_START.match(text):
        return read_jsonl if _is_json_lines(text) else read_json
    return read_markdown if is_markdown(text) else read_plain


def _is_json_lines(text: str) -> bool:
    """Whether a text has two lines or more, and the first two are each a whole JSON object."""
    rows = [row.strip() for row in text.split("\n", 64) if row.strip()][:2]
    return len(rows) == 2 and all(row.startswith("{") and row.endswith("}") for row in rows)


def _decode(name: str, data: bytes) -> str:
    if len(data) > MAX_BYTES:
        size = f"{len(data):,} bytes are more than {MAX_BYTES:,}"
        raise TranscriptError(size, source=name, remedy="Split the file by conversation.")
    _refuse_binary(name, data)
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        older = older_turkish(data)
        if older is None:
            raise TranscriptError(
                f"byte {error.start} (0x{data[error.start]:02x}) is not UTF-8",
                source=name,
                line=data.count(b"\n", 0, error.start) + 1,
                remedy="Save the file as UTF-8.",
            ) from error
        text = older
    text = text.removeprefix("\ufeff").replace("\r\n", "\n")
    return text if "\n" in text else text.replace("\r", "\n")


def _refuse_binary(name: str, data: bytes) -> None:
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise TranscriptError("byte 0 begins a UTF-16 mark", source=name, line=1, remedy="Save the file as UTF-8.")
    if data.startswith(_ZIP):
        raise TranscriptError(
            "it is a zip, as exports and word processors write them", source=name, line=1, remedy=_UNPACK
        )
    if (at := data.find(b"\0")) >= 0:
        line = data.count(b"\n", 0, at) + 1
        raise TranscriptError(
            f"byte {at} is NUL, so this is no text", source=name, line=line, remedy="Save the file as UTF-8 text."
        )
