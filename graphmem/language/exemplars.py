"""Labelled example sentences, whose embeddings vote on what a text is (graphmem.cognition.exemplars)."""

from __future__ import annotations

from functools import cache

from graphmem.language.wordlists import lines
from graphmem.model.language import Language


@cache
def exemplars(kind: str, language: Language) -> tuple[tuple[str, str], ...]:
    """Pairs of label and sentence of `data/exemplars_{kind}_{language}.txt`, a few dozen for each label."""
    rows = (line.partition("\t") for line in lines(f"exemplars_{kind}_{language.value}"))
    return tuple((label, sentence) for label, _, sentence in rows)
