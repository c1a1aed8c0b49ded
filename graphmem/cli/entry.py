"""Where `graphmem` begins: the hooks of a coding client run at every prompt, so they are answered before the command
line is imported."""

from __future__ import annotations

import sys

HOOKS = ("session-start", "prompt", "stop")


def main() -> None:
    """Run a command."""
    if len(sys.argv) == 3 and sys.argv[1] == "hook" and sys.argv[2] in HOOKS:
        from graphmem.hooks.events import answer

        answer(sys.argv[2])
        return
    from graphmem.cli.app import main as command_line

    command_line()


if __name__ == "__main__":
    main()
