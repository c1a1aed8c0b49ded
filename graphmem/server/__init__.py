"""The embedded Neo4j: fetch, start, share between processes, stop. No Docker, no system Java.

Neo4j Community is GPLv3 software. It is fetched to the user's machine and runs as a process of its own; graphmem
does not contain it.
"""

from graphmem.server.models import extract_model
from graphmem.server.resolve import damaged, resolve_jar
from graphmem.server.supervisor import RunningServer, acquire, release
from graphmem.server.watchdog import Watchdog

__all__ = ["RunningServer", "Watchdog", "acquire", "damaged", "extract_model", "release", "resolve_jar"]
