"""The heads of single texts as they serve: what their files hold fits the code, and what they say of messages."""

from __future__ import annotations

import json
from dataclasses import replace
from importlib.resources import files

import numpy as np
import pytest

from graphmem.facade import GraphMem
from graphmem.language.marks import message_marks
from graphmem.language.question import understand
from graphmem.model.category import Category
from graphmem.model.language import Language
from graphmem.ports import Purpose
from graphmem.services import text_judging
from graphmem.services.text_judging import MESSAGE_HEADS, Opinion, heads_of

KINDS = {
    "I'm flying to Porto on the 3rd of March with my sister": "plan",
    "no sorry, the dentist is at 4 and not at 3": "correction",
    "dün akşam kombi bozuldu, sabaha kadar üşüdük": "episode",
    "kırmızı eti hiç sevmem, tavuk ya da balık olsun": "preference",
}


async def test_what_the_heads_say_of_messages(memory: GraphMem) -> None:
    heads = heads_of(memory.embedder.model)
    assert heads is not None
    texts = [*KINDS, "haha thanks a lot!", "never send mails to customers without asking me first"]
    vectors = await memory.embedder.embed(texts, Purpose.PASSAGE)
    said = {}
    for text, vector in zip(texts, vectors, strict=True):
        language = Language.TR if "ü" in text or "ı" in text else Language.EN
        opinion = heads.opinion(text, language, (), vector)
        assert opinion is not None
        assert sum(opinion.categories.values()) == pytest.approx(1)
        said[text] = opinion
    assert {text: max(said[text].categories, key=said[text].categories.__getitem__) for text in KINDS} == KINDS
    assert said[texts[-2]].keep < 0.5 < min(said[text].keep for text in (*KINDS, texts[-1]))
    rule = said[texts[-1]]
    assert rule.kind(heads.cuts["policy"])[0] is Category.POLICY
    assert max(said[text].rule for text in texts[:-1]) < 0.5 < rule.rule


def test_what_is_nearly_a_rule_and_meant_for_good_asks_for_something() -> None:
    """Where the head is not sure of a rule, "shoes come off at the door" is a procedure rather than a warning."""
    said = {"policy": 0.5, "pitfall": 0.3, "workflow": 0.1, "preference": 0.05}
    meant = Opinion(said, keep=1.0, worth=1.0, standing=0.7, declared=False, instructs=False)
    assert meant.kind(rule_from=0.8)[0] is Category.WORKFLOW
    assert replace(meant, standing=0.2).kind(rule_from=0.8)[0] is Category.PITFALL


async def test_a_few_words_are_a_search(memory: GraphMem) -> None:
    heads = heads_of(memory.embedder.model)
    assert heads is not None
    searches = ["greyhound", "Lisbon", "toplantı", "gate code", "blue boat Meltem", "Elif kahve", "red bicycle sold"]
    vectors = await memory.embedder.embed(searches, Purpose.QUERY)
    said = [heads.understood(understand(words), vector) for words, vector in zip(searches, vectors, strict=True)]
    assert [one.query for one in said if one.skip] == []


def test_a_language_that_an_embedder_does_not_know_is_left_to_the_rules() -> None:
    heads = heads_of("bge-small-en-v1.5-q")
    assert heads is not None
    assert heads.languages == {"en"}
    width = heads.heads["category"].mean.size - len(heads.marks)
    vector = np.zeros(width, np.float32)
    assert heads.opinion("Ada's desk is on the third floor.", Language.EN, (), vector) is not None
    assert heads.opinion("Ada'nın masası üçüncü katta.", Language.TR, (), vector) is None
    assert heads_of("a-model-nobody-has-measured") is None


def test_what_was_learned_fits_the_code() -> None:
    """Marks are found by name: one that was added or renamed needs `make heads`."""
    folder = files("graphmem.services") / text_judging.FOLDER
    models = [file.name.removesuffix(".npz") for file in folder.iterdir() if file.name.endswith(".npz")]
    assert models
    for model in models:
        heads = heads_of(model)
        assert heads is not None
        assert set(heads.heads) >= set(MESSAGE_HEADS)
        assert set(heads.heads["category"].learned.labels) <= set(Category)
        for text, language in (
            ("I moved to Oslo in 2021, and you?", Language.EN),
            ("Pazartesi taşınıyorum.", Language.TR),
        ):
            if language.value in heads.languages:
                assert set(message_marks(text, language, ())) <= set(heads.marks)
        card = json.loads((folder / f"{model}.json").read_text("utf-8"))
        assert card["embedder"] == model
        assert {name: round(value, 4) for name, value in heads.cuts.items()} == card["cuts"]
