"""Result files of a comparison: rows by peer, and fingerprints of what they were measured on.

Rows of several files stand in one table only where the fingerprints agree. Versions of packages are a row's own: they
may differ between peers, not between two rows of one peer.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from graphmem.errors import InvalidInputError
from graphmem.evaluation import report
from tests.evals.peers.runner import Row
from tests.evals.peers.scoring import DEPTHS

Rows = dict[str, Row]


def of(rows: Rows, fingerprints: Mapping[str, object], **settings: object) -> report.Report:
    """A result."""
    return {
        "metrics": rows,
        "fingerprints": dict(fingerprints),
        "settings": report.settings(command="evals peers", **settings),
    }


def load(path: Path) -> report.Report:
    """A result file. Raises InvalidInputError for another one."""
    try:
        found: report.Report = json.loads(path.read_text("utf-8"))
        found["metrics"].keys(), found["fingerprints"].keys()
    except (OSError, ValueError, TypeError, KeyError, AttributeError) as error:
        raise InvalidInputError(
            f"{path} holds no comparison.", field="file", remedy="Name what `python -m tests.evals peers --json` wrote."
        ) from error
    return found


def merged(paths: Sequence[Path]) -> report.Report:
    """One result of several files. Raises InvalidInputError where they were not measured on the same."""
    first, *others = [(path, load(path)) for path in paths]
    rows: Rows = dict(first[1]["metrics"])
    for path, other in others:
        _same(first[0], first[1]["fingerprints"], path, other["fingerprints"])
        for name, row in other["metrics"].items():
            if name in rows:
                _same(first[0], _versions(rows[name]), path, _versions(row))
            rows[name] = row
    return {**first[1], "metrics": rows}


def _versions(row: Row) -> Mapping[str, object]:
    return {f"package {name}": version for name, version in row.get("packages", {}).items()}


def _same(path: Path, one: Mapping[str, Any], other_path: Path, other: Mapping[str, Any]) -> None:
    for name in sorted(one.keys() | other.keys()):
        mine, theirs = one.get(name), other.get(name)
        if mine != theirs:
            raise InvalidInputError(
                f"{name} differs: {str(mine)[:90]} in {path.name}, {str(theirs)[:90]} in {other_path.name}.",
                field=name,
                remedy=f"Measure both with the same {name.partition(' ')[0]}, or make a table of each.",
            )


def figures(row: Row) -> dict[str, str]:
    """A row's figures as they are printed, by heading; none of a system that was not measured."""
    found = {
        heading: value
        for data in ("locomo", "longmemeval")
        for level in ("turn", "session")
        for heading, value in _ranked(f"{data} {level}", row.get(data, {}).get(level, {}))
    }
    if changes := row.get("changes"):
        found["stale"] = f"{changes['stale']['all']:g}"
        found["comes back"] = f"{changes['comes_back']['all']:g}" if changes["comes_back"] else "–"
    if times := row.get("milliseconds"):
        found["ms to add a turn"] = f"{times['add_a_turn']:.0f}"
        found["ms of a search, p50 / p95"] = f"{times['search']['p50']:.0f} / {times['search']['p95']:.0f}"
        found["ms of embedding alone, p50"] = f"{times['embedding_alone']['p50']:.0f}"
    return found


def _ranked(what: str, level: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Figures of rankings: over all at every depth, and recall @10 by category."""
    for measure in ("recall", "any", "all") if level else ():
        values = (level[f"{measure}@{depth}"] for depth in DEPTHS)
        yield f"{what} {measure} @5 / 10 / 20", " / ".join(f"{value:.1f}" for value in values)
    for category, figures in level.get("by_category", {}).items():
        yield f"{what} recall @10, {category} ({figures['questions']})", f"{figures['recall@10']:.1f}"


def markdown(result: report.Report) -> str:
    """A table with a column for each peer, as the guide has it."""
    rows: Rows = result["metrics"]
    heads = [f"{name} {row['version']}" if "version" in row else name for name, row in rows.items()]
    names = list(dict.fromkeys(key for row in rows.values() for key in figures(row)))
    lines = [_line(["", *heads]), _line(["---"] * (len(heads) + 1))]
    lines += [_line([name, *(figures(row).get(name, "–") for row in rows.values())]) for name in names]
    for name, row in rows.items():
        if "failed" in row:
            lines.append(f"\n{name}: {row['failed']}")
    return "\n".join(lines)


def _line(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"
