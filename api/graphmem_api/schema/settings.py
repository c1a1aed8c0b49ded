"""The owner's settings of their own memory."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any

import strawberry
from strawberry import argument, union

from graphmem.model import owner_choices
from graphmem.model import owner_settings as model
from graphmem.model.palace import Actor
from graphmem.model.privacy import Handling, PrivacyClass
from graphmem_api.context import Info
from graphmem_api.schema.from_model import copy_fields
from graphmem_api.schema.problems import InvalidInput, with_invalid_input

strawberry.enum(
    PrivacyClass,
    description="A class of private data: a password or key; a payment card; an account; a number of the state; "
    "a phone number; an address of mail.",
)
strawberry.enum(
    Handling,
    description="KEEP it; MASK it in all that is derived from the verbatim turn, which keeps it; REFUSE what holds it.",
)


@strawberry.type(description="The treatment of one class of private data.")
class PrivacyRule:
    kind: PrivacyClass
    handling: Handling


@strawberry.type(description="A choice: the owner's, or one agent's where it differs.")
class Choice:
    name: str = strawberry.field(description="Like topK in words of the command line: top_k, auto_mine …")
    value: str | None = strawberry.field(description="The chosen value; null leaves it to the server.")
    agent: str | None = strawberry.field(description="The agent it is for; null for all.")
    meaning: str
    bounds: str = strawberry.field(description="The possible values, in words.")


@strawberry.type(description="The changes of one version of the settings.")
class SettingChange:
    name: str
    before: str
    after: str


@strawberry.type(description="A version of the settings. It holds from when it is known: both clocks are one.")
class SettingsVersion:
    version: int
    at: datetime
    until: datetime | None = strawberry.field(description="When the next one came; null for the present one.")
    via: str
    key: str | None = strawberry.field(description="Prefix of the key that set it.")
    agent: str | None
    person: str | None
    changes: list[SettingChange]

    @classmethod
    def of(cls, change: model.SettingsChange) -> SettingsVersion:
        by = change.by or Actor("graphmem")
        told = [SettingChange(name=name, before=pair[0], after=pair[1]) for name, pair in change.changes.items()]
        return copy_fields(cls, change, via=by.via, key=by.key, agent=by.agent, person=by.person, changes=told)


def _choices(settings: model.OwnerSettings) -> list[Choice]:
    layers = [(None, settings.choices), *settings.agents.items()]
    return [
        Choice(
            name=name,
            value=owner_choices.said(own[name]) if name in own else None,
            agent=agent,
            meaning=about.metadata["line"],
            bounds=owner_choices.bounds(name),
        )
        for agent, own in layers
        for name, about in owner_choices.CHOICES.items()
        if agent is None or name in own
    ]


async def _versions(info: Info) -> list[SettingsVersion]:
    context = info.context
    return [SettingsVersion.of(one) for one in await context.memory.owner_settings.history(context.owner)]


@strawberry.type(description="The owner's settings. Other servers see a change within 15 seconds.")
class OwnerSettings:
    version: int = strawberry.field(description="Grows with each change; 0 where nothing was set.")
    privacy: list[PrivacyRule] = strawberry.field(description="One for each class.")
    recall_off: list[str] = strawberry.field(
        description="Agents that no recall tells anything, while what they bring in is remembered."
    )

    choices: list[Choice] = strawberry.field(description="How memory works, for all and for single agents.")
    versions: list[SettingsVersion] = strawberry.field(
        resolver=_versions, description="The history of changes with their authors, the latest first: the last hundred."
    )

    @classmethod
    def of(cls, settings: model.OwnerSettings) -> OwnerSettings:
        rules = [PrivacyRule(kind=kind, handling=settings.privacy.of(kind)) for kind in PrivacyClass]
        return copy_fields(cls, settings, privacy=rules, choices=_choices(settings))


@strawberry.input(description="The treatment to set for one class of private data.")
class PrivacyRuleInput:
    kind: PrivacyClass
    handling: Handling


@strawberry.input(description="A choice to set.")
class ChoiceInput:
    name: str = strawberry.field(description="As `choices` names it.")
    value: str | None = strawberry.field(
        default=None, description="`on`, `off`, a number or names; null takes it back."
    )


SetSettingsPayload = Annotated[
    OwnerSettings | InvalidInput,
    union("SetSettingsPayload", description="The settings as they are now, or why they were not changed."),
]
Rules = Annotated[list[PrivacyRuleInput] | None, argument("The classes to change; the others stay.")]
Agents = Annotated[list[str] | None, argument("All of them; what was set stays when missing.")]
Chosen = Annotated[list[ChoiceInput] | None, argument("Choices to set; the rest stays.")]
ForAgent = Annotated[str | None, argument("The agent whose `choices` they are; all agents when missing.")]
Version = Annotated[int | None, argument("The version that you saw: refused when somebody changed it meanwhile.")]


async def _settings(info: Info) -> OwnerSettings:
    return OwnerSettings.of(await info.context.memory.owner_settings.get(info.context.owner))


@with_invalid_input()
async def _set(
    info: Info,
    privacy: Rules = None,
    recall_off: Agents = None,
    version: Version = None,
    choices: Chosen = None,
    agent: ForAgent = None,
) -> SetSettingsPayload:
    wanted = {rule.kind: rule.handling for rule in privacy or ()}
    chosen = {one.name: one.value for one in choices or ()}
    how: dict[str, Any] = {"recall_off": recall_off, "version": version, "agent": agent}
    settings, owner = info.context.memory.owner_settings, info.context.owner
    return OwnerSettings.of(await settings.set(owner, privacy=wanted, choices=chosen, **how))


@strawberry.type
class SettingsQuery:
    settings: OwnerSettings = strawberry.field(resolver=_settings, description="The owner's settings.")


@strawberry.type
class SettingsMutation:
    set_settings: SetSettingsPayload = strawberry.mutation(
        resolver=_set, description="Change the owner's settings; a missing one stays."
    )
