"""Bearing: how far a text bears on a question by itself, 0–1, whatever else was found.

What ranks turns and memories is scaled within one answer, so that the best of nothing scores as the best of much. This
is not: it is a mean of two absolute figures, how near the two are in meaning (calibrated, see `calibration.answering`)
and how much of the question's words the text says. What an embedder does not know of a language, words make up for.
"""

from __future__ import annotations

MEANING = 0.5
"""Share of the meaning in the mean, where the embedder is trusted."""

FROM = 0.25
"""Bearing from which a text is about the question. Of plain questions about ten facts told and of LoCoMo's development
questions 100 and 99.7 % find a turn above it among their three best, of general questions that nothing was said about
6 % in English and none in Turkish, of LoCoMo's questions asked of somebody else's conversation 22 %."""


def bearing(meaning: float, words: float, trust: float = 1.0) -> float:
    """The mean of both, 0–1; `trust` 0–1 is how far the embedder knows the language of the question."""
    share = MEANING * trust
    return share * meaning + (1 - share) * words
