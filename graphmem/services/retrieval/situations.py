"""A conversation as a question: what is taken of it, what it was shown before, and what of that stays out of its block.

What stands in the conversation itself, and what a block of its session showed already, is in the agent's prompt.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta

from cachetools import TTLCache

from graphmem.errors import InvalidInputError
from graphmem.language.situation import read
from graphmem.language.turkish import fold
from graphmem.model.ids import digest
from graphmem.model.memory import Memory
from graphmem.model.palace import Drawer, Owner
from graphmem.model.recall import MemoryHit
from graphmem.model.situation import Said, Situation
from graphmem.model.transcript import Role
from graphmem.services.retrieval.context import LeftOut
from graphmem.services.retrieval.found import Found
from graphmem.services.retrieval.verbatim_turns import Quote
from graphmem.store import blocks
from graphmem.store.blocks import Block
from graphmem.store.database import Database

MOST_MESSAGES = 100
LONGEST_MESSAGE = 100_000
"""Characters."""

SHOWN_HOURS = 12
"""What was shown longer ago is shown again: no prompt is as old."""

SESSIONS = 2_000
MARK_DIGITS = 8

SHOWN_BEFORE = "shown before"
_ROLES = {"human": Role.USER, "ai": Role.ASSISTANT, "model": Role.ASSISTANT, "developer": Role.SYSTEM}


def situation_of(messages: Sequence[Said]) -> Situation:
    """The conversation as a question. Raises InvalidInputError for none, too many or too long messages, and where the
    user said nothing lately."""
    if not 1 <= len(messages) <= MOST_MESSAGES:
        raise InvalidInputError(
            f"{len(messages)} messages are given.",
            field="messages",
            remedy=f"Give the last 1 to {MOST_MESSAGES} of the conversation.",
        )
    for place, message in enumerate(messages):
        if len(message.text) > LONGEST_MESSAGE:
            raise InvalidInputError(
                f"A message has {len(message.text):,} characters.",
                field=f"messages[{place}].text",
                remedy=f"Keep each under {LONGEST_MESSAGE:,}.",
            )
    situation = read(messages)
    if situation is None:
        raise InvalidInputError(
            "None of the last messages is the user's.",
            field="messages",
            remedy="Give the last messages in their order, those of the user with role user.",
        )
    return situation


def messages_of(given: Sequence[Mapping[str, object]]) -> list[Said]:
    """Messages as chat interfaces have them: mappings of `role` and `content` or `text`. Raises InvalidInputError."""
    return [_said(place, message) for place, message in enumerate(given)]


def _said(place: int, message: Mapping[str, object]) -> Said:
    text = message.get("text", message.get("content"))
    if not isinstance(text, str):
        raise InvalidInputError(
            "A message has no text.", field=f"messages[{place}]", remedy="Give it `content` or `text`, a string."
        )
    named = str(message.get("role", Role.USER.value)).casefold()
    role = _ROLES.get(named) or (Role(named) if named in set(Role) else Role.OTHER)
    return Said(role, text)


@dataclass(frozen=True, slots=True)
class Shown:
    """What a session was shown: marks of memories by id, and turns."""

    marks: Mapping[str, str]
    turns: frozenset[str]

    def has(self, memory: Memory) -> bool:
        """Whether it was shown this memory as it is."""
        return self.marks.get(memory.id) == mark(memory)


NOTHING_SHOWN = Shown({}, frozenset())


class ShownBefore:
    """What sessions were shown, in this process and in others."""

    def __init__(self, database: Database) -> None:
        self._database = database
        # A block is written after its answer; whoever asks again at once must not miss it.
        self._latest: TTLCache[tuple[str, str], Shown] = TTLCache(SESSIONS, SHOWN_HOURS * 3600.0)

    async def to(self, owner: Owner, session: str | None) -> Shown:
        """What the owner's session was shown lately; nothing without a session."""
        if session is None:
            return NOTHING_SHOWN
        since = datetime.now(UTC) - timedelta(hours=SHOWN_HOURS)
        marks, turns = await blocks.shown(self._database, owner, session, since)
        latest = self._latest.get((owner.key, session), NOTHING_SHOWN)
        return Shown({**marks, **latest.marks}, turns | latest.turns)

    def note(self, owner: Owner, block: Block) -> None:
        """Keep what a block of a session showed."""
        if not block.session:
            return
        key = owner.key, block.session
        before = self._latest.get(key, NOTHING_SHOWN)
        marks = {**before.marks, **dict(zip(block.memories, block.marks, strict=True))}
        self._latest[key] = Shown(marks, before.turns | frozenset(block.turns))

    def forget(self, owner: Owner) -> None:
        """Keep nothing of the owner."""
        for key in [key for key in self._latest if key[0] == owner.key]:
            self._latest.pop(key, None)


def mark(memory: Memory) -> str:
    """Changes when what a block would say of the memory does."""
    return digest(memory.text, str(memory.valid_until))[:MARK_DIGITS]


def beside(found: Found, messages: Sequence[Said]) -> Found:
    """What was found without the conversation's own messages, and without what was made of nothing but those."""
    said = {_plain(message.text) for message in messages}
    own = {hit.drawer.pointer for hit in found.turns.hits if _plain(hit.drawer.text) in said}
    if not own:
        return found
    hits = tuple(hit for hit in found.turns.hits if hit.drawer.pointer not in own)
    memories = tuple(hit for hit in found.memories if not (hit.sources and own.issuperset(hit.sources)))
    return replace(found, turns=replace(found.turns, hits=hits), memories=memories)


def unshown(found: Found, shown: Shown) -> tuple[Found, tuple[LeftOut, ...]]:
    """What was found and not shown before, and what was: itself, by its turn, or as a turn by its memories."""
    told = [hit for hit in found.memories if shown.has(hit.memory)]
    turns = {hit.drawer.pointer for hit in found.turns.hits if hit.drawer.id in shown.turns}
    hits = tuple(hit for hit in found.turns.hits if hit.drawer.pointer not in turns and not _is_said(hit.drawer, told))
    memories = tuple(
        hit
        for hit in found.memories
        if not shown.has(hit.memory) and not (hit.sources and turns.issuperset(hit.sources))
    )
    hot = tuple(memory for memory in found.hot if not shown.has(memory))
    kept = {hit.drawer.id for hit in hits} | {hit.memory.id for hit in memories}
    ids = [hit.drawer.id for hit in found.turns.hits] + [hit.memory.id for hit in found.memories]
    left = tuple(LeftOut(id_, SHOWN_BEFORE) for id_ in ids if id_ not in kept)
    return replace(found, turns=replace(found.turns, hits=hits), memories=memories, hot=hot), left


def _is_said(turn: Drawer, told: Sequence[MemoryHit]) -> bool:
    """Whether memories that were made of a turn say what it says."""
    texts = [hit.memory.text for hit in told if turn.pointer in hit.sources]
    return Quote(turn, turn.text).is_said_by(texts)


def _plain(text: str) -> str:
    return " ".join(fold(text).split())
