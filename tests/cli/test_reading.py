"""What the reading commands print, and the commands themselves once each."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from graphmem.cli import activation, exploration, output
from graphmem.cli import recall as recalling
from graphmem.cli.arrows import arrows
from graphmem.errors import InvalidInputError
from graphmem.model.category import Category, Priority
from graphmem.model.exploration import (
    Activation,
    CausalChain,
    Dropped,
    Entry,
    Event,
    Layer,
    Profile,
    WhyAnswer,
)
from graphmem.model.instant import PRESENT, AsOf
from graphmem.model.memory import DataSource, Memory, SubTier, TemporalType, Tier, WriteSource
from graphmem.model.question import Intent
from graphmem.model.recall import MemoryHit, RecallResult, Step, Strategy
from graphmem.model.views import EntityView, Fact
from graphmem.services.instants import as_of, moment
from tests.cli.conftest import graphmem

SPRING = datetime(2026, 3, 5, 9, tzinfo=UTC)
FULL, FROZE, LOST = (
    Memory(
        id=f"{number:032x}",
        text=text,
        category=Category.EPISODE,
        priority=Priority.NORMAL,
        tier=Tier.EPISODIC,
        sub_tier=SubTier.OBSERVED,
        importance=0.4,
        utility=0.5,
        stability=1.0,
        storage_strength=1.0,
        access_count=1,
        emotions=("neutral",) * 3,
        valence=0.0,
        arousal=0.0,
        flashbulb=False,
        pinned=False,
        immutable=False,
        lesson="",
        source_confidence=0.5,
        write_source=WriteSource.OBSERVER,
        data_source=DataSource.USER,
        language="en",
        speaker="Elif",
        temporal_type=TemporalType.PERSISTENT,
        valid_from=SPRING,
        valid_until=None,
        recorded_at=SPRING,
        retracted_at=None,
        last_accessed_at=SPRING,
    )
    for number, text in enumerate(("The [card] ran full.", "Ağ geçidi dondu.", "A night of readings was lost."))
)


def step(source: Memory, target: Memory, kind: str = "CAUSES", confidence: float = 0.8) -> Step:
    return Step(kind, source.id, source.text, target.id, target.text, confidence)


FIRST, SECOND = step(FULL, FROZE), step(FROZE, LOST, confidence=0.5)


def hit(memory: Memory, *path: Step, arm: str = "vector") -> MemoryHit:
    return MemoryHit(
        memory, 0.7, 0.6, {"similarity": 0.9}, {arm: 2}, path, "means it", ("§ W-001/R-01/D-001",), ("Elif",)
    )


def result(*hits: MemoryHit, **changes: Any) -> RecallResult:
    found = RecallResult(
        "Why were readings lost?", (), "en", Strategy.WHOLE, memories=hits, intent=Intent.CAUSAL, intent_reason="why"
    )
    return replace(found, **changes)


@pytest.fixture
def printed(monkeypatch: pytest.MonkeyPatch) -> Callable[[], str]:
    """What the commands wrote to standard output since."""
    written = StringIO()
    console = Console(width=200, highlight=False, file=written)
    for module in (activation, exploration, output, recalling):
        monkeypatch.setattr(module, "out", console)

    def since() -> str:
        text = written.getvalue()
        written.seek(0)
        written.truncate()
        return text

    return since


@pytest.mark.parametrize(
    ("steps", "way"),
    [
        ((), ""),
        ((FIRST,), "The [card] ran full → Ağ geçidi dondu"),
        ((FIRST, SECOND), "The [card] ran full → Ağ geçidi dondu → A night of readings was lost"),
        ((SECOND, FIRST), "The [card] ran full → Ağ geçidi dondu → A night of readings was lost"),
        ((step(LOST, FROZE, "ELABORATES"),), "A night of readings was lost –elaborates→ Ağ geçidi dondu"),
        ((step(FULL, LOST, "SAME_ENTITY"),), "The [card] ran full –same entity– A night of readings was lost"),
        (
            (FIRST, step(LOST, FROZE)),
            "The [card] ran full → Ağ geçidi dondu; A night of readings was lost → Ağ geçidi dondu",
        ),
    ],
)
def test_ways_read_from_cause_to_effect(steps: tuple[Step, ...], way: str) -> None:
    assert arrows(steps) == way


def test_long_memories_are_cut_at_a_word() -> None:
    assert arrows((FIRST,), longest=10) == "The … → Ağ geçidi …"


def test_a_recall_shows_memories_above_turns_and_what_was_understood(printed: Callable[[], str]) -> None:
    recalling.print_recall(result(hit(FULL, FIRST, arm="causes"), sub_queries=("Who?", "Why?")))
    text = printed()
    for told in ("asks: causal (why)", "2. Why?", "The [card] ran full.", "→ Ağ geçidi dondu", "means it", FULL.id[:8]):
        assert told in text
    assert "similarity" not in text


def test_explaining_shows_signals_ranks_sources_and_every_path(printed: Callable[[], str]) -> None:
    related = hit(FROZE, step(FROZE, LOST, "RELATED_TO"))
    recalling.print_recall(result(related))
    assert "related to" not in printed()
    recalling.print_recall(result(related), explain=True)
    text = printed()
    for told in ("related to", "vector #2", "similarity 0.90", "§ W-001/R-01/D-001", "names Elif"):
        assert told in text


@pytest.mark.parametrize(
    ("found", "now", "told"),
    [
        (result(), True, "Nothing found."),
        (result(skipped=True, notes=("Nothing is asked: small talk.",)), True, "Nothing is asked: small talk.\n"),
        (result(query=" ", notes=("The query is empty.",)), True, "The query is empty.\n"),
    ],
)
def test_nothing_is_said_in_words(found: RecallResult, now: bool, told: str, printed: Callable[[], str]) -> None:
    recalling.print_recall(found, now=now)
    assert printed().strip() == told.strip()


def test_chains_are_told_once_and_whole(printed: Callable[[], str]) -> None:
    whole = CausalChain(LOST, FULL, True, (SECOND, FIRST), 0.4)
    part = CausalChain(LOST, FROZE, True, (SECOND,), 0.5)
    exploration.print_why(WhyAnswer(result(hit(LOST), hit(FULL, SECOND, FIRST)), (part, whole)))
    text = printed()
    assert text.count("0.40") == 1
    assert "0.50" not in text
    assert text.index("Chains") < text.index("Memories")


def test_the_paths_of_hits_stand_in_for_chains(printed: Callable[[], str]) -> None:
    exploration.print_why(WhyAnswer(result(hit(LOST), hit(FROZE, SECOND), hit(FULL, SECOND, FIRST)), ()))
    text = printed()
    assert "Chains" in text
    assert "0.40" in text
    assert "0.50" not in text


@pytest.mark.parametrize(
    ("found", "told"),
    [
        (result(hit(LOST)), "one of these may tell it itself"),
        (result(), "Nothing is remembered about that."),
        (result(skipped=True, notes=("Nothing is asked: small talk.",)), "Nothing is asked"),
    ],
)
def test_a_why_without_chains_says_so(found: RecallResult, told: str, printed: Callable[[], str]) -> None:
    exploration.print_why(WhyAnswer(found, ()))
    assert told in printed()


ENTITY = EntityView("entity://person/elif", "person", "Elif", ("Elifçe",), (), (), 1)
FACT = Fact("f", "Elif", ENTITY.uri, "lives_in", "Izmir", "", "", 1.0, "m", SPRING, None, SPRING, None)


@pytest.mark.parametrize(
    ("when", "told"),
    [
        (PRESENT, "Nothing is known of Elif. `graphmem timeline entity://person/elif` shows"),
        (AsOf(valid_at=SPRING), "Nothing is known of Elif as of 2026-03-05 09:00."),
        (AsOf(known_at=SPRING, timeline=True), "Elif through all of time as known at 2026-03-05 09:00."),
    ],
)
def test_a_profile_without_anything_names_the_instant(when: AsOf, told: str, printed: Callable[[], str]) -> None:
    exploration.print_profile(Profile(ENTITY, (), ()), when)
    assert told in printed()


def test_a_profile_has_facts_and_memories(printed: Callable[[], str]) -> None:
    exploration.print_profile(
        Profile(ENTITY, (replace(FACT, valid_from=datetime(1, 1, 1, tzinfo=UTC)),), (FULL,)), PRESENT
    )
    text = printed()
    for told in ("Also: Elifçe", "Elif –lives_in→ Izmir", "The [card] ran full."):
        assert told in text
    assert "1-01-01" not in text


def test_a_timeline_names_what_replaced_what(printed: Callable[[], str]) -> None:
    old = Event(SPRING, None, "fact", "Elif lived in Ankara.", "a", "b")
    new = Event(SPRING.replace(hour=0), None, "fact", "Elif lives in Izmir.", "b", "unlisted")
    exploration.print_timeline("Elif", [old, new])
    text = printed()
    assert text.count("Elif lives in Izmir.") == 2
    assert "unlisted" in text
    assert "2026-03-05 09:00" in text
    exploration.print_timeline("Elif", [], bounded=True)
    assert "Nothing is known of Elif in that time." in printed()


def test_a_standing_context_tells_what_it_left_out(printed: Callable[[], str]) -> None:
    found = Activation((Entry(Layer.A, FULL, 4.0, 12),), "x", 40, 50, (Dropped(LOST, Layer.B, "22 tokens, 10 left"),))
    activation.print_activation(found)
    text = printed()
    for told in ("A  always", "40 of 50 tokens", "left out: A night of readings was lost. (22 tokens, 10 left)"):
        assert told in text
    activation.print_activation(Activation((), "", 0, 50, ()))
    assert "graphmem learn TEXT --category policy" in printed()


def test_moments_as_people_write_them() -> None:
    assert moment("5 Mart 2026", "--as-of") == datetime(2026, 3, 5, tzinfo=UTC)
    assert moment("2026-03-05T12:00:00+03:00", "--as-of") == SPRING
    assert moment("1687-07-05", "--as-of") == datetime(1687, 7, 5, tzinfo=UTC)
    assert moment(None, "--as-of") is None
    assert as_of(None, None, timeline=False) == PRESENT
    with pytest.raises(InvalidInputError, match="--as-of is 'dünden önce'") as caught:
        moment("dünden önce", "--as-of")
    assert (caught.value.field, caught.value.remedy[:8]) == ("--as-of", "Write it")


@pytest.mark.long
def test_the_commands_over_one_store(environment: dict[str, str], tmp_path: Path) -> None:
    environment |= {"GRAPHMEM_OPS_LOG": str(tmp_path / "ops-log.jsonl")}
    learned = graphmem(environment, "learn", "Never deploy on Fridays.", "--category", "policy")
    assert learned.returncode == 0, learned.stderr
    graphmem(environment, "learn", "The cafeteria closes at three.")
    context = graphmem(environment, "recall", "When may we deploy?", "--no-touch", "--context", "--category", "policy")
    assert context.returncode == 0, context.stderr
    assert context.stdout.startswith("<memory_context>\n")
    assert context.stdout.endswith("</memory_context>\n")
    wrong = graphmem(environment, "recall", "When may we deploy?", "--budget", "7", "--context")
    assert (wrong.returncode, "budget is 7." in wrong.stderr) == (2, True)
    shown = graphmem(environment, "recall", "When may we deploy?", "--no-touch", "--json")
    scores = [hit["score"] for hit in json.loads(shown.stdout)["memories"]]
    assert scores == sorted(scores, reverse=True)
    logged = [json.loads(line) for line in (tmp_path / "ops-log.jsonl").read_text("utf-8").splitlines()]
    recalls = [line for line in logged if line["op"] == "recall"]
    assert [line["input"] for line in recalls] == ["When may we deploy?"] * 2
    assert all(line["intent"] and 0 < line["avg_relevance"] < 1 and line["result_count"] > 0 for line in recalls)
    assert re.match(r"shows \d of memories and \d of turns", recalls[1]["output"])
    assert "Friday" not in recalls[1]["output"]
    stood = json.loads(graphmem(environment, "activate", "deploy", "--json").stdout)
    assert [entry["memory"]["text"] for entry in stood["entries"]] == ["User: Never deploy on Fridays."]
    wrong = graphmem(environment, "timeline", "Nobody", "--after", "2026-01-01")
    assert (wrong.returncode, "No entity 'Nobody'" in wrong.stderr) == (2, True)
