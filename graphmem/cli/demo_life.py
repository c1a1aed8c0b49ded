"""What the demo shows of time: what a dream would do a month on, what stops it, and that it can be taken back."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

from graphmem.cli.arrows import short
from graphmem.cli.output import escape, out
from graphmem.model.transcript import Conversation, Role, Session, Turn

if TYPE_CHECKING:
    from graphmem.cli.demo_sections import Lengths
    from graphmem.facade import GraphMem
    from graphmem.model.palace import Owner

LATER = timedelta(days=30)
"""How far the clock is put forward; the store's own stays where it is."""

SHOWN = 1
"""Changes that are shown."""

BY = "demo"

ASIDE = "demo-forgetting"
"""Whose memory is told something only to forget it; erased at the end."""

SAID_AT = datetime(2026, 5, 20, 9, tzinfo=UTC)
NUMBER, NEIGHBOUR = "My landline is 0212 555 10 20.", "My dentist is Selçuk Demir in Bostanlı."


async def show_a_month_later(memory: GraphMem, owner: Owner, lengths: Lengths) -> None:
    """Dream as if a month had gone by, and take the dream back: the store is what it was."""
    now = datetime.now(UTC) + LATER
    first = await memory.dreams.apply(owner, by=BY, now=now)
    plan, run = first.plan, first.run
    out.print(f"[bold]A month later[/]  a dream would change {len(plan.changes)} of {plan.awake} memories")
    if run is None:
        return
    for change in plan.changes[:SHOWN]:
        why = ", ".join((change.rule, *change.evidence[:1]))
        out.print(f"  {escape(short(change.text, lengths.text))}  [dim]{escape(why)}[/]", soft_wrap=True)
    if run.brake:
        out.print(f"  [yellow]held[/]  {escape(run.brake)}", end="", soft_wrap=True)
        run = (await memory.dreams.apply(owner, by=BY, confirm=True, now=now)).run
    if run is None:
        return
    undone = await memory.dreams.undo(owner, run.id, now=now)
    left = f", {len(undone.conflicts)} left as they are" if undone.conflicts else ""
    how = "Confirmed it changed" if plan.brake else "It changed"
    out.print(f"  {how} {run.changed}, and undone all {undone.memories} are what they were{left}.", soft_wrap=True)


async def show_forgetting(memory: GraphMem) -> None:
    """Forget one memory, mine its conversation again, and tell one again that sleeps."""
    await memory.erase(owner=ASIDE)
    owner = memory.owner(ASIDE)
    await memory.mine(_talk("talk"), owner=ASIDE)
    by_text = {one.text: one for one in (await memory.memories.page(owner)).items}
    number = next(one for text, one in by_text.items() if NUMBER[:-1] in text)
    neighbour = next(one for text, one in by_text.items() if NEIGHBOUR[:-1] in text)
    out.print(f"[bold]Forgetting[/]  {escape(NUMBER)}")
    await memory.memories.forget(owner, number.id)
    await memory.mine(_talk("the same talk in another export"), owner=ASIDE)
    left = [one.text for one in (await memory.memories.page(owner)).items]
    gone = "still gone" if not any(NUMBER[:-1] in text for text in left) else "back"
    out.print(f"  forgotten, and mined again from another export of the same talk: {gone}")
    await memory.dreams.demote(owner, neighbour.id)
    await memory.observer.observe(owner, NEIGHBOUR, speaker="Elif")
    tier = (await memory.memories.get(owner, neighbour.id)).memory.tier
    out.print(f"  put to sleep, told again, and now {tier.value}: {escape(NEIGHBOUR)}\n", soft_wrap=True)
    await memory.erase(owner=ASIDE)


def _talk(key: str) -> Conversation:
    turns = tuple(
        Turn(text, "Elif", Role.USER, SAID_AT + timedelta(minutes=place))
        for place, text in enumerate((NUMBER, NEIGHBOUR))
    )
    return Conversation(key, "A talk", None, (Session("A talk", SAID_AT, turns),))
