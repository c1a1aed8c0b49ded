"""The Turkish pack."""

from __future__ import annotations

from graphmem.language.packs.tr.facts import read as read_facts
from graphmem.language.packs.tr.statement import denies, key, scan
from graphmem.language.packs.tr.statement import read as read_statement

__all__ = ["denies", "key", "read_facts", "read_statement", "scan"]
