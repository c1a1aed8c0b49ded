"""The owner's settings, keys and model costs, and a form that changes the settings."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta

from starlette.responses import Response

from graphmem.errors import InvalidInputError
from graphmem.model.access import Scope
from graphmem.model.owner_choices import CHOICES, DECLARED, FOR_ALL, said
from graphmem.model.privacy import Handling, PrivacyClass
from graphmem_api.page.service import DAYS
from graphmem_api.page.visit import HOME, Visit


async def settings(visit: Visit) -> Response:
    """Show private data, muted agents, keys with their scopes, and the cost of a month."""
    memory, owner, now = visit.memory, visit.owner, datetime.now(UTC)
    administers = Scope.ADMIN in visit.rights
    agent = visit.request.query_params.get("agent", "").strip()
    found, versions, usage = await asyncio.gather(
        memory.owner_settings.get(owner),
        memory.owner_settings.history(owner),
        memory.usage_report(owner, now.date() - timedelta(days=DAYS - 1)),
    )
    keys = await memory.keys.issued(owner) if administers else []
    costs = [row.usage.cost for row in usage if row.usage.cost is not None]
    own = found.agents.get(agent, {}) if agent else found.choices
    return visit.page(
        "settings.html",
        found=found,
        agent=agent,
        choices=[
            (name, said(own[name]) if name in own else "", one.metadata)
            for name, one in CHOICES.items()
            if name not in DECLARED and not (agent and name in FOR_ALL)
        ],
        declarations=[(name, said(found.choices[name]) if name in found.choices else "") for name in DECLARED],
        versions=versions[:10],
        kinds=[(kind.value, found.privacy.of(kind).value) for kind in PrivacyClass],
        ways=[way.value for way in Handling],
        administers=administers,
        keys=[(key, key.expired(now)) for key in keys],
        tokens=sum(row.usage.tokens for row in usage),
        calls=sum(row.usage.calls for row in usage),
        cost=sum(costs) if costs else None,
        days=DAYS,
        reads=memory.settings.reads_per_minute,
        writes=memory.settings.writes_per_minute,
    )


async def change(visit: Visit) -> Response:
    """Save the form's settings, unless they have changed since the form was shown."""
    form = visit.form
    privacy = {kind: _way(kind, form[kind.value]) for kind in PrivacyClass if kind.value in form}
    agents = [name for name in form.get("recall_off", "").splitlines() if name.strip()]
    choices = {name: form[name].strip() or None for name in CHOICES if name in form}
    version = form.get("version", "")
    if not (version.isascii() and version.isdecimal() and len(version) < 10):
        raise InvalidInputError(f"{version[:40]!r} is no version.", field="version", remedy="Load the page again.")
    await visit.memory.owner_settings.set(
        visit.owner, privacy=privacy, recall_off=agents if "recall_off" in form else None, version=int(version),
        choices=choices, agent=form.get("agent", "").strip() or None,
    )  # fmt: skip
    return visit.redirect(f"{HOME}/settings", "set")


def _way(kind: PrivacyClass, given: str) -> Handling:
    if given not in [*Handling]:
        raise InvalidInputError(
            f"{given[:40]!r} is nothing that can be done with {kind.value}.",
            field=kind.value,
            remedy=f"Choose one of {', '.join(Handling)}.",
        )
    return Handling(given)
