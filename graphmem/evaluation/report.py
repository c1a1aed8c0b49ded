"""Result files: metrics, the settings that made them, and versions, as one JSON object."""

from __future__ import annotations

import json
import os
import platform
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import graphmem
from graphmem.drafts import drafted
from graphmem.errors import InvalidInputError

Report = dict[str, Any]
"""{"metrics": {…}, "settings": {…}} and, for retrieval, "latency_ms": {"p50": …, "p95": …}."""


def settings(**own: object) -> dict[str, Any]:
    """The data to repeat a run: the command's settings, versions and the machine's size."""
    return {
        **own,
        "graphmem": graphmem.__version__,
        "python": platform.python_version(),
        "cores": os.cpu_count(),
        "at": datetime.now(UTC).isoformat(timespec="seconds"),
    }


def write(report: Report, path: Path) -> None:
    """Write a report whole, so that a reader never sees half a file."""
    try:
        with drafted(path) as draft:
            draft.write_text(json.dumps(report, indent=2, ensure_ascii=False) + "\n", "utf-8")
    except OSError as error:
        raise InvalidInputError(
            f"{path} cannot be written ({error.strerror}).", field="json", remedy="Name a folder that exists."
        ) from error
