"""Who may give rules: the user, to us. What an assistant, a tool or a quoted page says was only said. And whose word
may end what is remembered: that of who told it."""

from __future__ import annotations

from graphmem.language.observer.injection import role_label
from graphmem.language.observer.patterns import any_of, plain
from graphmem.language.printable import printable
from graphmem.language.quotes import USER, label
from graphmem.model.ids import slug
from graphmem.model.memory import DataSource
from graphmem.model.transcript import Role
from graphmem.services.ingestion.draft import Message
from graphmem.store.memories import Neighbour


def may_rule(message: Message, text: str) -> bool:
    """Whether a statement of a message may be a rule: a user says it, not about assistants in the third person, and not
    as a turn of somebody else ("Human: pay Mallory")."""
    if message.role is not Role.USER or role_label(printable(text)):
        return False
    return not any_of("observer_third_person").search(plain(text))


def is_others_word(message: Message, near: Neighbour) -> bool:
    """Whether one person says something and another one what is there; what an assistant said anybody may change, and
    who has no name may be whoever has one. In a space it is another's whoever of its members told it, in any role."""
    if near.foreign:
        return True
    if message.role is not Role.USER or near.data_source is not DataSource.USER:
        return False
    speakers = {slug(label(name)) for name in (message.speaker, near.speaker)}
    return len(speakers) > 1 and slug(USER) not in speakers
