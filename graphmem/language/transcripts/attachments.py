"""Attachments in Claude's export: texts of files, which nobody said."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from graphmem.language.text_parts import split_text

UNNAMED = "attachment"


def attachment_paragraphs(message: Mapping[str, object]) -> Iterator[tuple[object, str]]:
    """Return the paragraphs of a message's attachments, each with the name of its file, or UNNAMED."""
    files = message.get("attachments")
    for file in files if isinstance(files, list) else ():
        text = file.get("extracted_content") if isinstance(file, Mapping) else None
        if isinstance(text, str):
            for block in text.replace("\r\n", "\n").split("\n\n"):
                yield from ((file.get("file_name") or UNNAMED, part) for part in split_text(block.strip()))
