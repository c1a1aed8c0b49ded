"""`graphmem webhook`: addresses that are told of events, and deliveries that were given up."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated

import typer

from graphmem.cli.listing import Limit, show, whole, wide
from graphmem.cli.options import JsonFlag, OwnerOption
from graphmem.cli.output import err, escape, out, print_json
from graphmem.cli.working import on
from graphmem.model.ids import shown
from graphmem.model.webhook import EventKind

if TYPE_CHECKING:
    from graphmem.facade import GraphMem
    from graphmem.model.job import Job
    from graphmem.model.palace import Owner
    from graphmem.model.webhook import Webhook

app = typer.Typer(no_args_is_help=True)

WebhookId = Annotated[str, typer.Argument(metavar="ID", help="As `webhook list` shows it.")]


@app.command()
def add(
    url: Annotated[str, typer.Argument(help="Where events are sent, with https or on this machine.")],
    event: Annotated[
        list[EventKind] | None, typer.Option("--event", help="Which events; may be repeated. All when missing.")
    ] = None,
    owner: OwnerOption = None,
) -> None:
    """Have events sent to an address. The secret that signs them is printed once, alone on standard output."""
    added = on(owner, lambda memory, whose: memory.webhooks.add(whose, url, event or ()))
    err.print(f"Webhook {shown(added.id)}. Keep its secret now, it is not shown again:", markup=False)
    typer.echo(added.secret)


@app.command(name="list")
def list_(owner: OwnerOption = None, as_json: JsonFlag = False) -> None:
    """List webhooks, the oldest first."""

    async def kept(memory: GraphMem, whose: Owner) -> list[dict[str, object]]:
        return [_plain(one) for one in await memory.webhooks.list(whose)]

    found = on(owner, kept)
    columns = (whole("webhook"), wide("address", 2), "events", whole("since"))
    show(found, _row, *columns, title="Webhooks", empty="No webhook.", as_json=as_json)


@app.command()
def remove(webhook: WebhookId, owner: OwnerOption = None) -> None:
    """Send nothing more to a webhook."""
    removed = on(owner, lambda memory, whose: memory.webhooks.remove(whose, webhook))
    out.print(f"Removed {removed.url}.", markup=False)


@app.command(name="test")
def ping(webhook: WebhookId, owner: OwnerOption = None, as_json: JsonFlag = False) -> None:
    """Send a ping to a webhook now."""
    status = on(owner, lambda memory, whose: memory.webhooks.test(whose, webhook))
    if as_json:
        print_json({"status": status})
    else:
        out.print(f"The receiver answered {status}.")


@app.command()
def dead(limit: Limit = 20, owner: OwnerOption = None, as_json: JsonFlag = False) -> None:
    """List deliveries that were given up, the last first; `graphmem jobs --retry ID` sends one again."""
    page = on(owner, lambda memory, whose: memory.webhooks.dead(whose, first=limit))
    columns = (whole("job"), whole("asked for"), "attempts", wide("error", 2))
    show(list(page.items), _given_up, *columns, title="Given up", empty="Nothing was given up.", as_json=as_json)


def _plain(one: Webhook) -> dict[str, object]:
    return {name: value for name, value in asdict(one).items() if name != "secret"}


def _row(one: dict[str, object]) -> tuple[str, ...]:
    events = one["events"]
    assert isinstance(events, tuple)
    return shown(str(one["id"])), escape(str(one["url"])), ", ".join(events), f"{one['created_at']:%Y-%m-%d %H:%M}"


def _given_up(job: Job) -> tuple[str, ...]:
    return shown(job.id), f"{job.created_at:%Y-%m-%d %H:%M}", str(job.attempts), escape(job.error or "")
