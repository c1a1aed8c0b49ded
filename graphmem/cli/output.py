"""Output of the commands: a console each for answers and for news, progress bars, and JSON.

Answers go to standard output, everything else to standard error, so that `graphmem … --json | jq` just works.
"""

from __future__ import annotations

import json
import signal
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import asdict, is_dataclass
from datetime import date
from typing import TYPE_CHECKING, Any, TypeVar

from rich import markup
from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment
from rich.text import Text

from graphmem.cli.heap import settle
from graphmem.cli.progress import Display, shown_on
from graphmem.language.printable import escaped, printable

if TYPE_CHECKING:
    from graphmem.clients.files import Change
    from graphmem.config import Settings
    from graphmem.facade import GraphMem
    from graphmem.ports import Chat

T = TypeVar("T")


class Terminal(Console):
    """A console that prints text and never lets it act on the terminal: all text passes `printable`.

    Text passes it before widths are measured; other values when they are written.
    """

    def __init__(self, *, stderr: bool = False) -> None:
        super().__init__(stderr=stderr, highlight=False, emoji=False)

    def render_str(self, text: str, **how: Any) -> Text:
        """The text with its markup, printable."""
        return super().render_str(printable(text), **how)

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterator[Segment]:
        """Segments to write; only the console's own ones control the terminal."""
        for segment in super().render(renderable, options):
            yield segment if segment.control else Segment(printable(segment.text), segment.style)


EVERYBODY = ""
"""Stands for an owner: the command works on a whole database."""

out = Terminal()
err = Terminal(stderr=True)


def escape(text: str) -> str:
    """Escape the text's own markup.

    Hidden characters go first, since markup may appear once they are gone.
    """
    return markup.escape(printable(text))


def print_json(value: Any) -> None:
    """Print one JSON document, letters unescaped, dates and times in ISO 8601.

    Characters that act on a terminal or are invisible become JSON escapes, which a reader decodes to the original.
    """
    sys.stdout.write(escaped(json.dumps(value, ensure_ascii=False, indent=2, default=_plain)) + "\n")


def plain(found: Any) -> Any:
    """An answer as plain values."""
    if isinstance(found, list | tuple):
        return [plain(one) for one in found]
    return asdict(found) if is_dataclass(found) and not isinstance(found, type) else found


def say(text: str, style: str | None = None) -> None:
    """Print text unchanged, on a line that is not cut."""
    out.print(text, style=style, markup=False, soft_wrap=True)


def _plain(value: object) -> object:
    return value.isoformat() if isinstance(value, date) else str(value)


@asynccontextmanager
async def opened(
    news: Display | None = None,
    settings: Settings | None = None,
    *,
    check_embedder: bool = True,
    owner: str | None = EVERYBODY,
    chat: Chat | None = None,
) -> AsyncIterator[GraphMem]:
    """Open a memory for a command; without `news` progress is shown as long as it lasts.

    Of several databases it is the owner's, the settings' owner's when None. A `chat` goes before the settings' own.

    The facade is imported only here: it brings the driver, the model's runtime and a second of processor time, for
    which neither `--help` nor a command that a server answers has to wait.
    """
    if news is None:
        with progress() as shown:
            async with opened(shown, settings, check_embedder=check_embedder, owner=owner, chat=chat) as memory:
                yield memory
        return
    from graphmem.config import load_settings
    from graphmem.databases import only
    from graphmem.facade import GraphMem
    from graphmem.model.palace import Actor

    settings = settings or load_settings()
    how: dict[str, Any] = {"progress": news, "check_embedder": check_embedder, "chat": chat}
    whose = None if owner == EVERYBODY else owner or settings.owner
    async with only(settings, whose, **how) if settings.databases else GraphMem.open(settings, **how) as memory:
        news.settle()  # nobody waits for the server any longer
        memory.actor = Actor("command line", person="local user")
        settle()
        yield memory


def ask_user(question: str, *, yes: bool) -> bool:
    """Ask whether to write the shown change; without a terminal the answer is no."""
    import typer

    try:
        if yes or typer.confirm(question, err=True):
            return True
    except typer.Abort:
        pass
    err.print("Nothing is written. --yes writes without asking.", style="yellow")
    return False


def carry_out(plan: Change, *, yes: bool, nothing: str, done: str) -> None:
    """Show a change of a file and write it once the user agrees; exit with 1 otherwise."""
    import typer

    if not plan.diff:
        err.print(nothing, style="dim", markup=False, soft_wrap=True)
        return
    say(plan.diff)
    if not ask_user("Write this?", yes=yes):
        raise typer.Exit(1)
    plan.write()
    err.print(done, style="green")


@contextmanager
def progress() -> Iterator[Display]:
    """The progress of long work, on standard error, until the block ends."""
    with shown_on(err) as display:
        yield display


def run(work: Callable[[], Awaitable[T]]) -> T:
    """Run a command's coroutine to its end; SIGTERM cancels it as Ctrl-C does, so that all is closed.

    Raises KeyboardInterrupt for both.
    """
    import asyncio  # a sixth of the time of `--help`

    async def main() -> T:
        task = asyncio.ensure_future(work())
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, task.cancel)
        return await task

    try:
        return asyncio.run(main())
    except asyncio.CancelledError as stopped:
        raise KeyboardInterrupt from stopped
