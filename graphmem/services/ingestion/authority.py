"""Who may give rules: the user, to us. What an assistant, a tool or a quoted page says was only said."""

from __future__ import annotations

from graphmem.language.observer.patterns import any_of, plain
from graphmem.model.transcript import Role
from graphmem.services.ingestion.draft import Message


def may_rule(message: Message, text: str) -> bool:
    """Whether a statement of a message may be a rule: a user says it, and not about assistants in the third person."""
    return message.role is Role.USER and not any_of("observer_third_person").search(plain(text))
