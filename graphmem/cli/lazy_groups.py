"""Groups of commands whose module is imported on first use: the benchmarks import half of graphmem."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import typer
from typer.core import TyperGroup


class _Deferred(TyperGroup):
    module, name_there = "", ""

    # The base class keeps its commands in an attribute, and every look-up of a command reads that.
    @property
    def commands(self) -> Any:
        group = typer.main.get_group(getattr(import_module(self.module), self.name_there))
        return group.commands

    @commands.setter
    def commands(self, given: Any) -> None:
        """The setter, which the base class calls with an empty table."""


def deferred(module: str, name: str = "app") -> typer.Typer:
    """A group with the commands of the module's group of that name."""
    told = {"module": module, "name_there": name}
    return typer.Typer(cls=type("Deferred", (_Deferred,), told), no_args_is_help=True)
