"""Write rights: the categories of memories that an agent may make, by the owner's choice `may_write`.

It binds only agents: a person acting for themselves may write all. In a space the member's choice counts. A message in
a forbidden category is filed as a turn and makes no memory; an explicit request is refused.
"""

from __future__ import annotations

from dataclasses import dataclass

from graphmem.errors import InvalidInputError
from graphmem.model.category import Category
from graphmem.model.owner_choices import categories_of
from graphmem.model.palace import Owner
from graphmem.services.owner_settings import settings_of
from graphmem.store import sessions
from graphmem.store.database import Database


@dataclass(frozen=True, slots=True)
class WriteRight:
    """The categories that an agent may make."""

    agent: str
    categories: frozenset[Category]

    def refusal(self, category: Category) -> str | None:
        """The reason why a category may not be made; None if it may."""
        return None if category in self.categories else f"{self.agent} may not write the category {category.value}"


async def right_of(database: Database, owner: Owner, session: str | None = None) -> WriteRight | None:
    """The right of the acting agent, or of the `session`'s agent; None without restriction."""
    member = owner if owner.author is None else Owner("", owner.author)
    settings = await settings_of(database, member)
    if not any("may_write" in own for own in (settings.choices, *settings.agents.values())):
        return None
    agent = None if owner.by is None else owner.by.agent
    if agent is None and session is not None:
        agent = await sessions.agent_of(database, owner, session)
    chosen = None if agent is None else settings.of(agent).may_write
    return None if agent is None or chosen is None else WriteRight(agent, categories_of(chosen))


async def require(
    database: Database, owner: Owner, category: Category, session: str | None = None, *, field: str = "category"
) -> None:
    """Raise InvalidInputError if the acting agent may not make such memories."""
    right = await right_of(database, owner, session)
    refusal = None if right is None else right.refusal(category)
    if right is not None and refusal is not None:
        may = ", ".join(sorted(right.categories)) or "nothing"
        raise InvalidInputError(
            f"{refusal}.", field=field, remedy=f"It may write {may}; the owner's setting may_write says so."
        )


async def is_read_at_once(database: Database, owner: Owner, session: str) -> bool:
    """Whether a message must be read at once, since the background knows only the session's agent."""
    right = await right_of(database, owner)
    return right is not None and await sessions.agent_of(database, owner, session) != right.agent
