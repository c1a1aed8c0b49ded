"""Search: the recall that agents ask, with why each hit was chosen, and the block that an agent would get."""

from __future__ import annotations

from dataclasses import replace

from starlette.responses import Response

from graphmem.services.retrieval.options import BUDGET, FEWEST_TOKENS, MOST_TOKENS, Options
from graphmem.services.spaces import EVERY
from graphmem_api.page.visit import Visit

RESULTS = 10


async def search(visit: Visit) -> Response:
    """The page with what was found, or before a question with how to ask. Looking strengthens nothing."""
    query, span = visit.asked("q"), await visit.memory.memories.span(visit.owner)
    budget = max(visit.number("budget", BUDGET, MOST_TOKENS), FEWEST_TOKENS)
    dormant, beside = visit.asked("dormant") == "yes", visit.asked("spaces") == "yes"
    result = None
    if query:
        options = Options(limit=RESULTS, as_of=visit.as_of, dormant=dormant, budget=budget, touch=False)
        options = replace(options, spaces=(EVERY,) if beside else ())
        result = await visit.memory.recall(query, owner=visit.owner, options=options)
    values = {"query": query, "result": result, "span": span, "budget": budget, "dormant": dormant}
    values |= {"beside": beside, "has_spaces": beside or bool(await visit.memory.spaces.of(visit.owner))}
    return visit.page("parts/found.html" if visit.is_part else "search.html", **values)
