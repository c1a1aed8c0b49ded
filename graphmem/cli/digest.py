"""`graphmem digest NAME`: what is worth knowing of somebody or something, or of a talk, in few tokens."""

from __future__ import annotations

from graphmem.cli.asking import command
from graphmem.cli.output import out
from graphmem.cli.recall import print_context
from graphmem.model.digest import Digest
from graphmem.owned import OwnedMemory


@command(OwnedMemory.digest)
def digest(found: Digest) -> None:
    """Show what is worth knowing of somebody or something, or of a room, word for word within a budget of tokens."""
    if not found.lines:
        out.print(f"Nothing that holds is known of {found.title or found.about}.", markup=False)
        return
    print_context(found.text)
    more = f"; {found.left_out:,} more are known" if found.left_out else ""
    out.print(f"{found.tokens} of {found.budget} tokens{more}.", style="dim")
