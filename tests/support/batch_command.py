"""A command that sends a batch at once and polls it often.

Run as `python batch_command.py mine FILE --batch`.
"""

from __future__ import annotations

from graphmem.cli.app import main
from graphmem.providers import batch_chat

if __name__ == "__main__":
    batch_chat.QUIET, batch_chat.PAUSES = 0.5, (0.1, 0.2)
    main()
