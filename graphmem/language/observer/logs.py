"""Lines written by programs: logs, warnings, traces. A person who pastes one states nothing."""

from __future__ import annotations

import re

_WRITTEN = re.compile(
    r"""
    ^[\s>|*\[(-]*(?:
      \d{4}-\d\d-\d\d[T\ ]\d\d:\d\d(?::\d\d|Z)                     # 2026-05-08 13:56:00.123Z …
      | \d\d:\d\d:\d\d(?:[.,]\d+)?\s                                # 13:56:00.123 …
      | \w[\w.-]*(?:\ [\w./-]+)?\[\d+\]:\s                          # host daemon[611]: …
      | (?:WARN(?:ING)?|ERROR|FATAL|CRITICAL|INFO|DEBUG|TRACE|PANIC)\b[\]):\s]
      | (?:warning|error|fatal|panic|npm\ ERR!)(?:\[\w+\])?:\s
      | (?:[A-Za-z_]\w*\.)*[A-Z]\w*(?:Error|Exception|Warning)(?:\s\[\w+\])?:\s
      | (?:Traceback\ \(most|Caused\ by:\s|Uncaught\s|thread\ '[^']*'\ panicked)
      | File\ "[^"]+",\ line\ \d | at\ \S+\s?\(\S+:\d+(?::\d+)?\)
      | (?:GET|POST|PUT|PATCH|DELETE|HEAD)\ /\S*\s
      | \$\ \w
    )
    | \s-->\s\S+:\d+                                                # warning … --> src/uplink.rs:212
    | \b(?:errno|os\ error|exit\ code|status\ code)\ \(?-?\d+\)?\)?\s*$
    """,
    re.VERBOSE,
)


def is_written_by_a_program(text: str) -> bool:
    """Whether a statement is a line of a log, a compiler's warning, or part of a trace."""
    return _WRITTEN.search(text) is not None
