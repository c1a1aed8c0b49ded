"""Readers of conversation files: JSON in many shapes, JSON lines, LoCoMo, Markdown, plain chats."""

from graphmem.language.transcripts.draft import MAX_TURNS, SESSION_GAP
from graphmem.language.transcripts.messages import MAX_TEXT
from graphmem.language.transcripts.read import MAX_BYTES, read_transcript

__all__ = ["MAX_BYTES", "MAX_TEXT", "MAX_TURNS", "SESSION_GAP", "read_transcript"]
