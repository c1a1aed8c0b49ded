"""`/metrics` for Prometheus: requests, jobs, models, the log of decisions. Of all owners together, never of one.

It is told to this machine's own user alone, since an owner's key must not tell what others do: scrape it from this
machine with the key of `graphmem keys local`.
"""

from __future__ import annotations

import time
from collections import Counter as Counts
from collections.abc import Iterator, Sequence

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from graphmem.errors import AuthenticationError, DatabaseError
from graphmem.facade import GraphMem
from graphmem.model.job import JobCounts
from graphmem.model.measures import OpenJobs, Sizes
from graphmem.services.measures import Measures
from graphmem.services.readiness import Readiness
from graphmem.shards import Stores
from graphmem_api import measured
from graphmem_api.answers import unauthenticated

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"
ROUTES = frozenset({"graphql", "memory", "calls", "mcp", "archive", "static", "livez", "readyz", "metrics"})
"""First parts of addresses that are told apart; there are only so many, whatever is asked for."""

SECONDS = (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)


class Metrics:
    """What one application has counted."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.requests = Counter(
            "graphmem_requests", "Requests that were answered.", ["route", "status"], registry=self.registry
        )
        self.seconds = Histogram(
            "graphmem_request_seconds",
            "How long they took.",
            ["route"],
            buckets=SECONDS,
            registry=self.registry,
        )
        self._measures: dict[str, Measures] = {}
        self.running = Gauge("graphmem_requests_running", "Requests that run now.", registry=self.registry)

    async def told(self, stores: Stores) -> bytes:
        """All of it as text, with what the stores and the process say at this moment."""
        ready = await stores.readiness()
        memories = [stores] if isinstance(stores, GraphMem) else stores.memories
        jobs = [await _jobs(memory) for memory in memories] if ready.database else []
        held = [await self._held(memory) for memory in memories] if ready.database else []
        away = 0 if isinstance(stores, GraphMem) else len(stores.away)
        registry = CollectorRegistry()
        registry.register(_Now(memories, ready, [one for one in jobs if one is not None], away))
        registry.register(_Held([one for one in held if one is not None]))
        return bytes(generate_latest(self.registry)) + bytes(generate_latest(registry))

    async def _held(self, memory: GraphMem) -> tuple[Sequence[OpenJobs], Sizes] | None:
        measures = self._measures.setdefault(memory.database.address.uri, Measures(memory.database))
        try:
            return await measures.now()
        except DatabaseError:  # as for jobs
            return None


class _Held:
    """What this process did, and what the stores hold."""

    def __init__(self, stores: Sequence[tuple[Sequence[OpenJobs], Sizes]]) -> None:
        self._stores = stores

    def collect(self) -> Iterator[Metric]:
        yield from measured.done()
        if self._stores:
            yield from measured.held(self._stores)


class Measured:
    """Counts the requests of an application."""

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        self._app = app
        self._metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        first = scope["path"].partition("/")[2].partition("/")[0] if scope["path"] != "/" else "index"
        route = first if first in ROUTES or first == "index" else "other"
        status, since = 500, time.perf_counter()

        async def noted(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        with self._metrics.running.track_inprogress():
            try:
                await self._app(scope, receive, noted)
            finally:
                self._metrics.requests.labels(route, str(status)).inc()
                self._metrics.seconds.labels(route).observe(time.perf_counter() - since)


async def metrics(request: Request) -> Response:
    """The endpoint."""
    if not request.app.state.doorkeeper.knows_as_local(request):
        error = AuthenticationError("Metrics are told to this machine's own user.", remedy="See `graphmem keys local`.")
        return unauthenticated(error)
    counted: Metrics = request.app.state.metrics
    return Response(await counted.told(request.app.state.stores), media_type=CONTENT_TYPE)


class _Now:
    """What is not counted here but read when it is asked for."""

    def __init__(self, memories: Sequence[GraphMem], ready: Readiness, jobs: Sequence[JobCounts], away: int) -> None:
        self._memories = memories
        self._ready = ready
        self._jobs = jobs
        self._away = away

    def collect(self) -> Iterator[Metric]:
        ready, logs = self._ready, [memory.ops_log for memory in self._memories]
        fallbacks, dropped = sum(log.fallbacks for log in logs), sum(log.dropped for log in logs)
        yield GaugeMetricFamily("graphmem_ready", "Whether all that serving needs is there.", float(ready.ready))
        yield GaugeMetricFamily("graphmem_worker", "Whether background work is done here.", float(bool(ready.worker)))
        yield CounterMetricFamily("graphmem_fallbacks", "Decisions for which a model was missed.", fallbacks)
        yield CounterMetricFamily("graphmem_ops_log_dropped", "Lines that could not be logged.", dropped)
        yield GaugeMetricFamily("graphmem_servers_away", "Servers whose owners cannot be served.", self._away)
        yield from self._of_models()
        if self._jobs:
            yield from self._of_jobs(self._jobs)

    def _of_models(self) -> Iterator[Metric]:
        calls = CounterMetricFamily("graphmem_model_calls", "Calls of models.", labels=["source", "model"])
        tokens = CounterMetricFamily("graphmem_model_tokens", "Tokens of them.", labels=["source", "model"])
        sums: Counts[tuple[str, str, str]] = Counts()
        for memory in self._memories:
            for (source, model), total in memory.usage.totals.items():
                sums.update({(source, model, "calls"): total.calls, (source, model, "tokens"): total.tokens})
        for (source, model, what), count in sums.items():
            (calls if what == "calls" else tokens).add_metric([source, model], count)
        yield calls
        yield tokens

    @staticmethod
    def _of_jobs(counts: Sequence[JobCounts]) -> Iterator[Metric]:
        jobs = GaugeMetricFamily("graphmem_jobs", "Jobs of all owners by state.", labels=["state"])
        for state in ("queued", "running", "failed", "done", "dead", "cancelled"):
            jobs.add_metric([state], sum(getattr(one, state) for one in counts))
        yield jobs
        waiting = "How long the job that is ready longest has been waiting."
        yield GaugeMetricFamily("graphmem_jobs_waiting_seconds", waiting, max(one.waiting_seconds for one in counts))


async def _jobs(memory: GraphMem) -> JobCounts | None:
    try:
        return await memory.jobs.counts()
    except DatabaseError:  # it went away since it was looked at
        return None
