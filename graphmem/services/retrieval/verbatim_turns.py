"""Which turns stand word for word beside the memories of a block: those that say what the memories do not."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from graphmem.cognition.bearing import BEST, about
from graphmem.language.coverage import Wanted, coverage, wanted
from graphmem.language.excerpt import excerpt
from graphmem.language.observer.injection import injection
from graphmem.language.quotes import bare
from graphmem.model.language import Language
from graphmem.model.palace import Drawer
from graphmem.model.recall import Hit
from graphmem.services.retrieval.options import Options
from graphmem.services.scope import covers

LONGEST = 600
"""Characters of a turn that is shown whole; of a longer one it is the part that says most of the question's words."""

SAID = 0.8
"""Share of a text's words of content from which another text says it, too; what is left are turns of speech."""


@dataclass(frozen=True, slots=True)
class Quote:
    """A turn and the part of it that is shown."""

    turn: Drawer
    text: str

    def says(self, text: str) -> bool:
        """Whether the part says what a memory says that was made of this turn."""
        return len(self.turn.text) <= LONGEST or _says(self.text, bare(text), self.turn.language)

    def is_said_by(self, texts: Sequence[str]) -> bool:
        """Whether these texts say together what the part says."""
        return bool(texts) and _says(" ".join((*texts, self.turn.speaker)), self.text, self.turn.language)


@dataclass(frozen=True, slots=True)
class LeftOut:
    """What was found and is not in the block, by id, and why."""

    id: str
    why: str


def quotes(turns: Sequence[Hit], words: Sequence[Wanted], options: Options) -> tuple[list[Quote], list[LeftOut]]:
    """The turns to quote, best first, and those of the best that are not, with the reason."""
    barred = [(hit, _bar(hit, options)) for hit in turns]
    free = [hit for hit, why in barred if not why][:BEST]
    shown = about([hit.signals.get("bearing", 0.0) for hit in free], [hit.score for hit in free])
    left = [LeftOut(hit.drawer.id, why) for hit, why in barred[:BEST] if why]
    left += [LeftOut(hit.drawer.id, "not about it") for place, hit in enumerate(free) if place not in shown]
    chosen = (free[place].drawer for place in shown)
    return [Quote(turn, excerpt(turn.text, words, LONGEST)) for turn in chosen], left


def _bar(hit: Hit, options: Options) -> str:
    """Why a turn may not be shown; "" when it may."""
    believed = [made for made in hit.made if made.believed]
    if hit.made and not believed:
        return "forgotten"
    if options.categories is not None and not any(made.category in options.categories for made in believed):
        return "of another kind"
    if believed and not any(covers(made.scope, options.path) for made in believed):
        return "of other files"
    return "an instruction" if injection(hit.drawer.text, _language(hit.drawer.language)) else ""


def _says(text: str, other: str, language: str) -> bool:
    return coverage(wanted(other, _language(language)), text) >= SAID


def _language(name: str) -> Language:
    return Language.TR if name == Language.TR else Language.EN
