"""`graphmem bench hook`: the wait of a coding client at each prompt, with a process for each hook."""

from __future__ import annotations

import asyncio
import json
import secrets
import sys
import tempfile
from asyncio.subprocess import DEVNULL, PIPE
from contextlib import AsyncExitStack
from itertools import cycle, islice
from pathlib import Path
from time import perf_counter

from graphmem import sample
from graphmem.cli.bench_load import environment, start_server
from graphmem.cli.output import opened
from graphmem.cli.progress import Display
from graphmem.evaluation import load, report

ROUNDS = 100
DOWN = 10
"""Hooks that run after the server has ended."""

ENTRY = "from graphmem.cli.entry import main; main()"
_NOTHING = ("-c", "pass")


async def measure(news: Display, *, rounds: int) -> report.Report:
    """Time a client's prompts beside a running server, for an owner with the sample, erased at the end.

    `prompt_*` and `session_start_*` are milliseconds of the whole process, `python_*` those of a process that does
    nothing, of the same run. `failures` are hooks that disturbed their client, also without a server (`down_*`).
    `answered` is the share of prompts with a block.
    """
    owner = f"bench-hook-{secrets.token_hex(4)}"
    prompts = [question.text for question in sample.questions()]
    async with opened(news) as memory, AsyncExitStack() as stack:
        stack.push_async_callback(memory.erase, owner=owner)
        talks = sample.conversations().conversations
        for number, talk in enumerate(talks, 1):
            await memory.mine(talk, owner=owner)
            news("remembering the sample", number, len(talks))
        home = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="graphmem-bench-")))
        given = environment(memory, home, owner)
        async with start_server(memory, home, owner):
            for prompt in prompts:  # the first prompts wait for Neo4j's query plans
                await _hook(given, "prompt", prompt)
            asked, began, nothing = [], [], []
            # In turn, so that the machine's load is the same for all.
            for number, prompt in enumerate(islice(cycle(prompts), rounds), 1):
                asked.append(await _hook(given, "prompt", prompt))
                began.append(await _hook(given, "session-start", ""))
                nothing.append(await _process(given, *_NOTHING))
                news("running hooks", number, rounds)
        down = [await _hook(given, "prompt", prompt) for prompt in islice(cycle(prompts), DOWN)]
    told = {"prompt": asked, "session_start": began, "python": nothing, "down": down}
    times = {
        f"{name}_{key}": value
        for name, runs in told.items()
        for key, value in load.percentiles([milliseconds for milliseconds, _, _ in runs]).items()
    }
    failures = sum(code != 0 for runs in told.values() for _, code, _ in runs) + sum(bool(text) for _, _, text in down)
    answered = sum(bool(text) for _, _, text in asked) / max(1, len(asked))
    return {
        "metrics": {"failures": failures, "answered": round(answered, 3), **times},
        "settings": report.settings(rounds=rounds),
    }


Ran = tuple[float, int, str]
"""A process's milliseconds, its exit code, and its output."""


async def _hook(given: dict[str, str], name: str, prompt: str) -> Ran:
    # A session of its own, since a block shown in a session is not shown in it again.
    event = {"session_id": secrets.token_hex(6), "prompt": prompt}
    return await _process(given, "-c", ENTRY, "hook", name, told=json.dumps(event).encode())


async def _process(given: dict[str, str], *arguments: str, told: bytes = b"") -> Ran:
    began = perf_counter()
    process = await asyncio.create_subprocess_exec(
        sys.executable, *arguments, env=given, stdin=PIPE, stdout=PIPE, stderr=DEVNULL
    )
    said, _ = await process.communicate(told)
    return (perf_counter() - began) * 1000, process.returncode or 0, said.decode("utf-8", "replace")
