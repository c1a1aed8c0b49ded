"""`/metrics` for Prometheus: requests, jobs, models, log of decisions; sums of all owners.

Only this machine's own user may read it, since an owner's key must not reveal the work of others. Scrape it from this
machine with the key of `graphmem keys local`.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from typing import TypeAlias

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
from graphmem_api import measured
from graphmem_api.answers import unauthenticated

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"
ROUTES = frozenset({"graphql", "memory", "calls", "mcp", "archive", "static", "livez", "readyz", "metrics"})
"""First parts of addresses with a label of their own: a fixed number, whatever clients request."""

SECONDS = (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)


_Holding: TypeAlias = tuple[Sequence[OpenJobs], Sizes]


class Metrics:
    """The counts of one application.

    One of several workers adds its number as the label `worker`, since any of them may answer.
    """

    def __init__(self, worker: int | None = None) -> None:
        self._worker = worker
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
        self._measures: Measures | None = None
        self.running = Gauge("graphmem_requests_running", "Requests that run now.", registry=self.registry)

    async def render(self, memory: GraphMem) -> bytes:
        """All samples as text, with the present ones of the store and the process."""
        ready = await memory.readiness()
        jobs = await _jobs(memory) if ready.database else None
        held = await self._held(memory) if ready.database else None
        registry = CollectorRegistry()
        registry.register(_Now(memory, ready, jobs))
        registry.register(_Held(held))
        return b"".join(bytes(generate_latest(_Numbered(one, self._worker))) for one in (self.registry, registry))

    async def _held(self, memory: GraphMem) -> _Holding | None:
        self._measures = self._measures or Measures(memory.database)
        try:
            return await self._measures.now()
        except DatabaseError:  # as for jobs
            return None


class _Numbered(CollectorRegistry):
    """A registry whose samples name their worker."""

    def __init__(self, registry: CollectorRegistry, worker: int | None) -> None:
        super().__init__()
        self._registry, self._of = registry, {} if worker is None else {"worker": str(worker)}

    def collect(self) -> Iterator[Metric]:
        for metric in self._registry.collect():
            metric.samples = [one._replace(labels=one.labels | self._of) for one in metric.samples]
            yield metric


class _Held:
    """Samples of this process's work and of the store's contents."""

    def __init__(self, held: _Holding | None) -> None:
        self._held = held

    def collect(self) -> Iterator[Metric]:
        yield from measured.process_samples()
        if self._held is not None:
            yield from measured.store_samples(*self._held)


class Measured:
    """Count the requests of an application."""

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
    if not request.app.state.authenticator.knows_as_local(request):
        error = AuthenticationError("Metrics are told to this machine's own user.", remedy="See `graphmem keys local`.")
        return unauthenticated(error)
    counted: Metrics = request.app.state.metrics
    return Response(await counted.render(request.app.state.memory), media_type=CONTENT_TYPE)


class _Now:
    """Samples that are not counted here but read on request."""

    def __init__(self, memory: GraphMem, ready: Readiness, jobs: JobCounts | None) -> None:
        self._memory = memory
        self._ready = ready
        self._jobs = jobs

    def collect(self) -> Iterator[Metric]:
        ready, log = self._ready, self._memory.ops_log
        yield GaugeMetricFamily("graphmem_ready", "Whether all that serving needs is there.", float(ready.ready))
        yield GaugeMetricFamily("graphmem_worker", "Whether background work is done here.", float(bool(ready.worker)))
        yield CounterMetricFamily("graphmem_fallbacks", "Decisions for which a model was missed.", log.fallbacks)
        yield CounterMetricFamily("graphmem_ops_log_dropped", "Lines that could not be logged.", log.dropped)
        yield from self._of_models()
        if self._jobs is not None:
            yield from self._of_jobs(self._jobs)

    def _of_models(self) -> Iterator[Metric]:
        calls = CounterMetricFamily("graphmem_model_calls", "Calls of models.", labels=["source", "model"])
        tokens = CounterMetricFamily("graphmem_model_tokens", "Tokens of them.", labels=["source", "model"])
        for (source, model), total in self._memory.usage.totals.items():
            calls.add_metric([source, model], total.calls)
            tokens.add_metric([source, model], total.tokens)
        yield calls
        yield tokens

    @staticmethod
    def _of_jobs(counts: JobCounts) -> Iterator[Metric]:
        jobs = GaugeMetricFamily("graphmem_jobs", "Jobs of all owners by state.", labels=["state"])
        for state in ("queued", "running", "failed", "done", "dead", "cancelled"):
            jobs.add_metric([state], getattr(counts, state))
        yield jobs
        waiting = "How long the job that is ready longest has been waiting."
        yield GaugeMetricFamily("graphmem_jobs_waiting_seconds", waiting, counts.waiting_seconds)


async def _jobs(memory: GraphMem) -> JobCounts | None:
    try:
        return await memory.jobs.counts()
    except DatabaseError:  # it went away after the check
        return None
