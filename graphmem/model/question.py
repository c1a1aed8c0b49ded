"""Questions: their intent, and the search route for it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from graphmem.model.category import Category
from graphmem.model.language import Language


class Intent(StrEnum):
    """The kind of answer a question wants; each has its route."""

    FACTUAL = "factual"
    TEMPORAL = "temporal"
    CAUSAL = "causal"
    ENTITY_PROFILE = "entity_profile"
    PREFERENCE = "preference"
    GENERAL = "general"


class HydeKind(StrEnum):
    """The shape of a hypothetical answer (HyDE: Gao et al., 2022)."""

    DEFINITION = "definition"
    HOWTO = "howto"
    REASONING = "reasoning"
    LOOKUP = "lookup"
    TECHNICAL = "technical"
    PREFERENCE = "preference"
    GENERAL = "general"


class CausalDirection(StrEnum):
    """Which end of a causal chain a question asks for."""

    CAUSES = "causes"
    EFFECTS = "effects"


@dataclass(frozen=True, slots=True)
class Route:
    """The search for an intent.

    The weights are those of the vector and text retrievers in reciprocal rank fusion; `utility_boost` multiplies the
    utility signal, 0–1. `graph_first` follows causal chains from the best hits, `hub_first` starts from the entity's
    node, `superseded` admits memories that no longer hold. Of two memories of about the same relevance, `newest_first`
    prefers the one that began later, `by_utility` the more useful one. `categories` is a filter.
    """

    vector_weight: float
    text_weight: float
    utility_boost: float = 0.0
    graph_first: bool = False
    hub_first: bool = False
    superseded: bool = False
    newest_first: bool = False
    by_utility: bool = False
    categories: tuple[Category, ...] = ()


ROUTES = {
    Intent.FACTUAL: Route(0.6, 0.4, utility_boost=0.2),
    Intent.TEMPORAL: Route(0.4, 0.6, superseded=True, newest_first=True),
    Intent.CAUSAL: Route(0.3, 0.3, graph_first=True),
    Intent.ENTITY_PROFILE: Route(0.5, 0.5, utility_boost=0.3, hub_first=True),
    Intent.PREFERENCE: Route(0.5, 0.5, by_utility=True, categories=(Category.PREFERENCE, Category.CORRECTION)),
    Intent.GENERAL: Route(0.5, 0.5, utility_boost=0.2),
}


@dataclass(frozen=True, slots=True)
class Understood:
    """The understanding of a question from its words alone.

    `skip`: it asks nothing of memory, for `skip_reason`; the other fields then have their defaults. `intent_reason`
    names the rule that decided. `sub_queries` are the parts of a compound question, each whole by itself, and none for
    a single one. `expansions` are answer-shaped texts (HyDE) to embed beside the query, which is not among them.
    """

    query: str
    language: Language
    skip: bool = False
    skip_reason: str | None = None
    intent: Intent = Intent.GENERAL
    intent_reason: str = ""
    causal_direction: CausalDirection | None = None
    sub_queries: tuple[str, ...] = ()
    hyde_kind: HydeKind = HydeKind.GENERAL
    expansions: tuple[str, ...] = ()

    @property
    def route(self) -> Route:
        """The search for the intent."""
        return ROUTES[self.intent]
