"""Recall over a year, by rule and share awake, as a picture."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from graphmem.errors import InvalidInputError


def draw(curves: Mapping[str, Sequence[float]], days: Sequence[int], path: Path) -> None:
    """Draw the recall of each rule on these days, a panel for each share awake. Raises InvalidInputError."""
    try:
        from matplotlib.figure import Figure
    except ImportError as error:
        raise InvalidInputError(
            "matplotlib is not installed, which --plot draws with.",
            field="plot",
            remedy="Install the extra: pip install 'graphmem-neo4j[plots]', or leave out --plot.",
        ) from error
    shares = sorted({name.rpartition(" ")[2] for name in curves if not name.startswith("none")}, reverse=True)
    everything = next((curve for name, curve in curves.items() if name.startswith("none")), [])
    figure = Figure(figsize=(4.2 * len(shares), 4.0), layout="constrained")
    panels = figure.subplots(1, len(shares), sharey=True, squeeze=False)[0]
    for share, panel in zip(shares, panels, strict=True):
        panel.plot(days, everything, color="black", linestyle=":", label="all awake")
        for name, curve in curves.items():
            rule, _, mine = name.rpartition(" ")
            if mine == share:
                width = 2.5 if rule in ("graphmem", "dream") else 1.2
                panel.plot(days, curve, marker="o", markersize=3, linewidth=width, label=rule.replace("_", " "))
        panel.set_title(f"{share}% awake")
        panel.set_xlabel("day")
        panel.set_ylim(0, 100)
    panels[0].set_ylabel("recall of held questions, %")
    panels[0].legend(fontsize=7, loc="lower left")
    try:
        figure.savefig(path, format="png", dpi=120)
    except OSError as error:
        raise InvalidInputError(
            f"{path} cannot be written ({error.strerror}).", field="plot", remedy="Name a folder that exists."
        ) from error
