"""What the owner has set for their own memory."""

from __future__ import annotations

from typing import Annotated

import strawberry

from graphmem.model import owner_settings as model
from graphmem.model.privacy import Handling, PrivacyClass
from graphmem_api.context import Context, Info
from graphmem_api.schema.problems import InvalidInput, answered

strawberry.enum(
    PrivacyClass,
    description="What is private: a password or key; a payment card; an account; a number of the state; a phone "
    "number; an address of mail.",
)
strawberry.enum(
    Handling,
    description="KEEP it; MASK it in all that is derived from the verbatim turn, which keeps it; REFUSE what holds it.",
)


@strawberry.type(description="What is done with one class of private data.")
class PrivacyRule:
    kind: PrivacyClass
    handling: Handling


@strawberry.type(description="The owner's settings. Other servers see a change within 15 seconds.")
class OwnerSettings:
    version: int = strawberry.field(description="Grows with each change; 0 where nothing was set.")
    privacy: list[PrivacyRule] = strawberry.field(description="One for each class.")
    recall_off: list[str] = strawberry.field(
        description="Agents that no recall tells anything, while what they bring in is remembered."
    )

    @classmethod
    def of(cls, settings: model.OwnerSettings) -> OwnerSettings:
        rules = [PrivacyRule(kind=kind, handling=settings.privacy.of(kind)) for kind in PrivacyClass]
        return cls(version=settings.version, privacy=rules, recall_off=list(settings.recall_off))


@strawberry.input(description="What to do with one class of private data.")
class PrivacyRuleInput:
    kind: PrivacyClass
    handling: Handling


SetSettingsPayload = Annotated[
    OwnerSettings | InvalidInput,
    strawberry.union("SetSettingsPayload", description="The settings as they are now, or why they were not changed."),
]
Rules = Annotated[
    list[PrivacyRuleInput] | None, strawberry.argument(description="The classes to change; the others stay.")
]
Agents = Annotated[list[str] | None, strawberry.argument(description="All of them; what was set stays when missing.")]
Version = Annotated[
    int | None, strawberry.argument(description="What they are now: refused when somebody changed them meanwhile.")
]


async def _settings(info: Info) -> OwnerSettings:
    return OwnerSettings.of(await info.context.memory.owner_settings.get(info.context.owner))


async def _set(
    info: Info, privacy: Rules = None, recall_off: Agents = None, version: Version = None
) -> SetSettingsPayload:
    return await answered(_changed(info.context, privacy or [], recall_off, version))


async def _changed(
    context: Context, privacy: list[PrivacyRuleInput], recall_off: list[str] | None, version: int | None
) -> OwnerSettings:
    wanted = {rule.kind: rule.handling for rule in privacy}
    settings = context.memory.owner_settings
    return OwnerSettings.of(await settings.set(context.owner, privacy=wanted, recall_off=recall_off, version=version))


@strawberry.type
class SettingsQuery:
    settings: OwnerSettings = strawberry.field(resolver=_settings, description="What the owner has set.")


@strawberry.type
class SettingsMutation:
    set_settings: SetSettingsPayload = strawberry.mutation(
        resolver=_set, description="Change what the owner has set; what is not given stays."
    )
