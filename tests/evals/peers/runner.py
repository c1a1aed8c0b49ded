"""Runs a peer: its process opened, every conversation filed, asked and erased, each ranking scored as it comes.

Conversations are erased before the next one is filed, so that a peer whose search looks at all of a store (as one does)
is not worse for it. What a peer does wrong ends its own run alone: its row says what it was.
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from graphmem.config import Settings
from graphmem.errors import InvalidInputError
from graphmem.evaluation import metrics
from graphmem.opening import address_of, server_of
from graphmem.ports import Progress, Purpose, silent
from graphmem.store.pulse import Pulse
from tests.evals.labelled import Case
from tests.evals.peers import plain_changes, venvs
from tests.evals.peers.endpoint import Endpoint
from tests.evals.peers.protocol import PeerError, PeerProcess, started
from tests.evals.peers.registry import LEFT_OUT, Peer
from tests.evals.peers.scoring import Levels
from tests.evals.peers.sets import Talk, of_longmemeval

LIMIT = 50
"""Hits that are asked for: sessions rank by their best turn, and twenty sessions need more than twenty turns."""

BASELINE = 50
"""Texts that are embedded by themselves."""

TURN_SECONDS = 2.0
"""How long a peer may take for a turn without a model."""

MODEL_TURN_SECONDS = 120.0
"""The same with one."""

Row = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Chat:
    """An OpenAI-compatible endpoint that graphmem and the peers use alike."""

    url: str
    model: str
    key: str


@dataclass(frozen=True, slots=True)
class Work:
    """What every peer of a run is given. `long` are conversations of LongMemEval, read anew for each peer."""

    talks: Sequence[Talk]
    long: Path | None = None
    changes: Sequence[Case] = ()
    chat: Chat | None = None


@dataclass(slots=True)
class _Times:
    """Milliseconds a turn and a search, and some of the texts that they are compared with the embedding of."""

    turns: int = 0
    adding: float = 0.0
    searches: list[float] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)

    def added(self, talk: Talk, milliseconds: float) -> None:
        self.turns += len(talk.turns)
        self.adding += milliseconds
        self.texts += [str(turn["text"]) for turn in talk.turns[: BASELINE - len(self.texts)]]

    def summary(self) -> Row:
        return {
            "add_a_turn": round(self.adding / self.turns, 2) if self.turns else 0.0,
            "search": metrics.percentiles(self.searches),
        }


def weights_of(peer: Peer, talks: Sequence[Talk], path: Path = LEFT_OUT) -> Mapping[str, float]:
    """graphmem's constants chosen without these conversations; none for another peer.

    Raises InvalidInputError where one of the conversations had a part in choosing them.
    """
    if not peer.left_out:
        return {}
    chosen = json.loads(path.read_text("utf-8"))
    seen = sorted({talk.space for talk in talks} & set(chosen["learned_from"]))
    if seen:
        raise InvalidInputError(
            f"The weights of {peer.name} were chosen on {', '.join(seen)}.",
            field="half",
            remedy="Give --half held, or name graphmem-shipped, whose row says that it was tuned on them.",
        )
    constants: Mapping[str, float] = chosen["constants"]
    return constants


async def run(peer: Peer, work: Work, endpoint: Endpoint, settings: Settings, progress: Progress = silent) -> Row:
    """A peer's row. Raises ConfigurationError where its environment is not there, never for what the peer does."""
    if why := peer.missing(has_model=work.chat is not None):
        return {"failed": why}
    weights = weights_of(peer, work.talks)
    try:
        async with _opened(peer, work, endpoint, settings, weights) as (process, told):
            figures = await _figures(process, work, endpoint, progress)
    except PeerError as failure:
        return {"failed": str(failure)}
    return {"version": told["version"], "packages": told["packages"], "mode": peer.without, **figures}


@asynccontextmanager
async def _opened(
    peer: Peer, work: Work, endpoint: Endpoint, settings: Settings, weights: Mapping[str, float]
) -> AsyncIterator[tuple[PeerProcess, Row]]:
    async with AsyncExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="peer-", ignore_cleanup_errors=True)))
        home = folder / "home"
        home.mkdir()
        neo4j = await _neo4j(settings, folder, stack) if peer.needs_neo4j else None
        command = venvs.command_of(peer, settings.home / "peers")
        environment = venvs.environment_of(peer, home, settings.artifacts_dir)
        if settings.embedder is not None and peer.environment is None:
            environment = {**environment, "GRAPHMEM_EMBEDDER": settings.embedder_kind.value}
        process = await stack.enter_async_context(started(command, folder=folder, env=environment))
        chat = work.chat
        told, _ = await process.ask(
            "open",
            seconds=300,
            embeddings={
                "url": endpoint.url,
                "model": endpoint.embedder.model,
                "dimensions": endpoint.embedder.dimensions,
            },
            chat=None if chat is None else {"url": chat.url, "model": chat.model, "key": chat.key},
            neo4j=neo4j,
            folder=str(home),
            variant=peer.variant,
            weights=weights,
        )
        yield process, told


async def _neo4j(settings: Settings, folder: Path, stack: AsyncExitStack) -> Row:
    """A server of the peer's own: schemas of two systems would meet in one database."""
    own = settings.model_copy(
        update={
            "home": folder / "neo4j", "artifacts": settings.artifacts_dir, "bolt_port": 0, "http_port": 0,
            "neo4j_uri": None,
        }
    )  # fmt: skip
    address = address_of(own, await server_of(own, stack, Pulse(), silent))
    return {"uri": address.uri, "user": address.user, "password": address.password}


async def _figures(process: PeerProcess, work: Work, endpoint: Endpoint, progress: Progress) -> Row:
    times, row = _Times(), Row()
    if work.talks:
        row["locomo"] = await _asked(process, work.talks, work, endpoint, times, progress)
    if work.long is not None:
        row["longmemeval"] = await _asked(process, of_longmemeval(work.long), work, endpoint, times, progress)
    row["milliseconds"] = times.summary() | {"embedding_alone": await endpoint.baseline(times.texts)}
    if work.changes:
        row["changes"] = await plain_changes.measure(process, work.changes, endpoint)
    return row


async def _asked(
    process: PeerProcess, talks: Iterable[Talk], work: Work, endpoint: Endpoint, times: _Times, progress: Progress
) -> Row:
    levels, done = Levels(), 0
    for talk in talks:
        endpoint.purpose = Purpose.PASSAGE
        seconds = 60 + len(talk.turns) * (MODEL_TURN_SECONDS if work.chat else TURN_SECONDS)
        _, taken = await process.ask("add", space=talk.space, title=talk.title, turns=talk.turns, seconds=seconds)
        times.added(talk, taken)
        endpoint.purpose = Purpose.QUERY
        for question in talk.questions:
            hits, taken = await process.search(talk.space, question.text, LIMIT)
            times.searches.append(taken)
            levels.add(talk, question, hits)
            done += 1
            progress("asking", done, None)
        await process.ask("erase", space=talk.space, seconds=seconds)
    return levels.summary()
