"""Exports of other memory systems as values: statements of mem0, drawers of MemPalace."""
