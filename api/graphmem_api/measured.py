"""Samples of this process's work and of the store's contents, for `/metrics`."""

from __future__ import annotations

from collections import Counter as Counts
from collections.abc import Iterator, Sequence

from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric, SummaryMetricFamily

from graphmem.counting import COUNTED
from graphmem.model.measures import OpenJobs, Sizes

OUTCOMES = ("applied", "held", "nothing", "undone")


def process_samples() -> Iterator[Metric]:
    """Samples of this process: recalls, dreams, tombstones and claims."""
    yield CounterMetricFamily("graphmem_recalls", "Questions that were answered.", COUNTED.recalls)
    phases = SummaryMetricFamily("graphmem_recall_phase_seconds", "How long phases took.", labels=["phase"])
    for phase, count in sorted(COUNTED.phases.items()):
        phases.add_metric([phase], count, COUNTED.phase_seconds[phase])
    yield phases
    dreams = CounterMetricFamily("graphmem_dreams", "Dreams by what became of them.", labels=["outcome"])
    for outcome in OUTCOMES:
        dreams.add_metric([outcome], COUNTED.dreams[outcome])
    yield dreams
    yield CounterMetricFamily("graphmem_dream_looked", "Memories that steps of dreams looked at.", COUNTED.dream_looked)
    yield CounterMetricFamily("graphmem_dream_changed", "Memories that dreams changed.", COUNTED.dream_changed)
    asked, hit = COUNTED.tombstones_asked, COUNTED.tombstones_hit
    yield CounterMetricFamily("graphmem_tombstones_asked", "Times something was looked up among tombstones.", asked)
    yield CounterMetricFamily("graphmem_tombstones_hit", "Tombstones that kept something out.", hit)
    yield CounterMetricFamily("graphmem_claims_lost", "Jobs that another worker took over.", COUNTED.claims_lost)


def store_samples(open_jobs: Sequence[OpenJobs], sizes: Sizes) -> Iterator[Metric]:
    """Samples of the store: open jobs by kind, memories awake and asleep, missing vectors."""
    counts: Counts[tuple[str, str]] = Counts()
    ages: dict[str, float] = {}
    for one in open_jobs:
        counts[one.kind, one.state] += one.count
        ages[one.kind] = max(ages.get(one.kind, 0.0), one.age_seconds)
    by_kind = GaugeMetricFamily("graphmem_jobs_open", "Jobs not done yet, of a state.", labels=["kind", "state"])
    for (kind, state), count in sorted(counts.items()):
        by_kind.add_metric([kind, state], count)
    yield by_kind
    oldest = "How long ago the oldest of them was asked for."
    age = GaugeMetricFamily("graphmem_jobs_oldest_seconds", oldest, labels=["kind"])
    for kind, seconds in sorted(ages.items()):
        age.add_metric([kind], seconds)
    yield age
    memories = GaugeMetricFamily("graphmem_memories", "Memories kept, those ended among them.", labels=["state"])
    memories.add_metric(["awake"], sizes.awake)
    memories.add_metric(["asleep"], sizes.asleep)
    yield memories
    missing = GaugeMetricFamily("graphmem_vectors_missing", "Texts without a vector.", labels=["of"])
    missing.add_metric(["turns"], sizes.turns_without)
    missing.add_metric(["memories"], sizes.memories_without)
    yield missing
