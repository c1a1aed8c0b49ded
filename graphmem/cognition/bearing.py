"""Bearing: how relevant a text is to a question on its own, 0–1, whatever else was found.

The scores that rank turns and memories are scaled within one answer, so that the best of nothing scores like the best
of much. Bearing is a mean of two absolute figures: the similarity of both (calibrated, see `calibration.answering`) and
the share of the question's words in the text, which helps where an embedder does not know the language.
"""

from __future__ import annotations

MEANING = 0.5
"""Weight of the similarity in the mean, if the embedder is trusted."""

FROM = 0.25
"""Bearing from which a text is about the question. Of plain questions about ten known facts and of
LoCoMo's development questions, 100 and 99.7 % find a turn above it among their three best; of general questions without
an answer 6 % in English and none in Turkish; of LoCoMo's questions asked of another conversation 22 %."""


def bearing(meaning: float, words: float, trust: float = 1.0) -> float:
    """The mean of both, 0–1; `trust` 0–1 is how far the embedder knows the question's language."""
    share = MEANING * trust
    return share * meaning + (1 - share) * words
