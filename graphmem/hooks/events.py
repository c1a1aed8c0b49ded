"""The three events of a coding client: a session starts, a prompt is sent, a turn ends.

Each reads the client's JSON and gives the text to print, which the client puts before its model. No error disturbs the
client: it prints nothing then.
"""

from __future__ import annotations

import json
import os
import sys

from graphmem.hooks import project, server, transcript

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

SHORTEST = 3
"""Least words of a prompt with a topic."""

LONGEST = 20_000
"""Characters of a message; the rest of a pasted text is ignored."""

AT_WORK = 1_600
"""Tokens of the block at the start of work on a project. Of nine months of it, they hold half of what
prompts need, or a quarter in 800 tokens with longer lines (`python -m tests.evals coding`). Young projects need few."""

AGENT = "claude-code"

FILING_SECONDS = 9.0
"""Seconds to file a whole turn, so that the hook ends within the client's ten."""

FORGETTING = ("clear", "compact")
"""Starts of a session after which the model has lost the session's earlier messages."""


def session_start(event: Mapping[str, Any]) -> str:
    """The standing context: rules, used memories, and memories of the project."""
    until = server.patience()
    if event.get("session_id"):
        anew = event.get("source") in FORGETTING
        server.ask("startsession", {"id": session_of(event), "agent": AGENT, "anew": anew}, until)
    place = _place(event)
    budget = {"budget": AT_WORK} if place else {}
    found = server.ask("activate", {"task": "", "path": None, **_session(event), **place, **budget}, until)
    return str(found["text"]) if found else ""


def prompt(event: Mapping[str, Any]) -> str:
    """The block for the user's new prompt, without turns and memories of this session.

    The model has those in its context.
    """
    asked = transcript.own_words(str(event.get("prompt", "")))[:LONGEST]
    if len(asked.split()) < SHORTEST or asked.startswith("/"):
        return ""
    options = _place(event) | _session(event)
    if "session" in options:
        options["session_in_context"] = True
    found = server.ask("recallfor", {"messages": [{"role": "user", "content": asked}], "options": options})
    return str(found["context"]) if found else ""


def stop(event: Mapping[str, Any]) -> str:
    """File the messages of the turn that ended, each once."""
    if event.get("transcript_path"):
        from pathlib import Path

        until, where = server.patience(FILING_SECONDS), _place(event) | _session(event)
        for said in transcript.last_exchange(Path(str(event["transcript_path"]))):
            key = transcript.readable(f"{session_of(event)} {said.id}")
            told = {"text": said.text[:LONGEST], "role": said.role, "idempotency_key": key[:200]}
            when = {"said_at": said.at} if said.at else {}
            if _observed(told | when | where, until) is None:
                break
    return ""


def stop_with_steps(event: Mapping[str, Any]) -> str:
    """File the messages as `stop` does, and record the turn's calls of tools as an episode.

    Workflows are mined from episodes. It worked if its last call did not fail. A turn of fewer than three calls shows
    no way of working.
    """
    stop(event)
    if event.get("transcript_path"):
        from pathlib import Path

        from graphmem.hooks.steps import last_turn

        done = last_turn(Path(str(event["transcript_path"])))
        if done is not None:
            told = {"event": done.asked, "steps": done.steps, "worked": done.worked, "happened_at": done.at}
            server.ask("episode", told | _place(event), server.patience())
    return ""


def _observed(told: dict[str, Any], until: float) -> Any:
    """The result of observing a message.

    It starts the session if the server does not know it, as a server started after the session.
    """
    answer = server.ask("observe", told, min(until, server.patience()))
    if answer is None and "session" in told:
        started = server.ask("startsession", {"id": told["session"], "agent": AGENT}, until)
        answer = server.ask("observe", told, until) if started else None
    return answer


def _session(event: Mapping[str, Any]) -> dict[str, Any]:
    """The client's session, so that the same memory is not shown in it twice."""
    return {"session": session_of(event)} if event.get("session_id") else {}


def _place(event: Mapping[str, Any]) -> dict[str, Any]:
    """The present project, if there is one."""
    name = project.of_folder(str(event.get("cwd") or ""))
    return {"project": transcript.readable(name)} if name else {}


def session_of(event: Mapping[str, Any]) -> str:
    """The client's session as one of ours."""
    return transcript.readable(f"{AGENT} {event.get('session_id', '')}")[:100]


EVENTS: Mapping[str, Callable[[Mapping[str, Any]], str]] = {
    "session-start": session_start,
    "prompt": prompt,
    "stop": stop,
    "stop-with-steps": stop_with_steps,
}


def answer(name: str) -> None:
    """Print the answer to an event, whose JSON the client sends.

    Silent for any error: in the input, in a closed or full stream, or in graphmem.
    """
    try:
        sent = b"" if sys.stdin.isatty() else sys.stdin.buffer.read()
        event = json.loads(sent.decode("utf-8", "replace"))
        text = EVENTS[name](event) if isinstance(event, dict) else ""
        # As bytes, whatever the encoding of the stream, and past its buffer, which would complain once more at the end.
        left, target = f"{text}\n".encode("utf-8", "replace") if text else b"", sys.stdout.fileno()
        while left:
            left = left[os.write(target, left) :]
    except Exception:  # the client's user is at work, and can repair none of it
        return
