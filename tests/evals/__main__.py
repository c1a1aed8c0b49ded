"""`python -m tests.evals …`: what learns, tunes, and judges labelled lines or research data."""

from __future__ import annotations

import sys

import typer

from graphmem.cli.output import err
from graphmem.errors import GraphMemError
from tests.evals.commands import benches, labelled, peers, research
from tests.evals.commands.context import context
from tests.evals.commands.digests import digests
from tests.evals.commands.forgetting import contradictions, forgetting
from tests.evals.commands.graph import graph
from tests.evals.commands.trajectories import trajectories
from tests.evals.commands.tuning import tune
from tests.evals.commands.workflows import workflows

app = typer.Typer(no_args_is_help=True, pretty_exceptions_enable=False, help=__doc__)
LABELLED = (
    *(
        labelled.gate,
        labelled.language,
        labelled.dates,
        labelled.privacy,
        labelled.relations,
        labelled.changes,
        labelled.small,
    ),
    *(labelled.talks, labelled.formation, labelled.sessions, labelled.coding, labelled.router, labelled.situations),
    *(labelled.poison, labelled.people, forgetting, contradictions, graph),
)
for command in (*LABELLED, context, digests, trajectories, tune, workflows):
    app.command()(command)
app.command("own_types")(labelled.own_types)
app.command("own_instructions")(labelled.own_instructions)
for group in (research, benches, peers):
    app.registered_commands += group.app.registered_commands


def command_names() -> frozenset[str]:
    """Every evaluation by its name."""
    return frozenset(typer.main.get_command(app).commands)  # type: ignore[attr-defined]


def main() -> None:
    """Run an evaluation; an expected failure prints its message and its remedy."""
    try:
        app()
    except GraphMemError as error:
        err.print(f"{error.code} {error.message}", style="red", markup=False)
        err.print(f"→ {error.remedy}", style="yellow", markup=False)
        sys.exit(error.exit_code)


if __name__ == "__main__":
    main()
