"""What example sentences say of a statement's category: by wording and shape, and by their meaning where that is known.

The vote of wording needs no model. That of meaning takes the statement's own vector, and the examples' vectors, which
are made once for each embedder and kept on disk. It counts only in languages that the embedder turns out to know.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Mapping
from dataclasses import replace
from functools import cache, lru_cache
from pathlib import Path

from graphmem.cognition.exemplars import Learned, Marks, Meaning, learn, learn_meaning
from graphmem.errors import EmbeddingError
from graphmem.language.exemplars import exemplars, marks
from graphmem.language.observer.classification import classify
from graphmem.language.shape import shape
from graphmem.model.category import Category
from graphmem.model.language import Language
from graphmem.model.memory import Formed, Manner
from graphmem.ports import Embedder, Purpose, Vectors
from graphmem.services.ingestion import vector_files
from graphmem.services.ingestion.authority import may_rule
from graphmem.services.ingestion.draft import Message

KIND = "category"
MEANING = 1.2
"""What a vote of meaning counts beside one of wording; 0.8 to 1.2 serve about as well. The less a statement is like our
lines, the more meaning tells."""
SHAPE = 3
"""How often a mark of shape counts; rarer marks of wording would drown it. 3 to 8 serve about as well."""
KNOWN = 0.6
"""Share of the examples that the others must get right by their vectors for these to vote. The English embedders here
reach 0.78 in English and 0.42 in Turkish, where their votes cost a point of accuracy."""
AT_ONCE = 64
"""Examples embedded in one call, so that statements of others come between."""
WAIT_SECONDS = 600.0
"""After a failure of the embedder wording alone votes for so long."""

log = logging.getLogger(__name__)


class Examples:
    """The examples as one embedder sees them; vectors are kept in `folder`, nowhere when it is None."""

    def __init__(self, embedder: Embedder, folder: Path | None) -> None:
        self._embedder = embedder
        self._folder = folder
        self._meanings: dict[Language, Meaning] = {}
        self._lock = asyncio.Lock()
        self._not_before = 0.0

    async def meaning(self, language: Language) -> Meaning | None:
        """What the vectors of the examples of a language tell; None where the embedder does not know it or has failed.

        The first call for a language embeds its examples (seconds), unless that was done before.
        """
        if language not in self._meanings:
            async with self._lock:
                if language not in self._meanings:
                    await self._learn(language)
        found = self._meanings.get(language)
        return found if found is not None and found.accuracy >= KNOWN else None

    async def _learn(self, language: Language) -> None:
        if time.monotonic() < self._not_before:
            return
        rows = exemplars(KIND, language)
        try:
            vectors = await self._vectors([sentence for _, sentence in rows])
        except EmbeddingError as error:
            self._not_before = time.monotonic() + WAIT_SECONDS
            log.warning("examples were not embedded: %s", error.message)
            return
        self._meanings[language] = await asyncio.to_thread(learn_meaning, vectors, [label for label, _ in rows])

    async def _vectors(self, sentences: list[str]) -> Vectors:
        shape = (len(sentences), self._embedder.dimensions)
        path = None
        if self._folder is not None:
            path = vector_files.path(self._folder, self._embedder.model, shape[1], sentences)
            kept = await asyncio.to_thread(vector_files.read, path, shape)
            if kept is not None:
                return kept
        batches = [sentences[start : start + AT_ONCE] for start in range(0, len(sentences), AT_ONCE)]
        made = vector_files.joined([await self._embedder.embed(batch, Purpose.PASSAGE) for batch in batches])
        if path is not None:
            await asyncio.to_thread(vector_files.write, path, made)
        return made


def votes(text: str, language: Language, meaning: Mapping[str, float] | None = None) -> dict[Category, float]:
    """How much the examples of each category speak for it, about 0–1, by wording and, where given, by `meaning`.

    The first call for a language learns from its examples, about a second; later ones take 0.1 ms.
    """
    found = dict(_by_wording(text, language))
    for label, vote in (meaning or {}).items():
        found[Category(label)] = found.get(Category(label), 0.0) + MEANING * vote
    return found


def judged(formed: Formed, message: Message, vector: Vectors, meaning: Meaning) -> tuple[Formed, str]:
    """A statement of the rules with the category that it has when its meaning is heard, too, and why."""
    said, by_meaning, language = formed.words, meaning.votes(vector), message.language
    own = formed.manner is Manner.DELIBERATE or may_rule(message, said)
    voted = votes(said, language, by_meaning)
    found = classify(said, language, formed.entities, votes=voted, reported=formed.claim is not None or not own)
    formed = replace(formed, category=found.category, confidence=found.confidence)
    return formed, f"{explained(formed, language)}, by their meaning {by_meaning.get(found.category.value, 0.0):.2f}"


def explained(formed: Formed, language: Language) -> str:
    """The category of a statement, its confidence, and the words by which examples spoke for it."""
    words = _telling(formed.words, language, formed.category)
    by = ", ".join(f"“{word}”" for word in words)
    return f"{formed.category.value} {formed.confidence:.2f}" + (f", as examples say {by}" if by else "")


def _telling(text: str, language: Language, category: Category) -> tuple[str, ...]:
    """The words of a text that speak most for a category, as examples use them; three at the most."""
    learned = _learned(language)
    if category.value not in learned.labels:
        return ()
    words = {mark: count for mark, count in _marks(text, language).items() if mark.replace(" ", "").isalnum()}
    return learned.telling(words, category.value)


@lru_cache(maxsize=64)
def _marks(text: str, language: Language) -> Marks:
    found = marks(text)
    found.update(dict.fromkeys(shape(text, language), SHAPE))
    return found


@lru_cache(maxsize=512)
def _by_wording(text: str, language: Language) -> Mapping[Category, float]:
    """Kept for a while: what the rules read is read again when its meaning is known."""
    return {Category(label): vote for label, vote in _learned(language).votes(_marks(text, language)).items()}


@cache
def _learned(language: Language) -> Learned:
    return learn([(label, _marks(sentence, language)) for label, sentence in exemplars(KIND, language)])
