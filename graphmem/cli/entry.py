"""Where `graphmem` begins: the hooks of a coding client run at every prompt, so they are answered before the command
line is imported."""

from __future__ import annotations

import sys

HOOKS = ("session-start", "prompt", "stop")


def main() -> None:
    """Run a command."""
    if len(sys.argv) == 3 and sys.argv[1] == "hook" and sys.argv[2] in HOOKS and not sys.stdin.isatty():
        from graphmem.hooks.events import told

        text = told(sys.argv[2], sys.stdin.read())
        sys.stdout.write(f"{text}\n" if text else "")
        return
    from graphmem.cli.app import main as command_line

    command_line()


if __name__ == "__main__":
    main()
