"""Messages that ask to forget something: the request makes no memory, since that would name the thing once more; the
rest of the message is read as if it stood alone."""

from __future__ import annotations

from dataclasses import replace

from graphmem.language.observer.forget_requests import forget_requests, only_asks_to_forget, without_requests
from graphmem.model.category import Category
from graphmem.model.observation import Stage
from graphmem.model.transcript import Role
from graphmem.services.ingestion.draft import Message
from graphmem.services.ingestion.extraction import Extraction, Extractor

FORGET_STAGE = "forget"
"""The stage that tells of a request to forget; it stands first, and there is none where nobody asks."""


def may_ask(role: Role, *, deliberate: bool) -> bool:
    """Whether a request of such a message is heard: a user's, or what is to be learnt, whoever hands it over."""
    return role is Role.USER or deliberate


def read_but_requests(
    extractor: Extractor,
    message: Message,
    *,
    deliberate: bool,
    category: Category | None,
) -> Extraction:
    """What a reader makes of a message without its requests to forget."""
    asked = forget_requests(message.text) if may_ask(message.role, deliberate=deliberate) else ()
    if not asked:
        return extractor.extract(message, deliberate=deliberate, category=category)
    # Not what it is about: the ops log and whoever looks at stages would keep it.
    if only_asks_to_forget(message.text):
        return Extraction(message, (Stage(FORGET_STAGE, False, "it asks to forget something, and says nothing else"),))
    rest = replace(message, text=without_requests(message.text))
    told = extractor.extract(rest, deliberate=deliberate, category=category)
    heard = Stage(FORGET_STAGE, True, "it asks to forget something; the rest of it is read")
    return replace(told, stages=(heard, *told.stages))
