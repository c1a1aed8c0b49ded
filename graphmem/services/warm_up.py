"""Warm-up before the first request, which else waits seconds.

Neo4j plans each statement once, and Python reads word lists and heads.
"""

from __future__ import annotations

import secrets

from graphmem.model.palace import Owner
from graphmem.ports import Embedder
from graphmem.services.ingestion.observe import Observer
from graphmem.services.ops_log import OpsLog
from graphmem.services.retrieval.activation import Activator
from graphmem.services.retrieval.options import RecallOptions
from graphmem.services.retrieval.procedures import Procedures
from graphmem.services.retrieval.recall import Recall
from graphmem.services.retrieval.reinforcement import Learner
from graphmem.services.retrieval.situations import messages_of
from graphmem.services.sessions import Sessions
from graphmem.services.usage import charge_nobody
from graphmem.store.database import Database
from graphmem.store.trial import trial

SAID = (
    "I moved to Lisbon in March because the harbour office closed.",
    "My sister Clara lives in Porto and visits me every Friday.",
    "I live in Porto now.",
    "Kardeşim Defne Bodrum'da yaşıyor, cumaları beni ziyaret eder.",
)
"""Statements of an imaginary owner; the third ends the first."""

ASKED = ("Where does Clara live?", "Why did I move, and when does Clara visit me?", "Defne nerede yaşıyor?")


async def fill_caches(database: Database, embedder: Embedder) -> None:
    """Observe and recall once in both languages for an imaginary owner, and roll all writes back.

    No owner's memory is read, no model is asked.
    """
    async with trial(database) as tried:
        nobody = Owner.named(f"warming-{secrets.token_hex(8)}")
        with charge_nobody():
            observer, sessions = Observer(tried, embedder), Sessions(tried)
            learner = Learner(tried, OpsLog(None))
            recall = Recall(tried, embedder, learner)
            session = await sessions.start(nobody)
            for text in SAID:
                await observer.observe(nobody, text, session=session)
            for question in ASKED:
                messages = messages_of([{"role": "user", "content": question}])
                # Statements are planned once with a session and once without.
                await recall.recall_for(nobody, messages)
                await recall.recall_for(nobody, messages, RecallOptions(session=session))
            await learner.drain()
            await Activator(tried, recall, Procedures(tried, embedder), learner).activate(nobody, "deploy")
            await learner.drain()
