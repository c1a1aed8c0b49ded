"""Notebooks, run by nbmake in a kernel of their own, as Jupyter runs them.

`python -m tests.support.notebooks NAME …` (`make notebooks`) runs notebooks of `notebooks/` on the memory of the
settings and stores their output.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import nbformat
from nbmake.nb_run import NotebookRun

NOTEBOOKS = Path(__file__).parent.parent.parent / "notebooks"
STORED = ("as-of", "life", "figures")
"""Notebooks that are stored with their output; the tour is not, since its readers run it."""

CELL_SECONDS = 300
"""Seconds for a cell, on a busy machine."""

Output = dict[str, Any]


def code(name: str) -> list[dict[str, Any]]:
    """The code cells of a notebook."""
    cells = json.loads((NOTEBOOKS / f"{name}.ipynb").read_text("utf-8"))["cells"]
    return [cell for cell in cells if cell["cell_type"] == "code"]


def printed(outputs: list[Output]) -> str:
    """The text that a cell prints, and its final value."""
    told = [one.get("text") or one.get("data", {}).get("text/plain", "") for one in outputs if not _is_plot(one)]
    return "".join("".join(part) for part in told)


def plots_of(outputs: list[Output]) -> int:
    """Number of plots of a cell."""
    return sum(map(_is_plot, outputs))


def play(name: str) -> nbformat.NotebookNode:
    """Run a notebook of `notebooks/` and return it with its output. Raises AssertionError if one fails."""
    result = NotebookRun(NOTEBOOKS / f"{name}.ipynb", CELL_SECONDS).execute()
    assert result.error is None, result.error.trace
    notebook: nbformat.NotebookNode = result.nb
    return notebook


def shown_by(notebook: nbformat.NotebookNode) -> list[list[Output]]:
    """The output of each code cell."""
    return [cell.outputs for cell in notebook.cells if cell.cell_type == "code"]


def _is_plot(output: Output) -> bool:
    return "image/png" in output.get("data", {})


def _joined(outputs: list[Output]) -> list[Output]:
    """The printed text of a cell as one output, from any number of pieces."""
    joined: list[Output] = []
    for output in outputs:
        if joined and output["output_type"] == "stream" == joined[-1]["output_type"]:
            joined[-1]["text"] += output["text"]
        else:
            joined.append(output)
    return joined


def _store(name: str) -> None:
    """Store a notebook with its output, without times and the kernel's name."""
    notebook = play(name)
    for cell in notebook.cells:
        cell.metadata.pop("execution", None)
        if cell.cell_type == "code":
            cell.outputs = _joined(cell.outputs)
    path = NOTEBOOKS / f"{name}.ipynb"
    notebook.metadata = json.loads(path.read_text("utf-8"))["metadata"]
    path.write_text(nbformat.writes(notebook) + "\n", "utf-8")  # type: ignore[no-untyped-call]


if __name__ == "__main__":
    for wanted in sys.argv[1:] or STORED:
        _store(wanted)
