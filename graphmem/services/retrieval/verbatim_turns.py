"""Quotes turns for a block: verbatim, long ones by the excerpt with most of the question's words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from graphmem.language.coverage import QueryWord, coverage, query_words
from graphmem.language.excerpt import excerpt
from graphmem.language.observer.forget_requests import forget_requests, only_asks_to_forget, without_requests
from graphmem.language.observer.injection import injection
from graphmem.language.question.gate import asks_nothing
from graphmem.language.quotes import bare
from graphmem.model.language import Language
from graphmem.model.palace import Drawer
from graphmem.model.recall import FORMER, PARTLY_FORMER, PERHAPS_FORMER, Hit
from graphmem.model.transcript import Role
from graphmem.services.graph_evidence import ENDED, ENDED_FROM
from graphmem.services.retrieval.context import LeftOut
from graphmem.services.retrieval.options import RecallOptions
from graphmem.services.scope import covers

LONGEST = 600
"""Characters up to which a turn is quoted whole; a longer one is quoted by an excerpt."""

SAID = 0.8
"""Share of a text's content words from which another text counts as saying it; the rest is phrasing."""


@dataclass(frozen=True, slots=True)
class Quote:
    """A turn, the excerpt that is shown, and its confidence."""

    turn: Drawer
    text: str
    confidence: float = 0.0
    is_vetted: bool = False
    """Whether memories were made of the turn, which the write path never does of an injection."""
    changed: str = ""
    """A remark that the turn no longer holds, with the pointer of the turn that replaced it."""

    @property
    def gives_orders(self) -> bool:
        """Whether the turn is an injection; it takes milliseconds, so only chosen entries are asked."""
        return not self.is_vetted and _gives_orders(self.turn.text, self.turn.language)

    def says(self, text: str, *, alone: bool = True) -> bool:
        """Whether the excerpt covers a memory's text; `alone` if the memory was made of this turn only.
        Then a turn quoted whole covers it in any wording."""
        return (alone and len(self.turn.text) <= LONGEST) or _says(self.text, bare(text), self.turn.language)

    def is_said_by(self, texts: Sequence[str]) -> bool:
        """Whether these texts together cover the excerpt."""
        return bool(texts) and _says(" ".join((*texts, self.turn.speaker)), self.text, self.turn.language)


def quotes(
    turns: Sequence[Hit], words: Sequence[QueryWord], options: RecallOptions
) -> tuple[list[Quote], list[LeftOut]]:
    """Quote the turns that may be quoted, best first; also return the others with the reason."""
    barred = [(hit, _bar(hit, options)) for hit in turns]
    left = [LeftOut(hit.drawer.id, why) for hit, why in barred if why]
    free = (hit for hit, why in barred if not why)
    return [
        Quote(
            hit.drawer,
            excerpt(_text_without_requests(hit), words, LONGEST),
            hit.confidence,
            bool(hit.made),
            _changed(hit),
        )
        for hit in free
    ], left


def _changed(hit: Hit) -> str:
    believed = [made for made in hit.made if made.believed]
    # A turn that itself corrects its memory already states what holds.
    over = [made for made in believed if (made.replaced_in != hit.drawer.pointer if made.replaced_in else made.ended)]
    if not over:
        if in_part := next((made.changed_in for made in believed if made.changed_in), None):
            return f"{PARTLY_FORMER}, see {in_part}"
        return PERHAPS_FORMER if hit.signals.get(ENDED, 0.0) >= ENDED_FROM else ""
    where = next((made.replaced_in for made in over if made.replaced_in), None)
    return f"{FORMER if len(over) == len(believed) else PARTLY_FORMER}{f', see {where}' if where else ''}"


def _text_without_requests(hit: Hit) -> str:
    """The turn's text without requests to forget, which would name what was forgotten."""
    text = hit.drawer.text
    return without_requests(text).strip() if hit.drawer.role == Role.USER and forget_requests(text) else text


def _bar(hit: Hit, options: RecallOptions) -> str:
    """The reason why a turn may not be shown; "" when it may."""
    if hit.drawer.role == Role.USER and only_asks_to_forget(hit.drawer.text):
        return "asks to forget"
    believed = [made for made in hit.made if made.believed]
    if hit.made and not believed:
        return "forgotten"
    if not hit.made and options.min_confidence is None and asks_nothing(hit.drawer.text) is not None:
        return "says nothing"
    if options.categories is not None and not any(made.category in options.categories for made in believed):
        return "of another kind"
    if believed and not any(covers(made.scope, options.path) for made in believed):
        return "of other files"
    return ""


@lru_cache(4_000)
def _gives_orders(text: str, language: str) -> bool:
    return injection(text, language_of(language)) is not None


def _says(text: str, other: str, language: str) -> bool:
    return coverage(query_words(other, language_of(language)), text) >= SAID


def language_of(name: str) -> Language:
    """The language in which a turn is read: Turkish if so marked, else English."""
    return Language.TR if name == Language.TR else Language.EN
