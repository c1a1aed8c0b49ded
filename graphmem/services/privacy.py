"""What an owner's policy does with a text: covers what is to be masked in all that is derived, refuses what must not be
filed.

The verbatim drawer keeps the whole text. Whatever is made of it (what is embedded and indexed, messages as the write
path reads them, blocks) goes through `covered`, within `shielding`; outside of it the defaults hold.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from graphmem.errors import InvalidInputError
from graphmem.language import privacy
from graphmem.model.palace import Owner
from graphmem.model.privacy import Handling, Policy, PrivacyClass
from graphmem.services.owner_settings import settings_of
from graphmem.store.database import Database

_POLICY: ContextVar[Policy] = ContextVar("policy", default=Policy())  # noqa: B039  a frozen value


@contextmanager
def shielding(policy: Policy) -> Iterator[None]:
    """Let an owner's policy hold for everything awaited inside."""
    token = _POLICY.set(policy)
    try:
        yield
    finally:
        _POLICY.reset(token)


async def policy_of(database: Database, owner: Owner) -> Policy:
    """What the owner wants done with each class."""
    return (await settings_of(database, owner)).privacy


def covered(text: str) -> str:
    """The text with what is not to be derived from it covered, each character in its place."""
    policy = _POLICY.get()
    return privacy.masked(text, policy.kinds(Handling.MASK) | policy.kinds(Handling.REFUSE))


def refused(text: str) -> PrivacyClass | None:
    """The class of something in the text that the owner wants refused; None where it may be filed."""
    kinds = _POLICY.get().kinds(Handling.REFUSE)
    return next((one.kind for one in privacy.find(text) if one.kind in kinds), None) if kinds else None


def require_fileable(text: str, field: str = "text") -> None:
    """Raise InvalidInputError for a text that holds what the owner wants refused; the message does not repeat it."""
    if (kind := refused(text)) is not None:
        raise InvalidInputError(
            f"The {field} holds something of the class {kind.value}, which this owner's settings refuse.",
            field=field,
            remedy="Leave it out, or let the owner allow it: graphmem settings.",
        )
