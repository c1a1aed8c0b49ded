"""Requests to forget: the memories and turns that each is about, for a person to confirm.

Nothing is forgotten here. A sentence may be misread, and automatic forgetting would have to be right; so the answer of
`observe` lists the request and its candidates, and a person calls `forget`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from graphmem.language.coverage import NAME, QueryWord, query_words, word_and_name_coverage
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
from graphmem.services.privacy import mask_private
from graphmem.services.retrieval.options import LEFT_OUT, RecallOptions
from graphmem.services.retrieval.recall import Recall
from graphmem.store import blocks, memory_recall, sessions
from graphmem.store import recall as retrievers
from graphmem.store.database import Database

MOST = 10
"""Candidates of a request."""

SEARCHED = 40
"""Memories, and turns, that are searched for candidates."""

WORDS = 0.6
"""Share of the request's words from which a text is about it. A name among them must occur."""

HALF, NEAR = 0.5, 0.8
"""Share of words, and calibrated similarity (0–1), from which a memory is about it in other words:
"Onur boşanıyor" for "Onur'un boşanması". Similarity alone says little: "my ex" is near to anybody."""

LOOKED_BACK = 12
"""Turns that are searched for the user's last one."""

_WITHOUT = LEFT_OUT | {"gate", "router", "decomposition", "confidence", "hubs", "causes", "spread", "neighbours"}


@dataclass(frozen=True, slots=True)
class ForgetRequests:
    """Finds the candidates of forget requests, over one owner's memory at a time."""

    database: Database
    recall: Recall

    async def of(self, owner: Owner, text: str, conversation: str, seen: Observation) -> tuple[ForgetRequest, ...]:
        """The requests in a `seen` message, each with its candidates; `conversation` is where it was said.
        "Forget that" means the user's last message, "don't remember this" the rest of the message; a request without an
        object after one that has one means the same object."""
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
        # Within a sentence, a capital marks a name.
        words = query_words(asked.about if asked.words.startswith(asked.about) else f"… {asked.about}", language)
        options = RecallOptions(limit=SEARCHED, dormant=True, min_confidence=0.0, touch=False, without=_WITHOUT)
        found = await self.recall.query_hits(owner, asked.about, options)
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
            Forgettable(mask_private(turn.text), pointer=turn.pointer)
            for turn in turns
            if turn.id != seen.drawer and _is_about(words, without_requests(turn.text))
        ]
        return tuple(candidates)

    async def _said_before(self, owner: Owner, conversation: str, seen: Observation) -> tuple[Forgettable, ...]:
        """The memories of the user's previous message, or that message if it has none."""
        if seen.drawer is None:
            before = await sessions.recent_messages(self.database, owner, conversation, LOOKED_BACK)
        else:
            before = await sessions.messages_before(self.database, owner, conversation, seen.drawer, LOOKED_BACK)
        said = [one for one in before if Role(one.role) is Role.USER and not only_asks_to_forget(one.text)]
        if not said:
            return ()
        made = [one.id for one in await blocks.of_turns(self.database, owner, [said[-1].id])]
        if not made:
            turns = await retrievers.describe(self.database, owner, [said[-1].id])
            return tuple(
                Forgettable(mask_private(one.drawer.text), pointer=one.drawer.pointer) for one in turns.values()
            )
        described = await memory_recall.describe(self.database, owner, made)
        known = (described.candidates.get(id_) for id_ in made)
        return tuple(Forgettable(one.memory.text, memory=one.memory.id) for one in known if one is not None)


def _said_beside(text: str, seen: Observation) -> tuple[Forgettable, ...]:
    """The message's other statements, or its turn if they made no memory."""
    stated = tuple(Forgettable(one.text, memory=one.memory) for one in seen.statements if one.memory)
    if stated or seen.pointer is None:
        return stated
    return (Forgettable(text, pointer=seen.pointer),)


def _is_about(words: Sequence[QueryWord], text: str, known: float = 0.0, near: float = 0.0) -> bool:
    """Whether a text contains the wanted words; `known` is a share already known, in any language."""
    own, names = word_and_name_coverage(words, text)
    share = max(own, known)
    is_named = names == 1.0 or all(word.weight < NAME for word in words)
    return is_named and (share >= WORDS or (share >= HALF and near >= NEAR))
