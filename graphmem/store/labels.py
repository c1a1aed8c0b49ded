"""The label by which a text stands in the full-text index of its language, and in no other.

Every commit refreshes each index that it touched. A text needs the analyser of its own language alone, so the indexes
are over these labels instead of over all drawers and all memories.
"""

from __future__ import annotations

from graphmem.model.language import Language

DRAWERS = {Language.EN.value: "EnglishDrawer", Language.TR.value: "TurkishDrawer"}
MEMORIES = {Language.EN.value: "EnglishMemory", Language.TR.value: "TurkishMemory"}

TEXTS = {"Drawer": DRAWERS, "Memory": MEMORIES}
"""Label by language, by the label that says what it is a text of."""
