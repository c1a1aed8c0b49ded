"""The card of an encoder: on how many lines it was tuned, from where its verdicts count, and how well it does."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from graphmem.model.language import RULED
from graphmem.services.reading import CATEGORY, RULE, Setting
from tests.evals.encoder import natural
from tests.evals.encoder.cuts import SETS, merged
from tests.evals.encoder.endings import GATE, UNREAD
from tests.evals.encoder.examples import RELATION, STANDING_UNREAD
from tests.evals.encoder.figures import (
    accuracy,
    auroc,
    cut_at_precision,
    cut_at_recall,
    of_action,
    pair_accuracy,
    standing_of,
    worth_of,
)
from tests.evals.encoder.judging import Judged, JudgedPair

TALKS = "sentences of two unread talks beside what they end, what they leave, and what is most like them"

Part = Mapping[str, Sequence[Any]]

SESSIONS = "sessions of writers left out, each message beside ten"


def recooled(part: Mapping[str, Any], by: Mapping[str, float]) -> dict[str, list[Any]]:
    """What cooled heads say, from what they said before."""
    return {
        "texts": [
            replace(one, said={head: _cool(said, by.get(head, 1.0)) for head, said in one.said.items()})
            for one in part["texts"]
        ],
        "pairs": [replace(one, said=_cool(one.said, by[one.pair.head])) for one in part["pairs"]],
        **{kind: [replace(one, said=_cool(one.said, by[GATE])) for one in part[kind]] for kind in ("natural", "talks")},
    }


def _cool(said: Mapping[str, float], heat: float) -> dict[str, float]:
    powers = {label: math.exp(math.log(max(value, 1e-12)) / heat) for label, value in said.items()}
    whole = sum(powers.values())
    return {label: value / whole for label, value in powers.items()}


def card(folds: Sequence[Part], whole: Part, cuts: Mapping[str, float], heats: Mapping[str, float]) -> dict[str, Any]:
    """The card. `folds` say what encoders said of writers left out, `whole` the one of all lines of unread sets."""
    left = [one for part in folds for one in part["texts"]]
    pairs = [one for part in folds for one in part["pairs"]]
    return {
        "model": "multilingual-e5-small (Wang et al., 2024, MIT), tuned",
        "command": "make encoder",
        "lines": {
            "texts": dict(Counter(one.text.writer for one in left)),
            "pairs": dict(Counter(one.pair.writer for one in pairs)),
        },
        "temperatures": dict(heats),
        "cuts": dict(cuts),
        "figures": {
            "writers left out": of_texts(left, cuts),
            **{
                f"writers left out, {spoken.value}": of_texts(
                    [one for one in left if one.text.language is spoken], cuts
                )
                for spoken in RULED
            },
            "pairs of writers left out": of_pairs(pairs, cuts),
            TALKS: _natural([one for part in folds for one in part["talks"]], cuts),
            SESSIONS: _natural([one for part in folds for one in part["natural"]], cuts),
            "unread": _unread(whole["texts"], cuts),
            "talks, each message beside ten": _natural(whole["natural"], cuts) | {"ended in all": natural.ended_in()},
        },
    }


def of_texts(judged: Sequence[Judged], cuts: Mapping[str, float]) -> dict[str, Any]:
    """Figures of clauses and questions."""
    found: dict[str, Any] = {
        "category": _share(*accuracy(judged, CATEGORY)),
        "intent": _share(*accuracy(judged, "intent")),
    }
    for setting in Setting:
        told = worth_of([one for one in judged if one.text.kind in SETS[setting]], setting)
        found[f"worth, {setting.value}"] = _kept(told, cuts[setting]) if told else {}
    return found | {"standing": _acted(standing_of([one for one in judged if one.text.kind == "line"]), cuts[RULE])}


def _unread(judged: Sequence[Judged], cuts: Mapping[str, float]) -> dict[str, Any]:
    standing = [one for one in judged if one.text.writer.removeprefix(UNREAD) in STANDING_UNREAD]
    found: dict[str, Any] = {"standing, eight writers": _acted(standing_of(standing), cuts[RULE])}
    for name in ("brief", "months", "sessions_fresh", "coding_fresh"):
        own = [one for one in judged if one.text.writer == UNREAD + name]
        setting = Setting.WORK if name.startswith("coding") else Setting.ASSISTANT
        told = worth_of(own, setting)
        found[name] = {"category": _share(*accuracy(own, CATEGORY)), "worth": _kept(told, cuts[setting])}
    return found


def of_pairs(pairs: Sequence[JudgedPair], cuts: Mapping[str, float]) -> dict[str, Any]:
    """Figures of pairs of statements."""
    statements = [one for one in pairs if one.pair.head == GATE and not one.pair.natural]
    gate = [one for one in statements if "~" not in one.pair.id]
    writers = sorted({one.pair.writer for one in gate})
    by_writer = {
        writer: _share(*pair_accuracy([one for one in gate if one.pair.writer == writer])) for writer in writers
    }
    return {
        "gate": _share(*pair_accuracy(gate)),
        "by writer": by_writer,
        "relation": _share(*pair_accuracy([one for one in pairs if one.pair.head == RELATION])),
        "with as many of other matters": {
            "reinforce": _acted(merged(statements), cuts["reinforce"]),
            "supersede": _acted(of_action(statements, "supersede"), cuts["supersede"]),
        },
    }


def _natural(pairs: Sequence[JudgedPair], cuts: Mapping[str, float]) -> dict[str, Any]:
    told = of_action(pairs, "supersede")
    return {
        "pairs": len(told), "ended": sum(so for _, so in told), "AUROC": round(auroc(told), 4),
        "closed": _acted(told, cuts["supersede"]), "asked or closed": _acted(told, cuts["asked"]),
    }  # fmt: skip


def _acted(told: Sequence[tuple[float, bool]], cut: float) -> dict[str, Any]:
    """Precision and recall from a cut on, and recall at fixed precisions."""
    acted = [so for score, so in told if score >= cut]
    there = max(1, sum(so for _, so in told))
    return {
        "AUROC": round(auroc(told), 4),
        "precision": round(sum(acted) / max(1, len(acted)), 4),
        "recall": round(sum(acted) / there, 4),
        "recall at precision": {str(p): round(cut_at_precision(told, p)[1], 3) for p in (0.683, 0.7, 0.8, 0.9, 0.95)},
        "count": len(told),
    }


def _kept(told: Sequence[tuple[float, bool]], cut: float) -> dict[str, Any]:
    """How much of the worthy is kept from a cut on, how much of the kept is not worthy, and that at fixed shares."""
    kept = [so for score, so in told if score >= cut]
    there = max(1, sum(so for _, so in told))
    return {
        "AUROC": round(auroc(told), 4),
        "kept": round(sum(kept) / there, 4),
        "junk": round(1 - sum(kept) / max(1, len(kept)), 4),
        "junk at kept": {str(share): round(cut_at_recall(told, share)[1], 3) for share in (0.98, 0.95, 0.9, 0.8)},
        "count": len(told),
    }


def _share(share: float, count: int) -> dict[str, Any]:
    return {"share": round(share, 4), "count": count}
