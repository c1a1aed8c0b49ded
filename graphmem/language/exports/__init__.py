"""What other memory systems write out, as values: statements of mem0, drawers of MemPalace."""
