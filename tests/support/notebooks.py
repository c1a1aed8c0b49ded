"""Notebooks, run cell by cell as Jupyter does, in this process: await at the top, the last value shown, plots as PNG.

`python -m tests.support.notebooks NAME …` (`make notebooks`) runs those of `notebooks/` on the memory of the settings
and stores what they show.
"""

from __future__ import annotations

import ast
import asyncio
import base64
import contextlib
import inspect
import io
import json
import sys
from pathlib import Path
from typing import Any

NOTEBOOKS = Path(__file__).parent.parent.parent / "notebooks"
STORED = ("as-of", "life", "figures")
"""Those that are kept with what they show. The tour is not: it is run by who reads it."""

Output = dict[str, Any]


def cells(name: str) -> list[dict[str, Any]]:
    """The cells of a notebook."""
    found: list[dict[str, Any]] = json.loads((NOTEBOOKS / f"{name}.ipynb").read_text("utf-8"))["cells"]
    return found


def code(name: str) -> list[dict[str, Any]]:
    """Its cells of code."""
    return [cell for cell in cells(name) if cell["cell_type"] == "code"]


def printed(outputs: list[Output]) -> str:
    """What a cell prints, and the value it ends with."""
    told = [one.get("text") or one.get("data", {}).get("text/plain", "") for one in outputs if not _is_plot(one)]
    return "".join("".join(part) for part in told)


def plots_of(outputs: list[Output]) -> int:
    """How many plots a cell shows."""
    return sum(map(_is_plot, outputs))


async def play(name: str, namespace: dict[str, Any] | None = None) -> list[list[Output]]:
    """Run a notebook; what each of its cells of code shows."""
    known = {"__name__": "__main__"} if namespace is None else namespace
    return [await _run("".join(cell["source"]), name, known) for cell in code(name)]


async def _run(source: str, name: str, namespace: dict[str, Any]) -> list[Output]:
    """Run a cell in a namespace with await at the top."""
    tree = ast.parse(source)
    last: ast.Expression | None = None
    if tree.body and isinstance(ending := tree.body[-1], ast.Expr):
        last = ast.Expression(ending.value)
        tree.body.pop()
    wrote, value = io.StringIO(), None
    with contextlib.redirect_stdout(wrote):
        for part, mode in ((tree, "exec"), (last, "eval")):
            if part is not None:
                compiled = compile(part, f"{name}.ipynb", mode, ast.PyCF_ALLOW_TOP_LEVEL_AWAIT)
                value = eval(compiled, namespace)
                if compiled.co_flags & inspect.CO_COROUTINE:
                    value = await value
    outputs: list[Output] = []
    if wrote.getvalue():
        outputs.append({"output_type": "stream", "name": "stdout", "text": _lines(wrote.getvalue())})
    outputs += _plots()
    if last is not None and value is not None:
        outputs.append(
            {"output_type": "execute_result", "metadata": {}, "execution_count": None,
             "data": {"text/plain": _lines(repr(value))}}
        )  # fmt: skip
    return outputs


def _plots() -> list[Output]:
    """The open figures, which are closed: shown at the end of the cell that drew them."""
    if "matplotlib.pyplot" not in sys.modules:
        return []
    from matplotlib import pyplot

    found: list[Output] = []
    for number in pyplot.get_fignums():
        drawn = io.BytesIO()
        pyplot.figure(number).savefig(drawn, format="png", dpi=80, bbox_inches="tight")
        data = {"image/png": base64.b64encode(drawn.getvalue()).decode(), "text/plain": ["<Figure>"]}
        found.append({"output_type": "display_data", "metadata": {}, "data": data})
    pyplot.close("all")
    return found


def _is_plot(output: Output) -> bool:
    return "image/png" in output.get("data", {})


def _lines(text: str) -> list[str]:
    return text.splitlines(keepends=True)


async def _store(name: str) -> None:
    path = NOTEBOOKS / f"{name}.ipynb"
    whole = json.loads(path.read_text("utf-8"))
    shown = iter(await play(name))
    for number, cell in enumerate([one for one in whole["cells"] if one["cell_type"] == "code"], 1):
        cell["outputs"], cell["execution_count"] = next(shown), number
        for output in cell["outputs"]:
            if output["output_type"] == "execute_result":
                output["execution_count"] = number
    path.write_text(json.dumps(whole, ensure_ascii=False, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    import matplotlib

    matplotlib.use("agg")
    for wanted in sys.argv[1:] or STORED:
        asyncio.run(_store(wanted))
