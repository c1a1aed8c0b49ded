"""What whoever asks told of themselves and asks for in other words: how sure such turns are, and the second question,
in the words in which it is told, where the first one did not lead to them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from graphmem.language.coverage import NAME, Wanted, found, wanted
from graphmem.language.question.matters import NO_MATTER, Matter, asked_of, asked_of_oneself, names_told
from graphmem.language.transcripts.roles import is_role_name
from graphmem.model.language import Language
from graphmem.model.palace import Drawer
from graphmem.model.recall import Hit, MemoryHit
from graphmem.model.transcript import Role
from graphmem.services.retrieval.found import SubQueryResult

KNOWN = 0.9
"""0–1: how likely something answers where whoever asks told it of themselves, and who or what somebody is of whom
somebody spoke. No conversation that was learned from asks so, and "What do we know about Marcus?" shares but the name
with what is said of him."""

SURELY, LIKELY = 0.75, 0.5
"""How sure a turn is in which whoever asks told it of themselves, the latest one and those before it."""

SHORT = 5
"""Words of content of a turn that tells one thing."""

READ = 30
"""Turns and memories that are read for what is told."""


@dataclass(frozen=True, slots=True)
class OwnMatter:
    """What a question asks of whoever asks it, and the turns that tell it, by pointer, with how sure they are."""

    matter: Matter = NO_MATTER
    turns: Mapping[str, float] | None = None

    @property
    def answers(self) -> bool:
        """Whether the question is answered by it; what is vital stands beside the answer."""
        return bool(self.turns) and not self.matter.is_vital

    def of_turn(self, hit: Hit) -> float:
        """How sure a turn is by what it tells of the matter; 0 where it tells nothing of it."""
        return (self.turns or {}).get(hit.drawer.pointer, 0.0)

    def of_memory(self, hit: MemoryHit) -> float:
        """The same of a memory that was made of such a turn, and tells it."""
        turns = self.turns or {}
        sure = max((turns[pointer] for pointer in hit.sources if pointer in turns), default=0.0)
        return sure if sure and self.matter.told_in(hit.memory.text) else 0.0


def own_matter(part: SubQueryResult) -> OwnMatter:
    """What a part asks of whoever asks, and which of its turns tell that: of several the latest is surest."""
    matter, name = _matter(part)
    return _told(part, matter, name) if matter else OwnMatter()


def _told(part: SubQueryResult, matter: Matter, name: str) -> OwnMatter:
    told = [hit.drawer for hit in part.turns.hits[:READ] if _is_told(hit, matter)]
    if name:
        told = [one for one in told if one.speaker == name or is_role_name(one.speaker)]
    if matter.is_vital:
        return OwnMatter(matter, {one.pointer: SURELY for one in told})
    if len({one.speaker for one in told}) != 1:
        return OwnMatter(matter, {})
    told.sort(key=_when, reverse=True)
    return OwnMatter(matter, {one.pointer: SURELY if place == 0 else LIKELY for place, one in enumerate(told)})


def asked_again(parts: Sequence[SubQueryResult]) -> tuple[Matter, str]:
    """The matter that is to be looked for in its own words, and these; "" where there is none, or it was found."""
    for part in parts:
        own = own_matter(part)
        if own.matter.words and (own.matter.is_vital or not own.turns):
            return own.matter, own.matter.words
    return NO_MATTER, ""


def only_told(part: SubQueryResult, matter: Matter) -> SubQueryResult:
    """What was found in a matter's own words, without what does not tell it."""
    own = _told(part, matter, "")
    turns = tuple(replace(hit, confidence=own.of_turn(hit)) for hit in part.turns.hits if own.of_turn(hit))
    memories = tuple(replace(hit, confidence=own.of_memory(hit)) for hit in part.memories if own.of_memory(hit))
    return replace(part, turns=replace(part.turns, hits=turns), memories=memories, answerable=KNOWN if turns else 0.0)


def with_told(parts: Sequence[SubQueryResult], matter: Matter, told: SubQueryResult) -> tuple[SubQueryResult, ...]:
    """The parts and what was found in the matter's own words. Where that tells it, whoever asked for it is answered by
    it; what is vital stands beside their answer."""
    if matter.is_vital or not told.turns.hits:
        return (*parts, told)
    return (*(replace(part, by_matter=True) if own_matter(part).matter == matter else part for part in parts), told)


def said_with_it(part: SubQueryResult) -> frozenset[str]:
    """The pointers of turns that name what answers: beside "I take Beloc" stands "the doctor stopped the Beloc", by
    which it may be over, and beside "my dentist is Dr Okafor" on which day one sees the dentist."""
    own = own_matter(part)
    told = [hit.drawer for hit in part.turns.hits if own.of_turn(hit)]
    words = [word for turn in told for word in _values(turn, own.matter)]
    if own.matter.role is not None:
        asked = wanted(part.query, part.language)
        words += [word for word in asked if any(found([word], turn.text) for turn in told)]
    return frozenset(hit.drawer.pointer for hit in part.turns.hits if found(words, hit.drawer.text))


def _values(turn: Drawer, matter: Matter) -> Iterator[Wanted]:
    """The words of a turn by which another one may be about the same: of a short one all but those by which the matter
    is told, as "live" is, of a longer one its names."""
    words = wanted(turn.text, Language(turn.language))
    telling = wanted(matter.words, Language(turn.language))
    for word in words:
        if word.weight >= NAME or (len(words) <= SHORT and not any(word.forms & one.forms for one in telling)):
            yield word


def _is_told(hit: Hit, matter: Matter) -> bool:
    """Whether a user tells it there, and it is not all over."""
    turn = hit.drawer
    is_over = bool(hit.made) and all(made.ended for made in hit.made)
    asks = turn.text.rstrip().endswith("?") and not any(made.believed for made in hit.made)
    return turn.role == Role.USER and not is_over and not asks and matter.told_in(turn.text)


def _when(turn: Drawer) -> tuple[bool, object, int]:
    return (turn.said_at is not None, turn.said_at, turn.position)


def _matter(part: SubQueryResult) -> tuple[Matter, str]:
    """What is asked of oneself, or by one's name, and that name ("": it is asked of oneself)."""
    if matter := asked_of_oneself(part.query, part.language):
        return matter, ""
    for name in sorted(_names(part)):
        # As a situation says who asks.
        own = part.query.removesuffix(f" {name}.")
        if own != part.query and (matter := asked_of_oneself(own, part.language)):
            return matter, name
        if matter := asked_of(part.query, name, part.language):
            return matter, name
    return NO_MATTER, ""


def _names(part: SubQueryResult) -> set[str]:
    """The names of those who ask: who spoke, or who said their name."""
    users = [hit.drawer for hit in part.turns.hits[:READ] if hit.drawer.role == Role.USER]
    names = {one.speaker for one in users if one.speaker and not is_role_name(one.speaker)}
    return names.union(*(names_told(one.text) for one in users if is_role_name(one.speaker)))
