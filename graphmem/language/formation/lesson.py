"""The lesson of a memory: what to do about it in future, from its category's template."""

from __future__ import annotations

from functools import cache

from graphmem.language.wordlists import lines
from graphmem.model.category import Category
from graphmem.model.language import Language


def lesson_for(category: Category, essence: str, language: Language) -> str:
    """An instruction in the message's language that ends with the essence."""
    return _templates(language)[category.value].replace("{}", essence)


@cache
def _templates(language: Language) -> dict[str, str]:
    rows = (line.partition(": ") for line in lines(f"formation_{language.value}_lessons"))
    return {category: template for category, _, template in rows}
