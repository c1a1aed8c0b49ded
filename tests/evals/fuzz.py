"""Generated GraphQL documents and transcripts: whatever is sent, the answer is typed and comes soon.

Documents are grown from the schema and from hostile values, and then spoiled; transcripts are grown in every form that
is read, and spoiled, too. An error is an answer of 500 or more, one that is no JSON, one that hides something
unforeseen behind an id, one that shows the inside of the program, and an exception that is none of ours.
"""

from __future__ import annotations

import asyncio
import json
import random
import re
import tempfile
from collections.abc import Awaitable, Callable
from pathlib import Path
from time import perf_counter
from typing import Any

from graphmem.errors import GraphMemError
from graphmem.evaluation import report
from graphmem.language.transcripts import read_transcript
from graphmem.ports import Progress, silent
from tests.evals import introspection
from tests.evals.introspection import Shape

Send = Callable[[bytes], Awaitable[tuple[int, bytes]]]
"""Send the body of a request; the status and the body of the answer."""

DOCUMENTS, TRANSCRIPTS = 10_000, 5_000
AT_ONCE = 4
SHOWN = 20
"""Errors that are told whole."""

_INSIDE = re.compile(
    r"Traceback|File \\?\"|\.py\b|object at 0x|neo4j\.|org\.neo4j|Exception\b|KeyError|TypeError", re.I
)

_RUN = re.compile(rb"(.)\1{19,}", re.DOTALL)
MOST_SHOWN = 3_000
"""Bytes of a request with which something was wrong, so that it can be sent again by hand."""

STRINGS = (
    "",
    " ",
    "Ayşe moved to Ankara in May 2026.",
    "\x00\x1b[2J",
    "\ud800",
    "😀" * 50,
    "' OR 1=1 //",
    "`}) MATCH (n) DETACH DELETE n //",
    "a AND (b OR",
    "*:*",
    "/".join("a" * 40),
    "§ W-001/R-01/D-001",
    "W-²/R-٣/D-001",
    "wings:²",
    "0001-01-01",
    "9999-12-31T23:59:59.999999Z",
    "2026-02-30",
    "entity://person/ada",
    "9" * 5_000,
    "x" * 20_000,
    "{a,{b,c}}" * 30,
    "**/" * 200 + "*.py",
    "İıŞş ǅ ﬁ ß",
    "-1",
    "null",
)
NUMBERS = (0, 1, 10, -1, 200, 201, 2**31 - 1, 2**31, -(2**31), 2**63, 10**30, 0.5, -0.0, 1e308)


def documents(shape: Shape, chance: random.Random) -> tuple[bytes, bool]:
    """The body of one request, and whether its document was left as it grew."""
    field = chance.choice(sorted(shape.roots()))
    root = shape.root(field)
    given = {
        argument["name"]: _value(shape, argument["type"], chance, 3)
        for argument in root["args"]
        if introspection.is_required(argument) or chance.random() < 0.4
    }
    document = shape.document(field, given, chance.randint(1, 4))
    whole = chance.random() < 0.6
    if not whole:
        document = _spoiled(document, chance)
    body: dict[str, Any] = {"query": document, "variables": given}
    if chance.random() < 0.1:
        body[chance.choice(("variables", "operationName", "extensions", "query"))] = _json(chance, 2)
    raw = json.dumps(body).encode()
    if chance.random() < 0.05:
        raw = _torn(raw, chance)
    return raw, whole


def _value(shape: Shape, type_: dict[str, Any], chance: random.Random, depth: int) -> Any:
    if chance.random() < 0.08:
        return _json(chance, 2)
    if type_["kind"] == "NON_NULL":
        return _value(shape, type_["ofType"], chance, depth)
    if type_["kind"] == "LIST":
        return [_value(shape, type_["ofType"], chance, depth) for _ in range(chance.choice((0, 1, 2, 2, 40)))]
    known = shape.types[type_["name"]]
    if known["kind"] == "ENUM":
        return chance.choice([one["name"] for one in known["enumValues"]])
    if known["kind"] == "INPUT_OBJECT":
        fields = known["inputFields"]
        return {
            one["name"]: _value(shape, one["type"], chance, depth - 1)
            for one in fields
            if introspection.is_required(one) or (depth > 0 and chance.random() < 0.5)
        }
    if known["name"] in ("Int", "Float"):
        return chance.choice(NUMBERS)
    return chance.random() < 0.5 if known["name"] == "Boolean" else chance.choice(STRINGS)


def _json(chance: random.Random, depth: int) -> Any:
    kind = chance.randrange(6 if depth else 4)
    if kind == 4:
        return [_json(chance, depth - 1) for _ in range(chance.randrange(4))]
    if kind == 5:
        return {chance.choice(STRINGS)[:20]: _json(chance, depth - 1) for _ in range(chance.randrange(4))}
    return (None, chance.choice(NUMBERS), chance.choice(STRINGS), chance.random() < 0.5)[kind]


def _spoiled(document: str, chance: random.Random) -> str:
    at = chance.randrange(len(document) + 1)
    kind = chance.randrange(8)
    if kind == 0:
        return document[:at]
    if kind == 1:
        return (
            document[:at]
            + chance.choice(("{", "}", "(", "$", "!", '"', "\\u{", "...", "@skip", "\x00", "🙂"))
            + document[at:]
        )
    if kind == 2:
        return "{ " + " ".join(f"a{n}: health {{ drawers }}" for n in range(chance.choice((5, 40, 400)))) + " }"
    if kind == 3:
        deep = chance.choice((5, 30, 300))
        return "{ palace " + "{ edges { node " * deep + "{ name }" + " } }" * deep + " }"
    if kind == 4:
        return "{ ...A } fragment A on Query { ...B } fragment B on Query { ...A }"
    if kind == 5:
        return document + document
    if kind == 6:
        words = document.split()
        chance.shuffle(words)
        return " ".join(words)
    return document.replace("first", chance.choice(("last", "firs", "FIRST", "first first")))


def _torn(raw: bytes, chance: random.Random) -> bytes:
    at = chance.randrange(len(raw))
    return chance.choice((raw[:at], raw[:at] + b"\xff\xfe" + raw[at:], raw[at:], b"[" * 2_000, b"", raw * 2, b"null"))


def transcript(chance: random.Random) -> tuple[str, bytes]:
    """A file name and what is in it."""
    turns = [_turn(chance) for _ in range(chance.randrange(6))]
    form = chance.randrange(7)
    if form == 0:
        name, text = "a.json", json.dumps(turns)
    elif form == 1:
        name, text = "a.jsonl", "\n".join(json.dumps(turn) for turn in turns)
    elif form == 2:
        whole = {"title": _json(chance, 1), chance.choice(("messages", "turns", "history", "mapping")): turns}
        name, text = "a.json", json.dumps([whole] * chance.randrange(3) or whole)
    elif form == 3:
        sessions = {f"session_{_digits(chance)}": turns, f"session_{_digits(chance)}_date_time": chance.choice(STRINGS)}
        name, text = "a.json", json.dumps({"conversation": sessions | {"speaker_a": _json(chance, 1)}})
    elif form == 4:
        name, text = "a.md", "\n".join(f"**{chance.choice(STRINGS)[:30]}**: {chance.choice(STRINGS)}" for _ in turns)
    elif form == 5:
        name, text = "a.txt", "\n".join(f"[{chance.choice(STRINGS)[:30]}] Ada: {chance.choice(STRINGS)}" for _ in turns)
    else:
        nodes = {
            str(n): {"message": turn, "parent": str(n - 1), "children": [str(n + 1)]} for n, turn in enumerate(turns)
        }
        name, text = "a.json", json.dumps({"mapping": nodes, "current_node": _json(chance, 1)})
    raw = text.encode("utf-8", "surrogatepass")
    if raw and chance.random() < 0.3:
        raw = _torn(raw, chance)
    return chance.choice((name, name, "a", "a.bin")), raw


def _turn(chance: random.Random) -> dict[str, Any]:
    who, what, when = ("speaker", "role", "author", "from"), ("text", "content", "message"), ("saidAt", "date", "time")
    return {
        chance.choice(who): _json(chance, 1) if chance.random() < 0.2 else "Ada",
        chance.choice(what): _json(chance, 2) if chance.random() < 0.2 else chance.choice(STRINGS),
        chance.choice(when): _json(chance, 1) if chance.random() < 0.5 else "2026-05-08",
    }


def _digits(chance: random.Random) -> str:
    return chance.choice(("1", "2", "²", "9" * 5_000, "-1", "0x1", ""))


class _Tally:
    """What came of the requests."""

    def __init__(self) -> None:
        self.found: list[str] = []
        self.slowest = 0.0
        self.answered = 0

    def took(self, began: float) -> None:
        self.slowest = max(self.slowest, (perf_counter() - began) * 1000)

    def note(self, what: str, sent: bytes) -> None:
        told = _RUN.sub(lambda run: run[1] + f"<{len(run[0])} times>".encode(), sent)
        self.found.append(f"{what} for {told[:MOST_SHOWN]!r}")

    def look(self, status: int, body: bytes, sent: bytes) -> None:
        """Judge one answer."""
        try:
            answer = json.loads(body)
        except ValueError:
            self.note(f"{status} without JSON", sent)
            return
        self.answered += status == 200 and "errors" not in answer
        told = [one for one in answer.get("errors") or () if isinstance(one, dict)]
        shown = " ".join(str(one.get("message", "")) for one in told)
        if status >= 500:
            self.note(f"{status} {shown[:200]}", sent)
        elif any("id" in (one.get("extensions") or {}) for one in told):
            self.note(f"something unforeseen: {shown[:200]}", sent)
        elif _INSIDE.search(shown) and not _INSIDE.search(sent.decode("utf-8", "replace")):
            self.note(f"the inside is shown: {shown[:200]}", sent)


async def run(
    send: Send,
    *,
    documents_: int = DOCUMENTS,
    transcripts: int = TRANSCRIPTS,
    seed: int = 7,
    progress: Progress = silent,
) -> report.Report:
    """Send and read so many; `errors` are told in `found`, the first of them."""
    _, answer = await send(json.dumps({"query": introspection.QUERY}).encode())
    shape = Shape.of(json.loads(answer))
    asked, read = _Tally(), _Tally()
    places = iter(range(documents_))
    whole = 0

    async def ask() -> None:
        nonlocal whole
        for place in places:
            body, grown = documents(shape, random.Random(f"{seed} document {place}"))
            whole += grown
            began = perf_counter()
            status, answer = await send(body)
            asked.took(began)
            asked.look(status, answer, body)
            progress("sending documents", place + 1, documents_)

    await asyncio.gather(*(ask() for _ in range(AT_ONCE)))
    conversations = await asyncio.to_thread(_read_all, transcripts, seed, read, progress)
    return {
        "metrics": {
            "errors": len(asked.found) + len(read.found),
            "slowest_ms": round(max(asked.slowest, read.slowest), 1),
            "documents": documents_,
            "documents_whole": whole,
            "documents_answered": asked.answered,
            "document_slowest_ms": round(asked.slowest, 1),
            "transcripts": transcripts,
            "transcripts_read": conversations,
            "transcript_slowest_ms": round(read.slowest, 1),
        },
        "found": (asked.found + read.found)[:SHOWN],
        "settings": report.settings(seed=seed, at_once=AT_ONCE),
    }


def _read_all(count: int, seed: int, tally: _Tally, progress: Progress) -> int:
    """Read transcripts as `graphmem mine` does, and tell how many held a conversation."""
    held = 0
    with tempfile.TemporaryDirectory() as folder:
        for place in range(count):
            name, raw = transcript(random.Random(f"{seed} transcript {place}"))
            path = Path(folder) / name
            path.write_bytes(raw)
            began = perf_counter()
            try:
                held += bool(read_transcript(path.name, path.read_bytes()).conversations)
            except GraphMemError:
                pass  # what a person would be told
            except Exception as error:  # whatever else comes out is what is looked for
                tally.note(f"{type(error).__name__}: {str(error)[:200]}", raw)
            tally.took(began)
            progress("reading transcripts", place + 1, count)
    return held
