"""Turns a conversation into a question, and keeps its own messages out of the block.
They already stand in the agent's prompt."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from graphmem.errors import InvalidInputError
from graphmem.language.first_person import asks_of_oneself
from graphmem.language.situation import read
from graphmem.language.transcripts.content import text_of
from graphmem.language.turkish import fold
from graphmem.model.situation import Said, Situation
from graphmem.model.transcript import Role
from graphmem.services.member_names import ROLES
from graphmem.services.retrieval.query_hits import QueryHits

MOST_MESSAGES = 100
LONGEST_MESSAGE = 100_000
"""Characters of the longest message."""

SEVERAL = 2
"""Speakers in a store from which it matters who asks."""

_TOLD = ("text", "content")
_AS_A_LIST = 'Give a list of mappings: [{"role": "user", "content": "…"}].'


def situation_of(messages: Sequence[Said]) -> Situation:
    """Read the conversation as a question.
    Raises InvalidInputError for no, too many or too long messages, and if none of the last is the user's."""
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
    """Parse messages of a chat API: mappings with `role`, `content` or `text`, and `speaker` or `name`.
    Of content in parts only the text counts; a message without text, such as a tool call, is skipped. Raises
    InvalidInputError."""
    if isinstance(given, str | Mapping):
        raise InvalidInputError("The messages are no list.", field="messages", remedy=_AS_A_LIST)
    return [said for place, message in enumerate(given) if (said := _parse_message(place, message)) is not None]


def _parse_message(place: int, message: Mapping[str, object]) -> Said | None:
    if not isinstance(message, Mapping):
        raise InvalidInputError("A message is no mapping.", field=f"messages[{place}]", remedy=_AS_A_LIST)
    told = message.get("text", message.get("content"))
    text = text_of(told)
    if text is None and (isinstance(told, list) or (told is None and not message.keys().isdisjoint(_TOLD))):
        return None
    if text is None:
        raise InvalidInputError(
            "A message has no text.", field=f"messages[{place}]", remedy="Give it `content` or `text`, a string."
        )
    named = str(message.get("role", Role.USER.value)).casefold()
    role = ROLES.get(named) or (Role(named) if named in set(Role) else Role.OTHER)
    speaker = message.get("speaker", message.get("name"))
    if speaker is not None and not isinstance(speaker, str):
        raise InvalidInputError(
            "A speaker is no name.", field=f"messages[{place}].speaker", remedy="Give it as a string, as in `observe`."
        )
    return Said(role, text, (speaker or "").strip())


def add_asker(situation: Situation, messages: Sequence[Said], people: Collection[str]) -> Situation:
    """Add the asker's name to the query, so that "when am I on call?" finds that person's turns.
    Only if the store has several speakers, the asker is one of them, and the question is about the asker."""
    asker = next((one.speaker for one in reversed(messages) if one.role is Role.USER and one.text.strip()), "")
    if asker not in people or len(people) < SEVERAL or fold(asker) in fold(situation.query):
        return situation
    if not asks_of_oneself(situation.said):
        return situation
    closed = situation.query if situation.query[-1:] in ".!?…" else f"{situation.query}."
    return replace(situation, query=f"{closed} {asker}.", leaning=(*situation.leaning, asker))


def remove_own_messages(found: QueryHits, messages: Sequence[Said]) -> QueryHits:
    """Remove turns that repeat the conversation's messages, and memories made of such turns alone."""
    said = {_plain(message.text) for message in messages}
    own = {hit.drawer.pointer for hit in found.turns.hits if _plain(hit.drawer.text) in said}
    if not own:
        return found
    hits = tuple(hit for hit in found.turns.hits if hit.drawer.pointer not in own)
    memories = tuple(hit for hit in found.memories if not (hit.sources and own.issuperset(hit.sources)))
    return replace(found, turns=replace(found.turns, hits=hits), memories=memories)


def _plain(text: str) -> str:
    return " ".join(fold(text).split())
