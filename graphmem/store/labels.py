"""Labels that put a text into the full-text index of its own language alone.

Every commit refreshes each index that it touched. A text needs only its own language's analyser, so the indexes cover
these labels instead of all drawers and all memories.
"""

from __future__ import annotations

from graphmem.model.language import Language

DRAWERS = {Language.EN.value: "EnglishDrawer", Language.TR.value: "TurkishDrawer", Language.DE.value: "GermanDrawer"}
MEMORIES = {Language.EN.value: "EnglishMemory", Language.TR.value: "TurkishMemory", Language.DE.value: "GermanMemory"}

TEXTS = {"Drawer": DRAWERS, "Memory": MEMORIES}
"""The labels by language, for each label of a text."""
