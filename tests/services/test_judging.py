"""The pair judge as it serves: what its file holds fits the code, and verdicts on texts that the embedder has read."""

from __future__ import annotations

import json
from importlib.resources import files

import pytest

from graphmem.facade import GraphMem
from graphmem.language.doc import doc_of
from graphmem.language.pairing import compare_pair
from graphmem.model.gate import GateAction
from graphmem.model.language import Language
from graphmem.model.palace import Owner
from graphmem.services import judging
from graphmem.services.change_judge import SimilarMemory, Utterance, change_judge, small_judge

SAME = ("User's allotment is watered by the neighbours in August.", "in August the neighbours water my allotment")
CHANGED = (
    "User drives to the office in a Skoda Octavia.",
    "sold the octavia last week, tram 7 it is for getting to work",
)
OTHER = ("User's daughter Iris is in kindergarten.", "the frontend bundle weighs 2.1 MB")
TWO = ("The dog is fed twice a day.", "we feed the cat twice a day")


async def test_verdicts_on_texts_that_were_read(memory: GraphMem) -> None:
    read = await judging.read_states(memory.embedder, [text for pair in (SAME, CHANGED, OTHER, TWO) for text in pair])
    judge = judging.Judge(memory.embedder.model, read)
    said = {}
    for name, pair in (("same", SAME), ("changed", CHANGED), ("other", OTHER), ("two", TWO)):
        verdict = judge.gate(*pair, Language.EN)
        assert verdict is not None
        said[name] = verdict
    assert (said["same"].label, said["changed"].label, said["other"].label) == ("reinforce", "supersede", "create")
    assert "reinforce" in said["two"].forbidden
    assert "reinforce" not in said["same"].forbidden
    related = judge.relation("The night train was cancelled.", SAME[0], Language.EN)
    assert related is None, "one of them was not read"
    assert judge.gate("Ada: I like tea.", "Bob: I like tea.", Language.EN) is None
    assert set(judge.thresholds) == {"reinforce", "supersede"}


async def test_without_heads_there_is_no_verdict(memory: GraphMem) -> None:
    read = await judging.read_all_states(memory.embedder, SAME)
    judge = judging.Judge("a-model-nobody-has-measured", read)
    assert judge.gate(*SAME, Language.EN) is None
    assert judge.floor > 1


def test_what_was_learned_fits_the_code() -> None:
    """Marks are found by name: a mark that was added or renamed needs `make heads`."""
    folder = files("graphmem.services") / judging.FOLDER
    names = [file.name for file in folder.iterdir() if file.name.endswith(".npz")]
    assert names
    for name in names:
        model = name.removesuffix(".npz")
        heads = judging.heads_of(model)
        assert heads is not None
        assert set(heads.features.marks) == set(compare_pair(doc_of("a", Language.EN), doc_of("b", Language.EN)).marks)
        card = json.loads((folder / f"{model}.json").read_text("utf-8"))
        assert card["embedder"] == model
        assert {label: round(value, 4) for label, value in heads.thresholds.items()} == {
            label: cut["from"] for label, cut in card["gate"]["cuts"].items()
        }


@pytest.mark.parametrize(
    ("old", "new", "language"),
    [
        ("I still want to say who I am, that it's free for everybody with a tip jar and no subscription, and that "
         "these are forecasts and not a lifeguard", "I'm kinda worried about the tip jar as well", Language.EN),
        ("Biberlere bulaşmamış gibi, ama onları da ayırdım ne olur ne olmaz.",
         "saksıları hâlâ ibrikle suluyorum, onlar ayrı", Language.TR),
        ("Ev konusunda karar veremedik, hastanenin lojmanı var tek oda 390 euro, bir de dışarıdan iki oda bakıyoruz "
         "700-800 civarı.", "Tek kişiyken 390'lık oda neyime yetmez.", Language.TR),
    ],
)  # fmt: skip
async def test_what_natural_talk_says_beside_it_is_not_the_same(
    memory: GraphMem, tenant: Owner, old: str, new: str, language: Language
) -> None:
    """The head is sure of each, and what the newer one tells was lost from the memories."""
    await _sure(memory, old, new, language)
    ada = memory.owner(tenant.name)
    await ada.learn(old)
    seen = await ada.learn(new)
    assert seen.statements
    assert GateAction.REINFORCE not in [one.action for one in seen.statements]


async def _sure(memory: GraphMem, old: str, new: str, language: Language) -> None:
    """The head is sure that the two say the same: what keeps them apart is not that it doubts."""
    judge = judging.Judge(memory.embedder.model, await judging.read_states(memory.embedder, [old, new]))
    verdict = judge.gate(old, new, language)
    assert verdict is not None
    assert verdict.probabilities["reinforce"] >= judge.thresholds["reinforce"]


async def test_what_is_said_again_in_other_words_is_the_same(memory: GraphMem, tenant: Owner) -> None:
    ada = memory.owner(tenant.name)
    await ada.observe("Eşim beyaz istiyor, ben ceviz rengi.")
    seen = await ada.observe("Eşim hâlâ beyazda, ben hâlâ cevizde.")
    assert [one.action for one in seen.statements] == [GateAction.REINFORCE]


async def test_the_judge_of_changes_fits_the_code_and_tells_the_changed_one(memory: GraphMem, tenant: Owner) -> None:
    """A mark that was renamed needs `python -m tests.evals.change_judge`. Two statements stand beside what ends."""
    judge = change_judge()
    assert judge is not None
    assert set(judge.marks) <= set(compare_pair(doc_of("a", Language.EN), doc_of("b", Language.EN)).marks)
    lifted = {
        "Please answer in short sentences.": "You do not have to answer in short sentences any more.",
        "Lütfen cevaplarını kısa tut.": "Cevaplarını artık kısa tutmana gerek yok.",
    }
    for rule, lifting in lifted.items():
        language = Language.TR if "ü" in rule else Language.EN
        near = [SimilarMemory(rule, 0.8, "policy"), SimilarMemory("The weekly sync is on Tuesday.", 0.3, "fact")]
        sure, other = judge.likely(Utterance(lifting, "policy"), near, language)
        assert sure > judge.asks > other, (lifting, sure, other)
    await memory.observer.observe(tenant, "I have two cats.")
    held = await memory.observer.observe(tenant, "Please answer in short sentences.")
    seen = await memory.observer.observe(tenant, "You do not have to answer in short sentences any more.")
    assert [one.target for one in seen.statements] == [held.statements[0].memory]


@pytest.mark.parametrize(
    ("language", "held", "said", "others"),
    [
        (
            Language.EN,
            "The seedlings on the sill are too small to move.",
            "Yesterday they all went into the raised bed.",
            "My sister moved her seedlings into a raised bed.",
        ),
        (Language.TR, "Sabahları iki kahve içiyorum.", "Kahveyi bıraktım.", "Kuzenim kahveyi bıraktı."),
    ],
)
def test_a_small_store_has_a_judge_of_its_own(language: Language, held: str, said: str, others: str) -> None:
    """What the words do not tell at all, beside the same of somebody else."""
    judge = small_judge()
    assert judge is not None
    assert set(judge.marks) <= set(compare_pair(doc_of("a", Language.EN), doc_of("b", Language.EN)).marks)
    near = [SimilarMemory(held, 0.5, "fact"), SimilarMemory("Our standup is at 9:30.", 0.2, "fact")]
    sure, other = judge.likely(Utterance(said, "fact"), near, language)
    assert sure > judge.asks > other, (sure, other)
    assert judge.likely(Utterance(others, "fact"), near, language)[0] < judge.asks
