"""`graphmem webhook`: addresses that receive events, and failed deliveries."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated, Any

import typer

from graphmem.cli.listing import Limit, Listing, whole, wide
from graphmem.cli.memory_commands import answers
from graphmem.cli.opened_memory import Target
from graphmem.cli.output import err, escape
from graphmem.model.ids import shown
from graphmem.model.job import Job
from graphmem.model.webhook import EventKind, Webhook

app = typer.Typer(no_args_is_help=True)

WebhookId = Annotated[str, typer.Argument(metavar="ID", help="The id, as `webhook list` shows it.")]


def _show_added(added: Webhook) -> None:
    err.print(f"Webhook {shown(added.id)}. Keep its secret now, it is not shown again:", markup=False)
    typer.echo(added.secret)


@app.command()
@answers(_show_added, as_plain=None)
async def add(
    target: Target,
    url: Annotated[str, typer.Argument(help="The address that receives events: https, or on this machine.")],
    event: Annotated[
        list[EventKind] | None, typer.Option("--event", help="Kinds of events; may be repeated. All when missing.")
    ] = None,
) -> Webhook:
    """Send events to an address. The secret that signs them is printed once, alone on standard output."""
    return await target.memory.webhooks.add(target.owner, url, event or ())


def _webhook(one: Webhook) -> tuple[str, ...]:
    return shown(one.id), escape(one.url), ", ".join(one.events), f"{one.created_at:%Y-%m-%d %H:%M}"


def _without_secrets(found: list[Webhook]) -> list[dict[str, Any]]:
    return [{name: value for name, value in asdict(one).items() if name != "secret"} for one in found]


WEBHOOKS = Listing(
    _webhook, (whole("webhook"), wide("address", 2), "events", whole("since")), title="Webhooks", empty="No webhook."
)


@app.command(name="list")
@answers(WEBHOOKS, as_plain=_without_secrets)
async def list_(target: Target) -> list[Webhook]:
    """List webhooks, the oldest first."""
    return await target.memory.webhooks.list(target.owner)


@app.command()
@answers(lambda removed: f"Removed {removed.url}.", as_plain=None)
async def remove(target: Target, webhook: WebhookId) -> Webhook:
    """Remove a webhook, so that it gets no more events."""
    return await target.memory.webhooks.remove(target.owner, webhook)


@app.command(name="test")
@answers(lambda status: f"The receiver answered {status}.", as_plain=lambda status: {"status": status})
async def ping(target: Target, webhook: WebhookId) -> int:
    """Send a ping to a webhook now."""
    return await target.memory.webhooks.test(target.owner, webhook)


def _given_up(job: Job) -> tuple[str, ...]:
    return shown(job.id), f"{job.created_at:%Y-%m-%d %H:%M}", str(job.attempts), escape(job.error or "")


GIVEN_UP = Listing(
    _given_up, (whole("job"), whole("asked for"), "attempts", wide("error", 2)), title="Given up",
    empty="Nothing was given up.",
)  # fmt: skip


@app.command()
@answers(GIVEN_UP)
async def dead(target: Target, limit: Limit = 20) -> list[Job]:
    """List failed deliveries, the last first; `graphmem jobs --retry ID` sends one again."""
    return list((await target.memory.webhooks.dead(target.owner, first=limit)).items)
