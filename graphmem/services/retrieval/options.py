"""The options of a recall, checked before anything is searched."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from graphmem.cognition.profiles import ProfileName
from graphmem.errors import InvalidInputError
from graphmem.model.category import Category
from graphmem.model.instant import PRESENT, AsOf
from graphmem.model.project import mark_of, wing_of
from graphmem.model.recall import BlockFormat
from graphmem.verbs import About, AskedProject, FromSpaces, Path

MAX_LIMIT = 200
MOST_SPACES = 100
BUDGET, FEWEST_TOKENS, MOST_TOKENS = 800, 100, 20_000
"""Tokens of the block: default, least and most."""
MAX_QUERY = 200_000
"""Most characters of a query; the embedder reads its maximum of tokens, the text retriever 64 words."""

STAGES = frozenset({
    *("gate", "router", "decomposition", "hyde", "vector", "text", "memories", "hubs", "causes", "spread"),
    *("neighbours", "together", "mmr", "evidence", "newest", "unnamed", "asking", "answers", "bridge", "several"),
    *("statements", "tokens", "confidence"),
})  # fmt: skip
"""Stages that a caller can switch off one by one; ablations measure each so."""

LEFT_OUT = frozenset({"hyde"})
"""Stages off by default: they cost time and found nothing more (`tests.evals ablation`)."""


@dataclass(frozen=True, slots=True)
class RecallOptions:
    """The options of a recall.
    `session` raises that session's memories and searches its working memory; `session_in_context` omits what was said
    in it, since its agent sees all of that. `path` keeps memories whose scope covers that file or that have none;
    `project` omits memories of other projects. `budget` is the block's, in tokens. `min_confidence`, 0–1, is the
    threshold of entries: None leaves it to the verdict, 0 admits weak ones. `touch` False writes nothing. `spaces` are
    searched, too; None means the owner's setting. `without` switches stages off."""

    limit: Annotated[int, About("Number of memories, and of turns.", 1, MAX_LIMIT)] = 10
    session: Annotated[
        str | None,
        About(
            "A session: raises its memories and searches its working memory; memories and turns shown in it lately "
            "are not shown again."
        ),
    ] = None
    session_in_context: Annotated[
        bool, About("Leave out the session's own messages since it started anew, which its agent still sees.")
    ] = False
    as_of: AsOf = PRESENT
    categories: Annotated[
        tuple[Category, ...] | None, About("Only memories of these categories; the question's own when missing.")
    ] = None
    profile: Annotated[ProfileName, About("The weights of the signals, by profile.")] = ProfileName.CONVERSATION
    path: Path = None
    project: AskedProject = None
    dormant: Annotated[bool, About("Include dormant memories.")] = False
    budget: Annotated[int, About("Token budget of the block.", FEWEST_TOKENS, MOST_TOKENS)] = BUDGET
    min_confidence: Annotated[
        float | None, About("Least confidence of the block's entries; 0 admits weak ones.", 0, 1)
    ] = None
    format: Annotated[BlockFormat, About("The form of the block.")] = BlockFormat.TEXT
    touch: Annotated[
        bool, About("Whether a recall strengthens the memories it returns; otherwise it writes nothing.")
    ] = True
    spaces: FromSpaces = None
    without: Annotated[frozenset[str], About(f"Leave out one of {', '.join(sorted(STAGES))}.")] = LEFT_OUT

    def has(self, stage: str) -> bool:
        """Whether a stage takes part."""
        return stage not in self.without

    @property
    def of_project(self) -> str | None:
        """The mark that the project's memories carry. Raises InvalidInputError for an invalid name."""
        return mark_of(self.project)


DEFAULT = RecallOptions()


def check(query: str, options: RecallOptions) -> None:
    """Check query and options. Raises InvalidInputError, which names the field."""
    if not 1 <= options.limit <= MAX_LIMIT:
        raise InvalidInputError(
            f"limit is {options.limit}.", field="limit", remedy=f"Ask for 1 to {MAX_LIMIT} results."
        )
    if not FEWEST_TOKENS <= options.budget <= MOST_TOKENS:
        raise InvalidInputError(
            f"budget is {options.budget}.",
            field="budget",
            remedy=f"Give the block {FEWEST_TOKENS} to {MOST_TOKENS:,} tokens.",
        )
    if options.min_confidence is not None and not 0 <= options.min_confidence <= 1:
        raise InvalidInputError(
            f"minConfidence is {options.min_confidence}.",
            field="minConfidence",
            remedy="Give a probability from 0, for what is weak, too, to 1, or leave it out.",
        )
    if options.session_in_context and options.session is None:
        raise InvalidInputError(
            "sessionInContext without a session.", field="sessionInContext", remedy="Name the session, or leave it out."
        )
    if options.project is not None:
        wing_of(options.project)
    if len(options.spaces or ()) > MOST_SPACES:
        raise InvalidInputError(
            f"{len(options.spaces or ())} spaces are named.",
            field="spaces",
            remedy=f"Name {MOST_SPACES} at the most, or *.",
        )
    if len(query) > MAX_QUERY:
        raise InvalidInputError(
            f"The query has {len(query):,} characters.", field="query", remedy=f"Keep it under {MAX_QUERY:,}."
        )
    if options.categories is not None and not options.categories:
        raise InvalidInputError(
            "No category is asked for.", field="categories", remedy="Name one or more, or leave it out for all."
        )
    if unknown := sorted(options.without - STAGES):
        raise InvalidInputError(
            f"{unknown[0][:40]!r} is no stage.", field="without", remedy=f"Name of: {', '.join(sorted(STAGES))}."
        )
