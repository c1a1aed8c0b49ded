"""Applies an owner's or an agent's own limit, budget and spaces to the options of a recall."""

from __future__ import annotations

from dataclasses import replace

from graphmem.model.palace import Owner
from graphmem.services.owner_settings import choices_of
from graphmem.services.retrieval.options import DEFAULT, RecallOptions
from graphmem.services.spaces import EVERY
from graphmem.store.database import Database


async def own_options(database: Database, owner: Owner, options: RecallOptions) -> RecallOptions:
    """Replace options that have their default by the settings of the owner or the agent."""
    chosen = await choices_of(database, owner, options.session)
    limit = chosen.top_k if options.limit == DEFAULT.limit else None
    budget = chosen.budget if options.budget == DEFAULT.budget else None
    spaces = (EVERY,) if options.spaces is None and chosen.spaces else options.spaces
    return replace(options, limit=limit or options.limit, budget=budget or options.budget, spaces=spaces)
