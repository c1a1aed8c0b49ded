"""Turns that only ask, for an answer or for something to be done now: at work on a project most of what a user types,
with the words of any later task and nothing that it needs.
"""

from __future__ import annotations

from functools import lru_cache

from graphmem.language.asking import LONGEST
from graphmem.language.formation.splitting import sentences
from graphmem.language.formation.trimming import only_asked
from graphmem.language.formation.verbs import is_base
from graphmem.language.observer.patterns import expression, plain
from graphmem.model.language import Language

_ENDS = " .!,;…"


@lru_cache(maxsize=4_000)
def only_requests(text: str, language: Language) -> bool:
    """Whether every sentence of a text is a question, or an order of now that tells nothing besides."""
    said = text.strip()
    if not said or len(said) > LONGEST:
        return False
    return all(_requests(one, language) for one in sentences(said))


def _requests(sentence: str, language: Language) -> bool:
    if sentence.rstrip(" \"'”)").endswith("?") or only_asked(sentence, language):
        return True
    name, said = f"{language.value}/bare_requests", plain(sentence).strip(_ENDS)
    if opened := expression(name, "lead").match(said):
        said = said[opened.end() :]
    if expression(name, "states").search(said):
        return False
    is_order = expression(name, "order").search(said) is not None
    return is_order or (language is Language.EN and is_base(said.partition(" ")[0]))
