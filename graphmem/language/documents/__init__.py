"""Readers of documents, notes and feeds."""

from __future__ import annotations

from graphmem.language.documents.kind import is_conversation
from graphmem.language.documents.placement import conversation_of
from graphmem.language.documents.read import MOST_BYTES, format_of, read_document

__all__ = ["MOST_BYTES", "conversation_of", "format_of", "is_conversation", "read_document"]
