"""A program that uses the embedded server: `python owner.py <home> <artifacts> <idle seconds>`.

It prints one JSON line once it has the server, creates one node, and gives the server back on SIGTERM or when its
standard input ends.
"""

from __future__ import annotations

import asyncio
import json
import signal
import sys
from pathlib import Path

import neo4j

from graphmem.config import Settings
from graphmem.server import release, supervisor


async def main(home: str, artifacts: str, idle: str) -> None:
    done = asyncio.Event()
    loop = asyncio.get_running_loop()
    loop.add_signal_handler(signal.SIGTERM, done.set)
    loop.add_reader(sys.stdin, done.set)
    said: list[str] = []
    settings = Settings(
        home=Path(home),
        artifacts=Path(artifacts),
        neo4j_heap="384m",
        neo4j_page_cache="64m",
        bolt_port=0,
        http_port=0,
    )
    server = await supervisor.acquire(settings, lambda what, *_: said.append(what), idle_seconds=float(idle))
    async with neo4j.AsyncGraphDatabase.driver(server.uri, auth=(server.user, server.password)) as driver:
        await driver.execute_query("CREATE (:Mark)")
    print(json.dumps({"reused": server.reused, "uri": server.uri, "said": sorted(set(said))}), flush=True)
    await done.wait()
    await release(server)


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
