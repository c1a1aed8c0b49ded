"""Groups of commands whose module is imported when one of them is asked for: what measures brings half of graphmem."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import typer
from typer.core import TyperGroup


class _Deferred(TyperGroup):
    module, name_there = "", ""

    # The base class keeps its commands in an attribute, and everything that looks for one reads that.
    @property
    def commands(self) -> Any:
        group = typer.main.get_group(getattr(import_module(self.module), self.name_there))
        return group.commands

    @commands.setter
    def commands(self, given: Any) -> None:
        """It starts without any."""


def deferred(module: str, name: str = "app") -> typer.Typer:
    """A group with the commands of the one of that name in the module."""
    told = {"module": module, "name_there": name}
    return typer.Typer(cls=type("Deferred", (_Deferred,), told), no_args_is_help=True)
