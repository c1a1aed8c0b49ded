"""What example sentences say of a statement's category.

By wording alone: no model is asked, nothing is stored, and it is the same with every embedder.
"""

from __future__ import annotations

from functools import cache

from graphmem.cognition.exemplars import Learned, learn
from graphmem.language.exemplars import exemplars, marks
from graphmem.model.category import Category
from graphmem.model.language import Language

KIND = "category"


def votes(text: str, language: Language) -> dict[Category, float]:
    """How much the examples of each category speak for it, about 0–1; {} for a text that shares nothing with them.

    The first call for a language learns from its examples, half a second; later ones take 0.1 ms.
    """
    return {Category(label): vote for label, vote in _learned(language).votes(marks(text)).items()}


def telling(text: str, language: Language, category: Category) -> tuple[str, ...]:
    """The words of a text that speak most for a category, as examples use them; three at the most."""
    learned = _learned(language)
    if category.value not in learned.labels:
        return ()
    words = {mark: count for mark, count in marks(text).items() if mark.replace(" ", "").isalnum()}
    return learned.telling(words, category.value)


@cache
def _learned(language: Language) -> Learned:
    return learn([(label, marks(sentence)) for label, sentence in exemplars(KIND, language)])
