"""The entry point of `graphmem`.

A coding client's hooks run at every prompt, so they are answered before the command line is imported.
"""

from __future__ import annotations

import gc
import sys

HOOKS = ("session-start", "prompt", "stop", "stop-with-steps")
COMMANDS = ("install", "status", "import", "own-memory")


def main() -> None:
    """Run a command."""
    if len(sys.argv) == 3 and sys.argv[1] == "hook" and sys.argv[2] in HOOKS:
        from graphmem.hooks.events import answer

        answer(sys.argv[2])
        return
    if _is_a_client():
        # With 2, as a wrong argument ends otherwise, a client would discard its user's prompt.
        sys.stderr.write(f"graphmem has no hook {sys.argv[2]!r}; it has {', '.join(HOOKS)}.\n")
        sys.exit(1)
    gc.disable()  # imports make no garbage, and looking for it takes a tenth of their time
    from graphmem.cli.app import main as command_line

    gc.enable()
    command_line()


def _is_a_client() -> bool:
    """Whether a client calls an unknown hook, as from settings of another release.

    Then nobody sits at a terminal.
    """
    is_hook = len(sys.argv) == 3 and sys.argv[1] == "hook" and not sys.argv[2].startswith("-")
    return is_hook and sys.argv[2] not in COMMANDS and not (sys.stdin and sys.stdin.isatty())


if __name__ == "__main__":
    main()
