"""Mines documents, which are read whole each time, and feeds, which only grow."""

from __future__ import annotations

import asyncio
import base64
import binascii
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Literal, TypeAlias

from graphmem.errors import DocumentError, InvalidInputError, NotFoundError, TranscriptError
from graphmem.language.documents import MOST_BYTES, conversation_of, format_of, is_conversation, read_document
from graphmem.language.encodings import older_turkish
from graphmem.language.transcripts import read_transcript
from graphmem.language.transcripts.messages import MAX_NAME, TIME_KEYS, usable_name
from graphmem.language.transcripts.read import MAX_BYTES as MOST_OF_TRANSCRIPT
from graphmem.model.document import DocumentFormat
from graphmem.model.ids import digest
from graphmem.model.palace import Owner
from graphmem.model.transcript import Conversation, Reading, Rejected
from graphmem.ports import Progress, silent
from graphmem.providers.concurrently import concurrently
from graphmem.services.ingestion.mine import Miner, MineReport

KEY = "document"

MinedFile: TypeAlias = tuple[list[MineReport], Sequence[Rejected]]
"""The reports of a file's conversations or document, and its rejected parts, by line."""

PROSE = frozenset({".md", ".markdown", ".txt", ".text", ""})
"""Suffixes of files that may hold a conversation or a document."""


async def mine_document(
    miner: Miner,
    owner: Owner,
    name: str,
    data: bytes | None,
    *,
    key: str | None = None,
    kind: DocumentFormat | None = None,
    wing: str | None = None,
    modified: datetime | None = None,
    progress: Progress = silent,
    idempotency_key: str | None = None,
) -> MineReport:
    """File a document's paragraphs or a feed's entries with their memories, cited by `name`.

    Mining again under the same `key` (the name when missing) files only changes, and ends paragraphs that a document no
    longer has. Without `data` the document was deleted, and all of it ends. An undated document counts as written when
    its file was `modified` (UTC), or now.

    Raises DocumentError, MissingExtraError and InvalidInputError.
    """
    cited = usable_name(name)
    if cited is None or (key is not None and usable_name(key) is None):
        raise InvalidInputError(
            f"The name {name[:80]!r} or the id is empty or too long.",
            field="name" if cited is None else "id",
            remedy=f"Take 1 to {MAX_NAME} characters.",
        )
    if data is None:
        gone = Conversation(f"{KEY}-{digest(owner.key, KEY, '', key or cited)}", cited, wing or cited, ())
        return await miner.mine(owner, gone, whole=True)
    document = await asyncio.to_thread(read_document, cited, data, kind)
    if not document.sections and not document.entries:
        raise DocumentError("there is no text in it", source=cited, remedy="Give a document with text.")
    whole = document.format is not DocumentFormat.FEED
    own = digest(owner.key, KEY, "" if whole else "feed", key or cited)
    conversation = conversation_of(document, key=f"{KEY}-{own}", name=cited, wing=wing, modified=modified)
    return await miner.mine(owner, conversation, whole=whole, progress=progress, idempotency_key=idempotency_key)


def document_bytes(text: str | None, encoded: str | None) -> bytes:
    """The bytes of a document given as `text` or in base64. Raises InvalidInputError for both or neither."""
    if (text is None) == (encoded is None):
        raise InvalidInputError(
            "Give the document as text or as base64, one of the two.", field="text", remedy="Send PDF as base64."
        )
    if text is not None:
        try:
            return text.encode()
        except UnicodeEncodeError as error:
            raise InvalidInputError(
                "The text holds half of a surrogate pair.", field="text", remedy="Send whole characters."
            ) from error
    try:
        return base64.b64decode(encoded or "", validate=True)
    except (binascii.Error, ValueError) as error:
        raise InvalidInputError("base64 cannot be decoded.", field="base64", remedy="Encode the file anew.") from error


async def mine_file(
    miner: Miner,
    owner: Owner,
    path: Path,
    *,
    kind: DocumentFormat | Literal["transcript"] | None = None,
    key: str | None = None,
    wing: str | None = None,
    progress: Progress = silent,
    slots: asyncio.Semaphore | None = None,
) -> MinedFile:
    """Mine a file's conversations, or its document; return reports and the rejected parts, by line.

    Without a `kind`, name and bytes decide. `key` identifies a document, else its resolved path does. `slots` bound the
    conversations that are mined side by side; without them one follows the other. Raises
    NotFoundError for a missing file, TranscriptError or DocumentError for an unreadable one; then nothing was filed.
    """
    slots = slots or asyncio.Semaphore(1)
    data = await asyncio.to_thread(_bytes, path)
    if kind is None:
        kind = format_of(path.name, data)
    if kind is None or kind == "transcript":
        reading = await asyncio.to_thread(_conversations, path, data, surely=kind is not None)
        if reading is not None:

            async def mined(conversation: Conversation) -> MineReport:
                async with slots:
                    return await miner.mine(owner, conversation, wing=wing, progress=progress)

            reports = await concurrently(map(mined, reading.conversations))
            return [
                _dated(report, one) for report, one in zip(reports, reading.conversations, strict=True)
            ], reading.rejected
        kind = None
    async with slots:
        return [
            await mine_document(
                miner, owner, path.name, data,
                key=key or await asyncio.to_thread(_place, path), kind=kind, wing=wing,
                modified=await asyncio.to_thread(modified_at, path), progress=progress,
            )
        ], ()  # fmt: skip


def _dated(report: MineReport, conversation: Conversation) -> MineReport:
    """Add a note to the report if the file has no times, since relative days then count from now."""
    if not report.filed or any(session.started_at for session in conversation.sessions):
        return report
    note = f"{report.title}: no message tells when it was said, so all count as said now; days such as “tomorrow”, too."
    return replace(
        report, notes=(*report.notes, f"{note} Times are read from {', '.join(TIME_KEYS[:5])} and the like.")
    )


def _conversations(path: Path, data: bytes, *, surely: bool) -> Reading | None:
    """The conversations of a file; None for a document. Raises TranscriptError for neither."""
    is_prose = path.suffix.lower() in PROSE
    try:
        reading = read_transcript(path.name, data)
    except TranscriptError:
        if surely or not is_prose:
            raise
        return None
    if surely or not is_prose or not data.strip():
        return reading
    return reading if is_conversation(reading, text_of(data)) else None


def text_of(data: bytes) -> str:
    """Decode bytes that were read as a conversation."""
    return older_turkish(data) or data.decode()


def modified_at(path: Path) -> datetime:
    """A file's time of last modification, in UTC."""
    return datetime.fromtimestamp(path.stat().st_mtime, UTC)


def _place(path: Path) -> str:
    return str(path.resolve())


def _bytes(path: Path) -> bytes:
    """A file's bytes, at most one more than the largest allowed, so that readers reject a longer one."""
    try:
        with path.open("rb") as file:
            return file.read(max(MOST_BYTES, MOST_OF_TRANSCRIPT) + 1)
    except FileNotFoundError as error:
        raise NotFoundError(f"{path} does not exist.", field="file", remedy="Check the path.") from error
    except OSError as error:
        raise TranscriptError(f"cannot be read ({error.strerror})", source=str(path)) from error
