"""Runs commands as separate processes without the cost of their imports each time.

A process that has imported the command line forks for every request: the child has its own environment, output, error
and exit code, as a shell's child would.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import tempfile
import traceback
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO, cast

TIMEOUT = 300
"""Seconds after which a command is killed by the clock."""
WIDTH = 200
_SERVE = "from tests.support.commands_server import serve; serve()"


class Commands:
    """Sends commands to the forking process, one at a time."""

    def __init__(self) -> None:
        self._process = _started()

    def run(self, environment: Mapping[str, str], arguments: Sequence[str]) -> subprocess.CompletedProcess[str]:
        """Run `graphmem ARGUMENTS` to its end."""
        try:
            return self._run(environment, arguments)
        except BaseException:  # a test that ran out of time: the next must not get its answer
            self.end()
            self._process = _started()
            raise

    def end(self) -> None:
        """End the forking process."""
        self._process.kill()
        self._process.communicate()

    def _run(self, environment: Mapping[str, str], arguments: Sequence[str]) -> subprocess.CompletedProcess[str]:
        to, back = cast("IO[str]", self._process.stdin), cast("IO[str]", self._process.stdout)
        with tempfile.TemporaryDirectory() as folder:
            streams = [str(Path(folder) / name) for name in ("out", "err")]
            request = {"environment": dict(environment), "arguments": list(arguments), "streams": streams}
            to.write(json.dumps(request) + "\n")
            to.flush()
            code = int(back.readline())
            out, err = (Path(stream).read_text("utf-8") for stream in streams)
        return subprocess.CompletedProcess(["graphmem", *arguments], code, out, err)


@contextmanager
def commands() -> Iterator[Commands]:
    """The forking process, ended at the end."""
    running = Commands()
    try:
        yield running
    finally:
        running.end()


def _started() -> subprocess.Popen[str]:
    return subprocess.Popen([sys.executable, "-c", _SERVE], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def serve() -> None:
    """Fork for each line on standard input and answer with the child's exit code."""
    # The imports of an open memory, so that no child repeats them.
    import graphmem.facade  # noqa: F401
    from graphmem.cli.app import main
    from graphmem.cli.output import err, out

    for line in sys.stdin:
        request = json.loads(line)
        child = os.fork()
        if child == 0:
            _become(request)
            # Consoles read their width when they were imported.
            out.width = err.width = int(os.environ.get("COLUMNS", WIDTH))
            _end(main)
        _, status = os.waitpid(child, 0)
        print(os.waitstatus_to_exitcode(status), flush=True)


def _end(main: Callable[[], None]) -> None:
    """Run the command and exit with its code, without the parent's own clean-up."""
    code = 0
    try:
        main()
    except SystemExit as ended:
        code = ended.code if isinstance(ended.code, int) else 1 if ended.code else 0
    except BaseException:  # as the interpreter itself would end
        traceback.print_exc()
        code = 1
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)


def _become(request: Mapping[str, object]) -> None:
    """Take the command's environment, arguments and streams."""
    signal.alarm(TIMEOUT)
    os.environ.clear()
    os.environ.update(cast("dict[str, str]", request["environment"]))
    sys.argv = ["graphmem", *cast("list[str]", request["arguments"])]
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    for descriptor, path in zip((1, 2), cast("list[str]", request["streams"]), strict=True):
        os.dup2(os.open(path, os.O_WRONLY | os.O_CREAT, 0o600), descriptor)
