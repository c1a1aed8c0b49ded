"""The eight verbs of an agent over one owner's memory.

A text that an agent read may have told it to call a tool. So a statement by these verbs is a tool's word (`Role.TOOL`):
it is no standing rule, and it changes or removes nothing that a person said.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, TypeAlias

from graphmem.agents.answers import (
    SHOWN_DIGITS,
    Because,
    Forgot,
    Held,
    Kept,
    Known,
    Learnt,
    Meant,
    Moved,
    Planned,
    Reasons,
    Recalled,
    Recorded,
    ToForget,
    Way,
    Ways,
)
from graphmem.errors import InvalidInputError
from graphmem.model.access import Scope
from graphmem.model.exploration import CausalChain
from graphmem.model.memory import Memory
from graphmem.model.observation import ForgetRequest
from graphmem.model.procedure import Procedure
from graphmem.model.recall import MemoryHit
from graphmem.model.transcript import Role
from graphmem.model.trust import OUTSIDE
from graphmem.owned import OwnedMemory
from graphmem.services.retrieval.options import BUDGET, FEWEST_TOKENS, MOST_TOKENS, RecallOptions
from graphmem.verbs import About, Done, FromSpaces, InSpace, Tags, Worked

AGENT = "agent"
"""The speaker if the client has no name."""

Asked: TypeAlias = Annotated[str, About("In the user's own words, with the names that matter.")]
Causes: TypeAlias = Annotated[str, About("A question of causes: why …, what came of …")]
Tokens: TypeAlias = Annotated[int, About("Tokens of the answer at the most.", FEWEST_TOKENS, MOST_TOKENS)]
Statement: TypeAlias = Annotated[str, About("One whole sentence in the third person, with names and dates.")]
Files: TypeAlias = Annotated[Sequence[str], About("Globs of files it is about, such as src/**/*.py.")]
Happened: TypeAlias = Annotated[str, About("What was tried or happened, with names.")]
Turned: TypeAlias = Annotated[str, About("How it turned out.")]
Named: TypeAlias = Annotated[str, About("The task, or the procedure's name.")]
NewSteps: TypeAlias = Annotated[Sequence[str], About("Leave out to look up how it is done.")]
Followed: TypeAlias = Annotated[bool | None, About("After following it: whether it worked.")]
FailedStep: TypeAlias = Annotated[str, About("The step that failed: its number or its text.")]
OfVersion: TypeAlias = Annotated[int | None, About("The version that was followed, the latest when missing.")]
AtHand: TypeAlias = Annotated[Mapping[str, str] | None, About('Versions of the tools at work, like {"node": "22.3"}.')]
Given: TypeAlias = Annotated[str, About("Of one memory, as recall or learn gave it.")]

Allow = Callable[[Scope, str], None]
"""Raises unless a scope may be used for the named verb."""


def _anything(_scope: Scope, _what: str) -> None:
    """Allow everything."""


MOST_SHOWN = 50
VERBS = ("recall", "learn", "episode", "procedure", "forget", "stats", "consolidate", "why")
"""The tools of an agent."""

SHORTEST_ID = SHOWN_DIGITS
"""Least digits of an id to retract: fewer could be tried through by a caller that may not read."""


@dataclass(frozen=True, slots=True)
class AgentVerbs:
    """The verbs of the agent `agent` on a memory. Every verb raises as those of `OwnedMemory` do.

    Statements belong to the `project` on which its client works; without one they concern all. `allow` raises for a
    verb that the caller's key may not use, or not now; a caller without a key may use all. Without `tells` the key does
    not read: answers carry ids and codes, and no text.
    """

    owned: OwnedMemory
    agent: str = AGENT
    allow: Allow = _anything
    project: str | None = None
    tells: bool = True

    def __post_init__(self) -> None:
        object.__setattr__(self, "owned", self.owned.speaking_as(self.agent))

    @property
    def readable(self) -> OwnedMemory:
        """The memory for callers that may read it. Raises ForbiddenError or RateLimitedError."""
        self.allow(Scope.READ, "reading")
        return self.owned

    async def recall(self, query: Asked, budget: Tokens = BUDGET, spaces: FromSpaces = None) -> Recalled:
        """Recall memories about a question, with dates, sources and ids; says so when nothing is known.

        Ask before you answer anything that may depend on earlier conversations. Costs 200 to 800 tokens, at most
        `budget`.
        """
        self.allow(Scope.READ, "recall")
        options = RecallOptions(budget=budget, project=self.project, spaces=spaces)
        found = await self.owned.recall(query, options=options)
        return Recalled(
            answerable=found.answerable,
            reason=found.answerable_reason,
            context=found.context,
            tokens=found.context_tokens,
            block_id=found.block_id,
            memories=[_known_of(hit) for hit in found.memories] if found.answerable else [],
        )

    async def learn(self, text: Statement, scope: Files = (), space: InSpace = None) -> Learnt:
        """Remember something for later conversations, as your word. Costs about 60 tokens."""
        self.allow(Scope.WRITE, "learn")
        how = {"scope": scope, "role": Role.TOOL, "speaker": self.agent, "project": self.project, "space": space}
        seen = await self.owned.learn(text, **how)  # type: ignore[arg-type]
        kept = [
            Kept(
                id=one.memory,
                text=self._readable_text(one.text),
                action=one.action.value,
                reason=self._readable_text(one.reason),
            )
            for one in seen.statements
        ]
        asked = [
            ToForget(about=self._readable_text(one.about), candidates=self._meant(one), remedy=one.remedy)
            for one in seen.forget
        ]
        note = "" if kept or asked else _why_not(self._readable_text(seen.stages[-1].detail))
        return Learnt(pointer=seen.pointer, memories=kept, note=note, forget=asked)

    async def episode(
        self, event: Happened, outcome: Turned = "", tags: Tags = (), steps: Done = (), worked: Worked = None
    ) -> Recorded:
        """Record an event of your work and how it turned out.

        Steps that recur in successful episodes are proposed to the user as procedures. Costs about 40 tokens.
        """
        self.allow(Scope.WRITE, "episode")
        told = await self.owned.episode(
            event, outcome=outcome, tags=tags, steps=steps, worked=worked, role=Role.TOOL, project=self.project
        )
        return Recorded(id=told.memory.id, text=self._readable_text(told.memory.text))

    async def procedure(
        self,
        name: Named,
        steps: NewSteps = (),
        scope: Files = (),
        worked: Followed = None,
        failed_step: FailedStep = "",
        version: OfVersion = None,
        tools: AtHand = None,
    ) -> Ways:
        """Find, record or rate a procedure.

        Without steps: how this is done here, procedures that worked first. With steps: record them, as the next version
        of the same name. With `worked`: report how following it turned out. Costs 50 to 500 tokens.
        """
        if steps and worked is not None:
            raise InvalidInputError(
                "Steps and an outcome are both given.", field="worked", remedy="Record steps and outcomes in two calls."
            )
        self.allow(Scope.WRITE if steps or worked is not None else Scope.READ, "procedure")
        if worked is not None:
            how = {"step": failed_step, "version": version, "project": self.project, "tools": tools}
            used = await self.owned.used(name, success=worked, **how)  # type: ignore[arg-type]
            return Ways(recorded=True, procedures=[_way(used) if self.tells else _bare(used)])
        if not steps:
            found = await self.owned.procedures(name, project=self.project, tools=tools)
            return Ways(recorded=False, procedures=[_way(one.procedure) for one in found])
        told = await self.owned.procedure(name, steps, scope=scope, role=Role.TOOL, project=self.project)
        return Ways(recorded=True, procedures=[_way(told) if self.tells else _bare(told)])

    async def forget(self, id: Given) -> Forgot:
        """Retract one memory that you or another tool brought in.

        Only the person can retract a person's statement. Costs about 40 tokens.
        """
        self.allow(Scope.WRITE, "forget")
        if len(id) < SHORTEST_ID:
            raise InvalidInputError(
                f"{id!r} is no id.", field="id", remedy=f"Give {SHORTEST_ID} characters of a memory's id or more."
            )
        memory = (await self.owned.show(id)).memory
        if memory.data_source not in OUTSIDE:
            raise InvalidInputError(
                f"Memory {memory.id[:SHOWN_DIGITS]} is what was said in a conversation; no tool takes it back.",
                field="id",
                remedy=f"If the user wants that, have them run `graphmem forget {memory.id[:SHOWN_DIGITS]}`.",
            )
        told = await self.owned.forget(memory.id, by_tool=True)
        return Forgot(id=memory.id, text=self._readable_text(memory.text), forgotten=told.tombstone is not None)

    async def stats(self) -> Held:
        """Count the memories by category, tier and source. Costs about 150 tokens."""
        self.allow(Scope.READ, "stats")
        held = await self.owned.stats()
        return Held(
            memories=held.memories,
            tokens=held.tokens,
            former=held.former,
            by_category={name: tally.memories for name, tally in held.by_category.items()},
            by_tier={name: tally.memories for name, tally in held.by_tier.items()},
            by_source={name: tally.memories for name, tally in held.by_data_source.items()},
            procedures=held.procedures,
            episodes=held.episodes,
            entities=held.entities,
        )

    async def consolidate(self) -> Planned:
        """Plan a dream: which memories it would promote or make dormant, and why.

        Writes nothing; a person applies it. Costs 50 to 2,000 tokens.
        """
        self.allow(Scope.READ, "consolidate")
        plan = await self.owned.dream()
        changes = [
            Moved(id=one.memory, text=one.text, rule=one.rule, becomes=", ".join(sorted(one.after.values())))
            for one in plan.changes[:MOST_SHOWN]
        ]
        return Planned(plan=plan.id, awake=plan.awake, brake=plan.brake, changes=changes, total=len(plan.changes))

    async def why(self, query: Causes) -> Reasons:
        """Find causes or effects of something, as chains from cause to effect. Costs 100 to 900 tokens."""
        self.allow(Scope.READ, "why")
        found = await self.owned.why(query, project=self.project)
        return Reasons(chains=[_because(chain) for chain in found.chains], context=found.result.context)

    def _readable_text(self, text: str) -> str:
        """Stored text, "" for a key that does not read."""
        return text if self.tells else ""

    def _meant(self, asked: ForgetRequest) -> list[Meant]:
        return [
            Meant(id=one.memory or one.pointer or "", text=self._readable_text(one.text)) for one in asked.candidates
        ]


def _known_of(hit: MemoryHit) -> Known:
    memory: Memory = hit.memory
    return Known(
        id=memory.id,
        text=memory.text,
        category=memory.category.value,
        said_by=memory.data_source.value,
        since=memory.valid_from.date(),
        until=None if memory.valid_until is None else memory.valid_until.date(),
        confidence=round(hit.confidence, 3),
        sources=list(hit.sources),
    )


def _way(told: Procedure) -> Way:
    return Way(
        id=told.memory.id,
        name=told.name,
        steps=list(told.steps),
        version=told.version,
        succeeded=told.memory.success_count,
        failed=told.memory.failure_count,
        said_by=told.memory.data_source.value,
        doubt=told.doubt,
        better=[step for one in told.versions if told.doubt and one.version == told.recommended for step in one.steps],
        recommended=told.recommended or told.version,
        failing={str(one.step): one.failed for one in told.failing},
        regressions=list(told.regressions),
    )


def _bare(told: Procedure) -> Way:
    """The answer without its text, for a key that does not read."""
    return Way(
        id=told.memory.id,
        name="",
        steps=[],
        version=told.version,
        succeeded=0,
        failed=0,
        said_by=told.memory.data_source.value,
    )


def _because(chain: CausalChain) -> Because:
    """Chains in the order of time: from causes to effects, whichever direction was asked."""
    steps = chain.steps[::-1] if chain.back else chain.steps
    texts = [steps[0].source_text, *(step.target_text for step in steps)] if steps else []
    return Because(texts=texts, confidence=round(chain.confidence, 3))


def _why_not(detail: str) -> str:
    why = f"{detail}. " if detail else ""
    return f"{why}Write whole sentences in the third person that name who or what they are about."
