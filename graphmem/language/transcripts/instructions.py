"""Custom instructions in ChatGPT's export, which repeats them, hidden, in each conversation.

They are the user's own and most lasting words: facts about the user, and the wanted manner of answers. Each becomes one
turn of a separate conversation, dated by its first appearance.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime

from graphmem.language.transcripts.draft import Draft, Slice
from graphmem.language.transcripts.messages import Message, text_problem
from graphmem.language.transcripts.times import parse_time
from graphmem.model.transcript import Role, Turn

TITLE = "Custom instructions"
KEY = "custom-instructions"

_KIND = "user_editable_context"
_FIELDS = ("about_user_message", "about_model_message")
"""The fields with the typed texts."""
_WRAPPED = ("user_profile", "user_instructions")
"""The field without those: fenced, within the prompt around them."""
_FENCED = re.compile(r"```(.+?)```", re.DOTALL)


def custom_instructions(conversations: Iterable[object]) -> Draft | None:
    """Return the custom instructions of all conversations of an export, oldest first, or None."""
    told: dict[str, datetime | None] = {}
    for conversation in conversations:
        if isinstance(conversation, Mapping) and isinstance(conversation.get("mapping"), Mapping):
            for text in _texts(conversation["mapping"]):
                at, known = _written(conversation), told.get(text)
                told[text] = min(at, known) if at and known else at or known
    turns = [Turn(text, Role.USER.value, Role.USER, at) for text, at in told.items()]
    turns.sort(key=lambda turn: (turn.said_at is None, turn.said_at and turn.said_at.timestamp()))
    return Draft(KEY, TITLE, slices=[Slice(turns=turns)]) if turns else None


def _texts(tree: Message) -> Iterator[str]:
    for node in tree.values():
        message = node.get("message") if isinstance(node, Mapping) else None
        content = message.get("content") if isinstance(message, Mapping) else None
        if not isinstance(content, Mapping) or content.get("content_type") != _KIND:
            continue
        assert isinstance(message, Mapping)
        metadata = message.get("metadata")
        typed = metadata.get("user_context_message_data") if isinstance(metadata, Mapping) else None
        if isinstance(typed, Mapping):
            texts = [typed.get(field) for field in _FIELDS]
        else:
            texts = [found[1] for field in _WRAPPED if (found := _FENCED.search(str(content.get(field))))]
        yield from (text.strip() for text in texts if isinstance(text, str) and text_problem(text) is None)


def _written(conversation: Message) -> datetime | None:
    try:
        return parse_time(conversation.get("create_time"))
    except ValueError:
        return None
