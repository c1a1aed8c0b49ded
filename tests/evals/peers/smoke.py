"""The comparison on our own few lines: graphmem by its protocol, beside a peer that ranks by words in common."""

from __future__ import annotations

from pathlib import Path

from graphmem.evaluation import report
from graphmem.facade import GraphMem
from tests.evals.peers import endpoint, registry, results, runner, sets
from tests.evals.peers.registry import Peer
from tests.evals.peers.venvs import ROOT

SCRIPTED = Peer("scripted", str(ROOT / "tests" / "support" / "scripted_peer"), None, "words in common")


async def evaluate(memory: GraphMem, path: Path) -> report.Report:
    """A row of each, over LoCoMo's form. No network is asked."""
    work = runner.Work(sets.of_locomo(path, None))
    async with endpoint.served(memory.settings) as served:
        rows = {
            peer.name: await runner.run(peer, work, served, memory.settings)
            for peer in (registry.PEERS["graphmem-shipped"], SCRIPTED)
        }
    return results.of(rows, {"data": sets.file_digest(path), "questions": sets.digest(work.talks)})
