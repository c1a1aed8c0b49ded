"""The owner's privacy policy on texts: masks derived texts, refuses texts that must not be filed.

The verbatim drawer keeps the whole text. Whatever is derived from it (embedded and indexed texts, messages as the write
path reads them, blocks) goes through `mask_private`, within `shielding`; outside of it the defaults apply.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import replace

from graphmem.errors import InvalidInputError
from graphmem.language import privacy
from graphmem.model.palace import Owner
from graphmem.model.privacy import Handling, Policy, PrivacyClass
from graphmem.model.transcript import Conversation
from graphmem.services.owner_settings import settings_of
from graphmem.store.database import Database

_POLICY: ContextVar[Policy] = ContextVar("policy", default=Policy())  # noqa: B039  a frozen value


@contextmanager
def shielding(policy: Policy) -> Iterator[None]:
    """Apply an owner's policy to everything awaited inside."""
    token = _POLICY.set(policy)
    try:
        yield
    finally:
        _POLICY.reset(token)


async def policy_of(database: Database, owner: Owner) -> Policy:
    """The owner's handling of each class of private data."""
    return (await settings_of(database, owner)).privacy


def mask_private(text: str) -> str:
    """The text with private values masked, each character in its place."""
    policy = _POLICY.get()
    return privacy.masked(text, policy.kinds(Handling.MASK) | policy.kinds(Handling.REFUSE))


def refused_class(text: str) -> PrivacyClass | None:
    """The class of a value in the text that the owner refuses; None if the text may be filed."""
    kinds = _POLICY.get().kinds(Handling.REFUSE)
    return next((one.kind for one in privacy.find(text) if one.kind in kinds), None) if kinds else None


def require_fileable(text: str, field: str = "text") -> None:
    """Raise InvalidInputError for a text with a refused value; the message does not repeat it."""
    if (kind := refused_class(text)) is not None:
        raise InvalidInputError(
            f"The {field} holds something of the class {kind.value}, which this owner's settings refuse.",
            field=field,
            remedy="Leave it out, or let the owner allow it: graphmem settings.",
        )


def without_refused(conversation: Conversation) -> tuple[Conversation, list[str]]:
    """Remove the turns that the owner's privacy settings refuse, and count them in a note."""
    sessions = tuple(
        replace(session, turns=tuple(turn for turn in session.turns if refused_class(turn.text) is None))
        for session in conversation.sessions
    )
    left_out = sum(map(len, (one.turns for one in conversation.sessions))) - sum(len(one.turns) for one in sessions)
    if not left_out:
        return conversation, []
    note = f"{left_out} turns hold what this owner's settings refuse, and were not filed."
    return replace(conversation, sessions=sessions), [note]
