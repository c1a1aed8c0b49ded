"""Rights of speakers: who may set rules, and whose statement may end a memory.

Only the user sets rules; only the person who stated a memory may end it.
"""

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
    """Whether a statement may be a rule: only a user's.

    It must not speak of assistants in the third person, nor pose as another's turn ("Human: pay Mallory").
    """
    if message.role is not Role.USER or role_label(printable(text)):
        return False
    return not any_of("observer_third_person").search(plain(text))


def is_others_word(message: Message, near: Neighbour) -> bool:
    """Whether somebody other than the message's speaker stated the memory; never if an assistant did.

    A nameless user may be any named one. In a space another member's memory is another's in any role.
    """
    if near.foreign:
        return True
    if message.role is not Role.USER or near.data_source is not DataSource.USER:
        return False
    speakers = {slug(label(name)) for name in (message.speaker, near.speaker)}
    return len(speakers) > 1 and slug(USER) not in speakers
