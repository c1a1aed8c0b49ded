"""Adds token signals by late interaction, for each of the best turns and for the leaders together."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from graphmem.cognition.late_interaction import QuestionTokens, TokenMatch, combine_matches, match_tokens
from graphmem.model.palace import PlacedDrawer
from graphmem.model.recall import Hit
from graphmem.ports import Embedder
from graphmem.services.late_interaction import basis_of, read_question
from graphmem.services.retrieval.options import RecallOptions
from graphmem.services.retrieval.turn_scoring import RankedTurns

LEADERS = 5
"""Best turns whose tokens are also matched with the question together."""

TOKENS, LEAST, BACK = "tokens", "tokens_least", "tokens_back"
"""Signals of a turn: mean nearness of the question's tokens, least of its rarest, the reverse mean."""


async def add_tokens(
    embedder: Embedder, query: str, turns: RankedTurns, described: Mapping[str, PlacedDrawer], options: RecallOptions
) -> tuple[RankedTurns, dict[str, float]]:
    """Add token signals to the turns of a question just embedded; also return those of the leaders.
    Without the stages `tokens` and `vector` the turns stay as they are."""
    if not (options.has("tokens") and options.has("vector")):
        return turns, {}
    return add_token_signals(turns, described, await read_question(embedder, query), embedder.model)


def add_token_signals(
    turns: RankedTurns, described: Mapping[str, PlacedDrawer], asked: QuestionTokens | None, model: str
) -> tuple[RankedTurns, dict[str, float]]:
    """Add token signals for a question read as `asked`; return those of the leaders, too.

    Turns without stored token states stay as they are.
    """
    basis = basis_of(model)
    if asked is None or basis is None:
        return turns, {}
    found: dict[str, TokenMatch] = {}
    for hit in turns.hits:
        placed = described.get(hit.drawer.id)
        rows = None if placed is None else basis.unpacked(placed.token_states)
        if rows is not None:
            found[hit.drawer.id] = match_tokens(asked, rows)
    if not found:
        return turns, {}
    hits = tuple(_with_signals(hit, found.get(hit.drawer.id), asked) for hit in turns.hits)
    best = [found[hit.drawer.id] for hit in turns.hits if hit.drawer.id in found][:LEADERS]
    between = combine_matches(best)
    signals = {
        "tokens_together": between.mean(asked),
        "tokens_gap": min(one.gap(asked) for one in best),
        "tokens_gap_together": between.gap(asked),
    }
    return replace(turns, hits=hits), {name: round(value, 4) for name, value in signals.items()}


def _with_signals(hit: Hit, found: TokenMatch | None, asked: QuestionTokens) -> Hit:
    if found is None:
        return hit
    # A negative cosine means no more nearness than 0.
    signals = {TOKENS: found.mean(asked), LEAST: found.least(asked), BACK: found.back}
    return replace(hit, signals={**hit.signals, **{name: round(max(value, 0.0), 4) for name, value in signals.items()}})
