"""Stakes of a statement by its words: a failure, security, a deadline, a duty."""

from __future__ import annotations

from graphmem.language.doc import Doc, reading
from graphmem.language.observer.contractions import spelled_out
from graphmem.language.observer.patterns import any_of
from graphmem.model.memory import Stake


@reading
def stakes(doc: Doc) -> frozenset[Stake]:
    """Return the stakes in a text's words; most texts have none."""
    said = spelled_out(doc.text, doc.language)
    return frozenset(stake for stake in Stake if any_of(f"{doc.language.value}/stakes", stake.value).search(said))
