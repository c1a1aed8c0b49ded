"""What a request to forget is about, among what is remembered: candidates for a person to confirm.

Nothing is forgotten here. A sentence may mean another thing than it says, and what a memory does on its own must be
right; so the answer of `observe` names the request and what would go, and `forget` is asked for by somebody.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from graphmem.language.coverage import NAME, Wanted, told, wanted
from graphmem.language.observer.forget_requests import (
    Asked,
    forget_requests,
    only_asks_to_forget,
    without_requests,
)
from graphmem.model.language import Language
from graphmem.model.observation import ForgetRequest, Forgettable, Observation
from graphmem.model.palace import Owner
from graphmem.model.transcript import Role
from graphmem.services.privacy import covered
from graphmem.services.retrieval.options import LEFT_OUT, Options
from graphmem.services.retrieval.recall import Recall
from graphmem.store import blocks, remembered, sessions
from graphmem.store import recall as retrievers
from graphmem.store.database import Database

MOST = 10
"""Candidates of a request."""

SEARCHED = 40
"""Memories, and turns, that are looked at for them."""

WORDS = 0.6
"""Share of the words of what is to be forgotten from which a text is about it. A name in them must be told."""

HALF, NEAR = 0.5, 0.8
"""Share of its words, and calibrated similarity, 0-1, from which a memory is about it though it says so otherwise:
"Onur boşanıyor" of "Onur'un boşanması". Nearness alone tells little: "my ex" is near to anybody."""

LOOKED_BACK = 12
"""Turns in which the last of the user is looked for."""

_WITHOUT = LEFT_OUT | {"gate", "router", "decomposition", "confidence", "hubs", "causes", "spread", "neighbours"}


@dataclass(frozen=True, slots=True)
class ForgetRequests:
    """Finds what is asked to be forgotten, over one owner's memory at a time."""

    database: Database
    recall: Recall

    async def of(self, owner: Owner, text: str, conversation: str, seen: Observation) -> tuple[ForgetRequest, ...]:
        """The requests in a message that was `seen`, each with what it is about; `conversation` is where it was said.
        Of "forget that" it is what the user said just before, of "don't remember this" what stands beside it; behind
        a request that says what it is about, it is that."""
        found: list[ForgetRequest] = []
        for asked in forget_requests(text):
            if not asked.about and found and found[-1].about:
                continue
            if asked.about:
                candidates = await self._about(owner, asked, seen)
            elif only_asks_to_forget(text):
                candidates = await self._said_before(owner, conversation, seen)
            else:
                candidates = _said_beside(text, seen)
            found.append(ForgetRequest.of(asked.words, asked.about, candidates[:MOST]))
        return tuple(found)

    async def _about(self, owner: Owner, asked: Asked, seen: Observation) -> tuple[Forgettable, ...]:
        language, own = Language(seen.language), {one.memory for one in seen.statements}
        # In the middle of a sentence a capital is a name's.
        words = wanted(asked.about if asked.words.startswith(asked.about) else f"… {asked.about}", language)
        options = Options(limit=SEARCHED, dormant=True, min_confidence=0.0, touch=False, without=_WITHOUT)
        found = await self.recall.found(owner, asked.about, options)
        memories = [
            hit
            for hit in found.memories
            if hit.memory.id not in own
            and _is_about(words, hit.memory.text, hit.signals["words"], hit.signals["similarity"])
        ]
        candidates = [Forgettable(hit.memory.text, memory=hit.memory.id) for hit in memories]
        known = {pointer for hit in memories for pointer in hit.sources}
        turns = [hit.drawer for hit in found.turns.hits if hit.drawer.pointer not in known]
        candidates += [
            Forgettable(covered(turn.text), pointer=turn.pointer)
            for turn in turns
            if turn.id != seen.drawer and _is_about(words, without_requests(turn.text))
        ]
        return tuple(candidates)

    async def _said_before(self, owner: Owner, conversation: str, seen: Observation) -> tuple[Forgettable, ...]:
        """What came of the user's last message before it, or that message where nothing did."""
        if seen.drawer is None:
            before = await sessions.recent(self.database, owner, conversation, LOOKED_BACK)
        else:
            before = await sessions.before(self.database, owner, conversation, seen.drawer, LOOKED_BACK)
        said = [one for one in before if Role(one.role) is Role.USER and not only_asks_to_forget(one.text)]
        if not said:
            return ()
        made = [one.id for one in await blocks.of_turns(self.database, owner, [said[-1].id])]
        if not made:
            turns = await retrievers.describe(self.database, owner, [said[-1].id])
            return tuple(Forgettable(covered(one.drawer.text), pointer=one.drawer.pointer) for one in turns.values())
        described = await remembered.describe(self.database, owner, made)
        known = (described.candidates.get(id_) for id_ in made)
        return tuple(Forgettable(one.memory.text, memory=one.memory.id) for one in known if one is not None)


def _said_beside(text: str, seen: Observation) -> tuple[Forgettable, ...]:
    """What a message states beside its request, or its turn where no memory was made of that."""
    stated = tuple(Forgettable(one.text, memory=one.memory) for one in seen.statements if one.memory)
    if stated or seen.pointer is None:
        return stated
    return (Forgettable(text, pointer=seen.pointer),)


def _is_about(words: Sequence[Wanted], text: str, known: float = 0.0, near: float = 0.0) -> bool:
    """Whether a text says it, of whose words so many are known to stand there, in whichever language."""
    own, names = told(words, text)
    share = max(own, known)
    is_named = names == 1.0 or all(word.weight < NAME for word in words)
    return is_named and (share >= WORDS or (share >= HALF and near >= NEAR))
