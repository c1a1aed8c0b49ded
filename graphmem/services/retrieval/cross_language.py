"""Compares the language of a question with those of its hits, and corrects cosines across languages."""

from __future__ import annotations

from dataclasses import dataclass

from graphmem.cognition.calibration import answering, crossing, trust
from graphmem.language.detect import detect
from graphmem.model.language import Language


@dataclass(frozen=True, slots=True)
class Reading:
    """The embedder `model`'s reading of a question.
    `trust`, 0–1, is how well it knows the language; `language` is None if the words do not show it or it does not
    matter; `crossing` is the cosine it loses across languages (`calibration.crossing`)."""

    trust: float = 1.0
    language: Language | None = None
    crossing: float = 0.0
    model: str = ""

    def is_foreign(self, language: str) -> bool:
        """Whether this language is not the question's, and the embedder knows both."""
        return self.language is not None and language != self.language

    def lifted(self, cosine: float, language: str) -> float:
        """The cosine of the question to a text, corrected for the loss across languages."""
        return cosine + self.crossing if self.is_foreign(language) else cosine

    def meaning(self, score: float) -> float:
        """Calibrated nearness, 0–1, from a corrected score of (1 + cosine)/2; 0 for a score of 0."""
        return answering(2 * score - 1, self.model) if score > 0 else 0.0


PLAIN = Reading()


def reading_of(query: str, language: Language, model: str) -> Reading:
    """Determine how the embedder `model` reads a query in `language`.
    A query without a clear language, such as a bare name or a question in a third one, makes no text foreign."""
    lack = crossing(model)
    is_told = lack > 0 and all(detect(query, default) is language for default in Language)
    return Reading(trust(model, language.value), language if is_told else None, lack, model)
