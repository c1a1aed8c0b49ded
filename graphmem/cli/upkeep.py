"""Upkeep of a store: jobs, costs, retention, health and repair."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Annotated, Any

import typer

from graphmem.cli.listing import After, Limit, Listing, facts, right, table, whole, wide
from graphmem.cli.memory_commands import answers
from graphmem.cli.opened_memory import Target, on, run_on_memory
from graphmem.cli.options import JsonFlag, OwnerOption, asked_for
from graphmem.cli.output import EVERYBODY, escape, out, print_json, say
from graphmem.cli.verb_commands import command
from graphmem.model.change import Change
from graphmem.model.ids import shown
from graphmem.model.job import Job, JobState
from graphmem.model.palace import Page
from graphmem.model.procedure import MemoryStats
from graphmem.model.retention import Retained
from graphmem.model.usage import DailyUsage
from graphmem.owned import OwnedMemory

if TYPE_CHECKING:
    from graphmem.services.ingestion.reform import Reforming

_COLOURS = {
    JobState.RUNNING: "cyan",
    JobState.FAILED: "yellow",
    JobState.DONE: "green",
    JobState.DEAD: "red",
    JobState.CANCELLED: "dim",
}


def _job(job: Job) -> tuple[str, ...]:
    state = f"[{_COLOURS.get(job.state, 'bold')}]{job.state.value}[/]"
    done = f"{job.done}/{job.total}" if job.total is not None else str(job.done)
    tried, asked = f"{job.attempts}/{job.max_attempts}", f"{job.created_at:%Y-%m-%d %H:%M}"
    return shown(job.id), job.kind.value, state, done, tried, asked, escape(job.error or "")


JOBS = Listing(
    _job, ("job", "kind", "state", right("done"), right("attempts"), whole("asked for"), wide("error", 2)),
    title="Jobs", empty="No job: nothing was asked for in the background.", empty_after="No more jobs.",
)  # fmt: skip


def _show_jobs(found: Page[Job], *, state: list[JobState] | None, after: str | None) -> None:
    JOBS(found, after=after, empty="No job in that state." if state and not after else "")
    if any(job.state is JobState.DEAD for job in found.items):
        out.print("Try a dead one again: graphmem jobs --retry ID", style="yellow", markup=False)


@answers(_show_jobs, as_plain=JOBS.plain)
async def jobs(
    target: Target,
    retry: Annotated[str | None, typer.Option(metavar="ID", help="Requeue a dead or failed job now.")] = None,
    state: Annotated[list[JobState] | None, typer.Option(help="Only this state; may be repeated.")] = None,
    limit: Limit = 20,
    after: After = None,
) -> Page[Job]:
    """List background jobs, the last first, with their errors."""
    if retry is not None:
        return Page((await target.memory.jobs.retry(target.owner, retry),), has_next=False, cursors=())
    return await target.memory.jobs.list(target.owner, states=state or (), first=limit, after=after)


def _usage(row: DailyUsage) -> tuple[str, ...]:
    spent = row.usage
    numbers = (spent.calls, spent.texts, spent.tokens, spent.output_tokens)
    cost = "–" if spent.cost is None else f"{spent.cost:.4f}"
    return row.day.isoformat(), spent.source, escape(spent.model), *(f"{n:,}" for n in numbers), cost


USAGE = Listing(
    _usage,
    ("day", "source", "model", right("calls"), right("texts"), right("tokens"), right("written"), right("cost")),
    title="Usage", empty="",
)  # fmt: skip


def _show_usage(rows: list[DailyUsage], *, days: int) -> None:
    USAGE(rows, empty=f"No model was called in {days} day(s).")


@answers(_show_usage, as_plain=lambda rows: [{"day": row.day.isoformat(), **asdict(row.usage)} for row in rows])
async def usage(
    target: Target,
    days: Annotated[int, typer.Option(min=1, max=3_660, help="Number of days, today included.")] = 30,
) -> list[DailyUsage]:
    """Show the cost of model calls by day, source and model."""
    until = datetime.now(UTC).date() + timedelta(days=1)
    return await target.memory.usage_report(target.owner, until - timedelta(days=days), until)


@command(OwnedMemory.stats)
def stats(found: MemoryStats) -> None:
    """Count memories by category, tier and source, with their tokens."""
    say(
        f"{found.memories:,} memories live, about {found.tokens:,} tokens; {found.former:,} former; "
        f"{found.procedures:,} procedures, {found.episodes:,} episodes, {found.entities:,} entities."
    )
    for name, tallies in {
        "category": found.by_category,
        "tier": found.by_tier,
        "derived from": found.by_data_source,
        "turns of": found.drawers_by_role,
    }.items():
        rows = [
            (escape(kind.replace("_", " ")), f"{one.memories:,}", f"{one.tokens:,}") for kind, one in tallies.items()
        ]
        if rows:
            out.print()
            out.print(table(name, right("how many"), right("tokens"), rows=rows))


def _show_retained(found: Retained) -> None:
    if not found.count:
        out.print("Nothing is older than its rule, or there is no rule: graphmem settings retention=episode=90d")
        return
    rows = [
        (shown(one.memory.id), one.rule, f"{one.memory.recorded_at:%Y-%m-%d}", escape(one.memory.text))
        for one in found.outlived
    ]
    out.print(table(whole("memory"), whole("rule"), whole("recorded"), wide("text", 3), rows=rows))
    out.print(f"{found.count:,} memories {'would go: give --apply' if found.dry else 'are believed no longer'}.")


@answers(_show_retained)
async def retention(
    target: Target,
    apply: Annotated[bool, typer.Option("--apply", help="Retract them now, as each nightly dream does.")] = False,
    limit: Limit = 20,
) -> Retained:
    """Show memories older than the setting `retention` allows, and write nothing; or retract them."""
    return await target.memory.background.retention.apply(target.owner, dry=not apply, limit=limit)


@answers(lambda found: out.print(facts((name, str(value)) for name, value in found.items())))
async def health(target: Target) -> dict[str, Any]:
    """Show the server, the embedder, and the size of the memory."""
    return await target.memory.health(owner=target.owner)


@answers(lambda read: f"{read} turns and memories read.", as_plain=None)
async def backfill(target: Target) -> int:
    """Embed turns that have no vector, and read again turns of an older version."""
    return await target.memory.backfill(owner=target.owner, progress=target.news)


def doctor(
    repair: Annotated[bool, typer.Option("--repair", help="Repair safe cases.")] = False,
    cluster: Annotated[bool, typer.Option("--cluster", help="Examine the server or cluster instead.")] = False,
    as_json: JsonFlag = False,
) -> None:
    """Check the invariants of the whole graph; exit with 1 if one is broken. Warnings break none.

    `--repair` mends safe cases and can be repeated; for the others the remedy is shown. `--cluster` examines the target
    of NEO4J_URI: edition, roles, routing, lag of readers, rights and settings.
    """
    if cluster:
        from graphmem.cli.cluster import examine

        return examine(as_json=as_json)

    found = run_on_memory(lambda memory, news: memory.doctor(progress=news, repair=repair))
    findings = [asdict(one) for one in found]
    broken = [finding for finding in findings if finding["count"] and finding["grave"]]
    if as_json:
        print_json({"ok": not broken, "checks": findings})
    else:
        out.print(table("check", "found", "example", rows=map(_checked, findings), title=""))
        for finding in findings:
            _tell_remedy(finding)
    if broken:
        raise typer.Exit(1)
    return None


def _checked(finding: dict[str, object]) -> tuple[str, ...]:
    colour = ("red" if finding["grave"] else "yellow") if finding["count"] else "green"
    return escape(str(finding["check"])), f"[{colour}]{finding['count']}[/]", str(finding["example"] or "")


def _tell_remedy(finding: Mapping[str, object]) -> None:
    """Print the repair of a finding, or its remedy."""
    if finding["repaired"]:
        say(f"Mended {finding['repaired']}: {finding['check']}. Now {finding['remedy']}.")
    if finding["count"]:
        how = "graphmem doctor --repair: " if finding["repairable"] and not finding["repaired"] else ""
        say(f"Not so: {finding['check']}. Remedy: {how}{finding['remedy']}.")


def reform(
    owner: OwnerOption = None,
    everyone: Annotated[bool, typer.Option("--all", help="The memories of every owner.")] = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only show what would change.")] = False,
    as_json: JsonFlag = False,
) -> None:
    """Rebuild rule-made memories from their turns, as quotes; the old text stays as a version.

    Pinned and immutable ones, and those by a model or a person, are left alone. It can be run again at any time.
    """
    how: dict[str, Any] = {"owner": owner, "everyone": everyone, "dry_run": dry_run}
    found = run_on_memory(
        lambda memory, news: memory.reform(**how, progress=news), owner=EVERYBODY if everyone else owner
    )
    if as_json:
        print_json({name: {**_counts(one), "changes": one.changes} for name, one in found.items()})
        return
    for name, one in found.items():
        told = ", ".join(f"{count} {change}" for change, count in _counts(one).items())
        out.print(f"[bold]{escape(name)}[/]: {told}{' (nothing was written)' if dry_run else ''}")
        for _, before, after in one.changes if dry_run else ():
            out.print(f"  {escape(before)}\n    → {escape(after) or '[dim]retracted[/]'}", soft_wrap=True)


def _counts(one: Reforming) -> dict[str, int]:
    return {change.value: one.counts[change] for change in Change}


def reindex(
    schema_only: Annotated[bool, typer.Option("--schema-only", help="Only create what is missing.")] = False,
) -> None:
    """Rebuild the indexes and embed everything with the configured embedder."""
    done = run_on_memory(
        lambda memory, news: memory.reindex(schema_only=schema_only, progress=news), check_embedder=False
    )
    out.print(f"Indexes are online; {done} turns embedded.")


def erase(
    owner: Annotated[str, typer.Argument(callback=asked_for, help="The owner whose memory is erased for good.")],
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False,
    as_json: JsonFlag = False,
) -> None:
    """Erase all data of an owner, the bearer keys included, and print a receipt. There is no undo."""
    if not yes:
        typer.confirm(f"Erase everything that {owner!r} ever said?", abort=True)
    receipt = on(owner, lambda one: one.memory.erase(owner=owner, progress=one.news))
    if as_json:
        print_json(asdict(receipt) | {"nodes": receipt.nodes, "digest": receipt.digest})
        return
    say(f"{receipt.nodes} nodes removed of {receipt.owner} at {receipt.at:%Y-%m-%d %H:%M:%S} UTC.")
    for label, count in sorted(receipt.counts.items()):
        out.print(f"  {label}: {count}", markup=False)
    say(f"Receipt {receipt.digest}", "dim")
    out.print("Not reached:", style="dim")
    for told in receipt.not_reached:
        out.print(f"  {told}", style="dim", markup=False)
