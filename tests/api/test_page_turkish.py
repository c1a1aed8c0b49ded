"""The page in Turkish: whatever a service can tell there has a Turkish form, found in the code that tells it."""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Iterator
from enum import StrEnum
from html import unescape
from pathlib import Path
from types import ModuleType

import graphmem_api.page
import pytest
from graphmem_api.page.telling import relation, sentences, teller, texts

import graphmem
from graphmem import home_token
from graphmem.cognition import prediction_error, profiles, relations, scoring
from graphmem.cognition.tiering import Awake, Climb
from graphmem.facade import GraphMem
from graphmem.language.wordlists import lines
from graphmem.model.access import Scope
from graphmem.model.dream import RunState, Step
from graphmem.model.exploration import LinkType
from graphmem.model.job import JobKind, JobState
from graphmem.model.memory import DataSource, SubTier, Tier, WriteSource
from graphmem.model.question import Intent
from graphmem.model.schedule import Outcome
from graphmem.model.tombstone import Reason
from graphmem.services import readiness
from graphmem.services.ingestion import consolidation, review_proposals
from graphmem.services.lifecycle import (
    application,
    category_summaries,
    derived_memories,
    dreams,
    expiry,
    finding,
    merging,
    model_words,
    patterns,
    planning,
    probe,
    promotion,
    rehearsal,
    sleep,
    themes,
    wording,
)
from graphmem.services.retrieval import (
    answer_verdict,
    explanations,
    memory_search,
    model_help,
    model_notes,
    reactivation,
    recall,
    rerank_newest,
    turn_tokens,
    understanding,
)
from graphmem.store import memories as stored
from tests.api.conftest import client_of
from tests.support.conversations import EFOIL, conversation
from tests.support.page import log_in

TR = {"accept-language": "tr"}
ROOT = Path(graphmem.__file__).parent
PAGE = Path(graphmem_api.page.__file__).parent
ENUMS: tuple[type[StrEnum], ...] = (
    *(Awake, Climb, Step, RunState, Outcome, Intent, JobKind, JobState, Scope, Reason),
    *(SubTier, WriteSource, DataSource, Tier),
)
NAMES = (
    *(expiry.RULE, expiry.UNTOLD, promotion.NOT_YET, merging.SAYS_THE_SAME, merging.LOSES, merging.EXEMPT),
    *(
        sleep.UNUSED,
        sleep.CROWDED,
        themes.TOGETHER,
        derived_memories.OUTDATED,
        derived_memories.AGAIN,
        derived_memories.REPLACED,
    ),
    *(category_summaries.SUMMED_UP, *wording.WORDED.values(), patterns.RECURS),
    *(model_words.WAITS, model_words.NO_ANSWER, model_words.UNTRIED, model_words.REFUSED),
    *(rehearsal.FADED, finding.KEPT_AWAKE),
    *(application.CHANGED_SINCE, reactivation.RECALLED, stored.TOLD_AGAIN, understanding.SMALL_TALK),
    *(
        prediction_error.OTHERS_WORD,
        prediction_error.HAPPENED,
        prediction_error.MAY_HAVE_CHANGED,
        prediction_error.DECLARED,
    ),
    *(prediction_error.MUCH_THE_SAME, consolidation.DISPUTED, review_proposals.CANNOT_BOTH_BE),
    *(explanations.BEST, *explanations.GRAPH.values(), memory_search.AGAIN, rerank_newest.LATER),
    *(rerank_newest.OTHERWISE, relations.MATTER, relations.JUDGE, turn_tokens.TOKENS, turn_tokens.LEAST),
    *(turn_tokens.BACK, *scoring.RELEVANCE.weights, "room", *explanations.GRAPH),
    *(name for weights in profiles.PROFILES.values() for name in weights),
)
SPOKEN: tuple[tuple[ModuleType, str], ...] = (
    (explanations, "of_turn"),
    (explanations, "of_memory"),
    (explanations, "_meaning"),
    (explanations, "_words"),
    (answer_verdict, "judge_answer"),
    (planning, "_brake"),
    (planning, "_rest"),
    (probe, "harm"),
    (promotion, "_evidence"),
    (rehearsal, "rehearsal"),
    (rehearsal, "_rehearsed"),
    (expiry, "expiry"),
    (sleep, "_decide"),
    (sleep, "_others"),
    (merging, "_change"),
    (derived_memories, "make_change"),
    (prediction_error, "_stays"),
    (readiness, "readiness"),
)
"""Functions whose texts of two words and more are told, but for their docstrings."""

REFUSING = (
    *(["services/amendments", "services/entities", "services/instants", "services/reviews", "services/tombstones"]),
    *(["services/workflows", "store/workflows"]),
    *(["services/owner_settings", "services/privacy", "services/lifecycle/dreams", "services/lifecycle/planning"]),
    *(["services/lifecycle/undo", "services/lifecycle/schedules", "services/retrieval/options"]),
    *(["services/retrieval/neighbourhood", "store/amendments", "store/cursors", "store/deletion", "store/dreams"]),
    *(["store/entity_views", "store/filing", "store/lives", "store/memory_views", "store/palace", "store/reviews"]),
    *(
        [
            "store/tombstones",
            "cognition/timetable",
            "model/palace",
            "model/owner_settings",
            "model/own_schema",
            "model/own_types",
        ]
    ),
)
"""What refuses what the page asks for."""


def said(node: ast.expr) -> list[str]:
    """What an expression can come to, with a value that is nobody's word in each place."""
    match node:
        case ast.Constant(value=str(text)):
            return [text]
        case ast.JoinedStr(values=values):
            return ["".join(str(one.value) if isinstance(one, ast.Constant) else value(one) for one in values)]
        case ast.IfExp(body=body, orelse=orelse):
            return said(body) + said(orelse)
    return []


def value(node: ast.expr) -> str:
    """A value as it is written there."""
    written = ast.unparse(node)
    return "7% likely" if "likely" in written else "7%" if "%}" in written else "7x"


RAISES = re.compile(r"(InvalidInput|NotFound|Authentication)Error|_wrong")


def refusals(path: Path) -> Iterator[str]:
    """The messages and remedies of the errors that a module raises."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        named = node.func if isinstance(node, ast.Call) else None
        if isinstance(named, ast.Name) and re.fullmatch(
            r"(InvalidInput|NotFound|Authentication)Error|_wrong", named.id
        ):
            assert isinstance(node, ast.Call)
            for one in (*node.args[:1], *(word.value for word in node.keywords if word.arg == "remedy")):
                yield from said(one)


def spoken(module: ModuleType, name: str) -> Iterator[str]:
    """The texts in a function."""
    tree = ast.parse(inspect.getsource(getattr(module, name)))
    specs = [node.format_spec for node in ast.walk(tree) if isinstance(node, ast.FormattedValue) and node.format_spec]
    within = {id(part) for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for part in node.values}
    within |= {id(part) for spec in specs for part in ast.walk(spec)}
    docs = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant | ast.JoinedStr) and id(node) not in within | docs:
            yield from (one for one in said(node) if " " in one.strip() or isinstance(node, ast.JoinedStr))


def untold(texts: Iterator[str] | list[str]) -> set[str]:
    """Those that stay as they are in Turkish."""
    tell = teller("tr")
    return {one for one in texts if one and tell(one) == one} - {"model", "plan"}


def test_every_name_of_the_navigation() -> None:
    """They stand in a list of the template, where no call of the translator shows them."""
    page = (Path(graphmem_api.page.__file__).parent / "templates" / "base.html").read_text("utf-8")
    names = re.findall(r'\("/memory[a-z/]*", "([^"]+)"', page)
    assert len(names) > 10
    assert {name for name in names if name not in texts("tr")} == set()


def test_names_of_steps_reasons_rules_and_signals() -> None:
    assert untold([*NAMES, *(one.value for kind in ENUMS for one in kind)]) == set()
    assert untold([f"{dreams.BY_HAND}: {how}" for how in ("woken", "promoted", "put to sleep")]) == set()
    assert all(relation("tr", kind) != relation("en", kind) for kind in LinkType)
    predicates = {line.split(" ")[0] for line in lines("statements_predicates")}
    predicates |= {line.partition(":")[0] for line in lines("statements_kin")}
    assert untold([one.replace("_", " ") for one in sorted(predicates)]) == set()


@pytest.mark.parametrize(("module", "name"), SPOKEN, ids=lambda one: getattr(one, "__name__", one))
def test_sentences_of_services(module: ModuleType, name: str) -> None:
    # What is only a part of a sentence is told as one with it.
    parts = {"7% likely", ", ", "; "}
    assert untold([one for one in spoken(module, name) if one not in parts]) == set()


def test_rules_that_draw_relations() -> None:
    found: set[str] = set()
    for path in (ROOT / "cognition/relations.py", *ROOT.glob("services/**/*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            named = node.func if isinstance(node, ast.Call) else None
            if isinstance(named, ast.Name) and named.id in ("_edge", "_cause", "Relation"):
                assert isinstance(node, ast.Call)
                found |= {text for one in node.args[3:] for text in said(one)}
    assert {"gate", "connective", "overlap"} <= found
    assert untold(sorted(found)) == set()


def test_notes_of_a_recall() -> None:
    noted = re.findall(r"notes\.append\(\s*(f?\"[^\n]*\")", inspect.getsource(recall) + inspect.getsource(model_help))
    assert len(noted) > 6
    assert untold([text for one in noted for text in said(ast.parse(one, mode="eval").body)]) == set()


@pytest.mark.parametrize("room", [*REFUSING, *sorted(path.stem for path in PAGE.glob("*.py"))])
def test_refusals(room: str) -> None:
    path = ROOT / f"{room}.py" if "/" in room else PAGE / f"{room}.py"
    assert untold(refusals(path)) == set()


def test_reasons_that_are_strung_together() -> None:
    tell = teller("tr")
    strung = f"is near in meaning and shares its words, {memory_search.AGAIN}, {model_notes.SAYS_SO}"
    assert tell(strung).startswith("anlamca yakın ve sorunun kelimelerini paylaşıyor, daha iyisinin")
    assert "model bunun yanıtladığını söylüyor" in tell(strung)
    assert tell("Something of this answers, 89% likely.") == "Bunlardan biri yanıtlıyor, olasılığı %89."
    assert tell("dream: its time is over") == "rüya: süresi doldu"
    assert tell("No job 'plan'.") == "'plan' diye bir iş yok."
    assert teller("en")(strung) == strung


def test_turkish_has_one_word_for_dream_and_every_value() -> None:
    texts = (PAGE / "texts" / "tr.json").read_text("utf-8") + (PAGE / "texts" / "tr.told.json").read_text("utf-8")
    assert not re.search(r"\b[Dd]üş(?!ük)", texts)
    for english, told in sentences("tr").items():
        assert sorted(re.findall(r"{\w+}", english)) == sorted(re.findall(r"{\w+}", told)), english


async def test_search_dreams_and_settings_in_turkish(own: GraphMem) -> None:
    await own.mine(conversation(EFOIL), owner=own.settings.owner)
    await own.observer.learn(own.owner(), "Ada holds the spare key until 2026-05-09.")
    async with client_of(own, local=False) as client:
        await log_in(client.http, home_token.ensure(own.settings))
        found = unescape((await client.http.get("/memory/search?q=Where does Mark live?", headers=TR)).text)
        visible = re.sub(r"<[^>]+>", " ", found)
        for english in ("likely", "is near in", "shares ", "ranks high", "similarity", "anlaşılan: factual"):
            assert english not in visible, english
        plan = unescape((await client.http.get("/memory/dreams/plan", headers=TR)).text)
        for english in ("merge", "themes", "summaries", "its category", "younger than", "it held until"):
            assert english not in plan, english
        memory = (await own.memories.page(own.owner())).items[0]
        shown = unescape((await client.http.get(f"/memory/m/{memory.id}", headers=TR)).text)
        assert "doğdu" in shown
        assert "last used" not in shown


async def test_what_no_address_has_is_said_so(own: GraphMem) -> None:
    await own.observer.observe(own.owner(), "I moved to Izmir in May 2026.", speaker="Ada")
    async with client_of(own, local=False) as client:
        await log_in(client.http, home_token.ensure(own.settings))
        http = client.http
        for address, value in (
            *(
                ("memories?category=nonsense", "nonsense"),
                ("memories?tier=xyz", "xyz"),
                ("things?type=dragon", "dragon"),
            ),
            *(("memories?true_at=gibberish", "true_at"), ("jobs?state=bogus", "bogus"), ("memories?valid=x", "x")),
        ):
            for headers, title in (({}, "That failed"), (TR, "Bu olmadı")):
                refused = await http.get(f"/memory/{address}", headers=headers)
                assert refused.status_code == 422, address
                assert value in refused.text
                assert title in refused.text
        for path in ("palace/closets/abc", "nowhere", "m/x/y/z"):
            missing = await http.get(f"/memory/{path}")
            assert (missing.status_code, "<h1>" in missing.text) == (404, True), path
        assert (await http.get("/memory/jobs/", follow_redirects=True)).status_code == 200
        assert (await http.get("/memory/jobs?state=dead")).status_code == 200
        assert (await http.get("/memory/memories?tier=episodic&category=")).status_code == 200


def test_what_is_told_of_versions() -> None:
    tell, told = teller("tr"), "2 of 3 failed"
    places = (
        "step 2 in project shop, ",
        "step 2 with node 22, ",
        "step 2, ",
        "in project shop, ",
        "with node 22, ",
        "",
    )
    found = [tell(f"version 3 fails where 2 held: {place}{told}") for place in places]
    assert found[0] == "3. sürüm, 2. sürümün başardığı yerde başarısız: shop projesinde 2. adım, 3 kullanımdan 2 tanesi"
    assert [one for one in found if "fails" in one or "step" in one or " in " in one or "with" in one] == []
    assert len(set(found)) == len(places)
    doubt = "version 3 worked 0 of 3 times, version 2 6 of 6: it is better with 97% probability"
    assert tell(doubt).startswith("3. sürüm 3 kullanımın 0 tanesinde")
