"""`graphmem audit`: what was changed of a memory, by whom, through what."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from graphmem.cli.asking import plain
from graphmem.cli.listing import After, show
from graphmem.cli.options import JsonFlag, OwnerOption
from graphmem.cli.output import escape, print_json
from graphmem.cli.working import on

if TYPE_CHECKING:
    from graphmem.model.audit import Entry

SHOWN_IDS = 2


def audit(
    owner: OwnerOption = None,
    limit: Annotated[int, typer.Option("--limit", "-n", "--first", help="How many, 1 to 100.")] = 30,
    after: After = None,
    as_json: JsonFlag = False,
) -> None:
    """Show the changes of the last 90 days: time, verb, key and ids, the last first; no text."""

    page = on(owner, lambda memory, whose: memory.audit.page(whose, first=limit, after=after))
    if as_json:
        print_json({"entries": plain(page.items), "after": page.cursors[-1] if page.has_next else None})
        return
    empty = "Nothing was changed in the last 90 days."
    show(page, _row, "when", "what", "through", "who", "about", title="", empty=empty, as_json=False)


def _row(entry: Entry) -> tuple[str, ...]:
    who = " ".join(part for part in (entry.key, entry.agent or entry.person) if part)
    more = f" +{entry.count - SHOWN_IDS}" if entry.count > SHOWN_IDS else ""
    about = " ".join(id_[:12] for id_ in entry.ids[:SHOWN_IDS]) + more
    return f"{entry.at:%Y-%m-%d %H:%M:%S}", entry.verb.value, entry.via, escape(who), escape(about)
