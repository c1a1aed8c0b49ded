"""The settings of an owner."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from graphmem.errors import InvalidInputError
from graphmem.model import owner_choices
from graphmem.model.owner_choices import Choices
from graphmem.model.palace import Actor
from graphmem.model.privacy import Handling, Policy, PrivacyClass

MOST_AGENTS = 50
MAX_NAME = 100

MOST_TOLD = 500
"""Characters of a value in the list of changes: a declaration may have thousands."""

Own = Mapping[str, Any]
"""Choices by name, as stored; choices that were not made are missing."""


@dataclass(frozen=True, slots=True)
class SettingsChange:
    """A version of the settings: actor, time, changes and its end, None for the present one.

    Changes are names with the words before and after. Settings hold from when they are known: both clocks are one.
    """

    version: int
    at: datetime
    by: Actor | None
    changes: Mapping[str, tuple[str, str]]
    until: datetime | None = None


@dataclass(frozen=True, slots=True)
class OwnerSettings:
    """The settings of one owner.

    `version` grows with each change, from 0. `recall_off` names agents that get no recalls, but are remembered;
    `choices` are the owner's, `agents` those of single agents.
    """

    privacy: Policy = field(default_factory=Policy)
    recall_off: tuple[str, ...] = ()
    version: int = 0
    choices: Own = field(default_factory=dict)
    agents: Mapping[str, Own] = field(default_factory=dict)

    def of(self, agent: str | None) -> Choices:
        """The choices for an agent, or without an agent."""
        return owner_choices.chosen(self.choices, self.agents.get(agent or "", {}))

    @property
    def knows_agents(self) -> bool:
        """Whether any setting is for one agent only."""
        return bool(self.recall_off or self.agents)

    def as_json(self) -> dict[str, Any]:
        """The stored form: only what differs from the defaults."""
        default = Policy()
        own = {kind.value: self.privacy.of(kind).value for kind in PrivacyClass}
        stored: dict[str, Any] = {
            "privacy": {kind: told for kind, told in own.items() if told != default.of(PrivacyClass(kind)).value},
            "recall_off": list(self.recall_off),
        }
        # Earlier releases refuse archives with unknown names.
        return stored | {name: told for name, told in (("choices", self.choices), ("agents", self.agents)) if told}

    @classmethod
    def read(cls, stored: Mapping[str, Any], version: int) -> OwnerSettings:
        """Settings from their stored form; unknown names and values of other releases are ignored."""
        kinds, ways = {kind.value for kind in PrivacyClass}, {way.value for way in Handling}
        told = {
            PrivacyClass(kind): Handling(way)
            for kind, way in dict(stored.get("privacy", {})).items()
            if kind in kinds and way in ways
        }
        return cls(
            Policy(told),
            tuple(stored.get("recall_off", ())),
            version,
            dict(stored.get("choices", {})),
            dict(stored.get("agents", {})),
        )

    def changed(
        self,
        *,
        privacy: Mapping[PrivacyClass, Handling] | None = None,
        recall_off: tuple[str, ...] | None = None,
        choices: Mapping[str, Any] | None = None,
        agent: str | None = None,
    ) -> OwnerSettings:
        """The next version; missing values stay, a choice that is None is removed.

        `choices` are the owner's, or one `agent`'s. Raises InvalidInputError for names and values out of bounds.
        """
        off = self.recall_off if recall_off is None else tuple(dict.fromkeys(name.strip() for name in recall_off))
        handling = {kind: self.privacy.of(kind) for kind in PrivacyClass} | dict(privacy or {})
        now = self.choices if agent is None else self.agents.get(agent.strip(), {})
        told = {name: owner_choices.read(name, given) for name, given in (choices or {}).items()}
        if agent is not None and (whole := [name for name in owner_choices.FOR_ALL if told.get(name) is not None]):
            raise InvalidInputError(f"{whole[0]} is for all agents.", field=whole[0], remedy="Set it without an agent.")
        kept = {name: value for name, value in {**now, **told}.items() if value is not None}
        new = replace(self, privacy=Policy(handling), recall_off=off, version=self.version + 1)
        _require_names(off, "recallOff")
        if agent is None:
            return replace(new, choices=kept)
        agents = {name: own for name, own in {**self.agents, agent.strip(): kept}.items() if own}
        _require_names((agent.strip(), *agents), "agent")
        return replace(new, agents=agents)

    def words(self) -> dict[str, str]:
        """Return all settings by full name, in words."""
        told = {f"privacy.{kind.value}": self.privacy.of(kind).value for kind in PrivacyClass}
        told |= {"recall_off": ", ".join(self.recall_off)}
        told |= {name: owner_choices.said(value) for name, value in self.choices.items()}
        return told | {
            f"{agent}.{name}": owner_choices.said(value)
            for agent, own in self.agents.items()
            for name, value in own.items()
        }

    def since(self, former: OwnerSettings) -> dict[str, tuple[str, str]]:
        """The differences from the `former` settings by full name, before and after."""
        before, after = former.words(), self.words()
        missing = owner_choices.DEFAULT_WORD
        pairs = {name: (before.get(name, missing), after.get(name, missing)) for name in {**before, **after}}
        return {name: (_shortened(pair[0]), _shortened(pair[1])) for name, pair in pairs.items() if pair[0] != pair[1]}


def _shortened(words: str) -> str:
    return words if len(words) <= MOST_TOLD else f"{words[: MOST_TOLD - 1]}…"


def _require_names(agents: tuple[str, ...], field: str) -> None:
    if len(set(agents)) > MOST_AGENTS or not all(0 < len(name) <= MAX_NAME for name in agents):
        raise InvalidInputError(
            f"{field} has {len(set(agents))} agents, or one without a name.",
            field=field,
            remedy=f"Name at most {MOST_AGENTS}, with 1 to {MAX_NAME} characters each.",
        )
