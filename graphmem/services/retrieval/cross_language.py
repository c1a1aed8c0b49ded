"""The language a question is asked in beside the languages of what it finds, and what an embedder makes of both."""

from __future__ import annotations

from dataclasses import dataclass

from graphmem.cognition.calibration import answering, crossing, trust
from graphmem.language.detect import detect
from graphmem.model.language import Language


@dataclass(frozen=True, slots=True)
class Reading:
    """How an embedder reads a question: how far it knows its language, 0–1, that language (None when the words do not
    tell, or when it does not matter), the cosine it finds less across languages (`calibration.crossing`), and its name.
    """

    trust: float = 1.0
    language: Language | None = None
    crossing: float = 0.0
    model: str = ""

    def is_foreign(self, language: str) -> bool:
        """Whether a text of that language is of another than the question, and the embedder knows both."""
        return self.language is not None and language != self.language

    def lifted(self, cosine: float, language: str) -> float:
        """The cosine of the question to a text, as it would be within one language."""
        return cosine + self.crossing if self.is_foreign(language) else cosine

    def meaning(self, score: float) -> float:
        """0–1: how near in meaning a text is whose score, (1 + cosine)/2, is lifted already; 0 for one without."""
        return answering(2 * score - 1, self.model) if score > 0 else 0.0


PLAIN = Reading()


def reading_of(query: str, language: Language, model: str) -> Reading:
    """How the embedder `model` reads a query in `language`. What is of no language, as a bare name or a question in a
    third one, makes nothing foreign."""
    lack = crossing(model)
    is_told = lack > 0 and all(detect(query, default) is language for default in Language)
    return Reading(trust(model, language.value), language if is_told else None, lack, model)
