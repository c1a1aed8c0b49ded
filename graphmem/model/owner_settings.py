"""What an owner has set for their own memory."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from graphmem.errors import InvalidInputError
from graphmem.model.privacy import Handling, Policy, PrivacyClass

MOST_AGENTS = 50
MAX_NAME = 100


@dataclass(frozen=True, slots=True)
class OwnerSettings:
    """The settings of one owner. `version` grows with each change, 0 where nothing was set. `recall_off` names agents
    that are told nothing by a recall while what they bring in is remembered all the same."""

    privacy: Policy = field(default_factory=Policy)
    recall_off: tuple[str, ...] = ()
    version: int = 0

    def as_json(self) -> dict[str, Any]:
        """What is stored: what differs from the defaults only."""
        default = Policy()
        own = {kind.value: self.privacy.of(kind).value for kind in PrivacyClass}
        return {
            "privacy": {kind: told for kind, told in own.items() if told != default.of(PrivacyClass(kind)).value},
            "recall_off": list(self.recall_off),
        }

    @classmethod
    def read(cls, stored: Mapping[str, Any], version: int) -> OwnerSettings:
        """Settings as they were stored; what this release does not know is passed over."""
        kinds, ways = {kind.value for kind in PrivacyClass}, {way.value for way in Handling}
        told = {
            PrivacyClass(kind): Handling(way)
            for kind, way in dict(stored.get("privacy", {})).items()
            if kind in kinds and way in ways
        }
        return cls(Policy(told), tuple(stored.get("recall_off", ())), version)

    def changed(
        self, *, privacy: Mapping[PrivacyClass, Handling] | None = None, recall_off: tuple[str, ...] | None = None
    ) -> OwnerSettings:
        """The next version; what is None stays. Raises InvalidInputError for names out of bounds."""
        agents = self.recall_off if recall_off is None else tuple(dict.fromkeys(name.strip() for name in recall_off))
        if len(agents) > MOST_AGENTS or not all(0 < len(name) <= MAX_NAME for name in agents):
            raise InvalidInputError(
                f"recall_off has {len(agents)} agents, or one without a name.",
                field="recallOff",
                remedy=f"Name at most {MOST_AGENTS}, with 1 to {MAX_NAME} characters each.",
            )
        handling = {kind: self.privacy.of(kind) for kind in PrivacyClass} | dict(privacy or {})
        return OwnerSettings(Policy(handling), agents, self.version + 1)
