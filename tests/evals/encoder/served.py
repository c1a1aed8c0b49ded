"""What the served path makes of lines whose writers an encoder did not see: filters, clauses, the one decision."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from graphmem.model.transcript import Role
from graphmem.services.ingestion.extraction import Extractor
from graphmem.services.reading import TextReader
from tests.evals import formation, labelled, language, router, text_lines
from tests.evals.encoder.examples import SESSIONS_UNREAD, STANDING_UNREAD

PEOPLE, ASSISTANT, WORK = "talk among people", "told to an assistant", "at work on a project"
Cases = Sequence[labelled.Case]


def marked() -> Iterator[tuple[str, str, Cases]]:
    """The messages in which readers marked what is worth remembering: where they are said, by whom, and they."""
    for writer, path in text_lines.formed_by().items():
        yield PEOPLE, writer, labelled.cases("formation", path, formation.FIELDS)
    for name in text_lines.SESSIONS:
        for writer, cases in text_lines.session_writers((name,)).items():
            yield WORK if name in text_lines.PROJECTS else ASSISTANT, writer, cases
    for writer in text_lines.writers("told"):
        cases = labelled.cases("told", text_lines.folder() / writer / "told.jsonl", formation.FIELDS)
        yield ASSISTANT, writer, [case for case in cases if case["speaker"] == Role.USER]
        yield PEOPLE, writer, [case for case in cases if case["speaker"] != Role.USER]
    for writer in text_lines.writers("work"):
        yield WORK, writer, labelled.cases("told", text_lines.folder() / writer / "work.jsonl", formation.FIELDS)


def memories(reader: TextReader, where: str, cases: Cases) -> list[tuple[labelled.Case, list[formation.Stored]]]:
    """What is remembered of each message, as the only one of its conversation, and how it is judged."""
    found = []
    for case in cases:
        message = text_lines.message_of(case, project="project" if where == WORK else None)
        extractor = Extractor(given=reader, with_assistant=where == ASSISTANT)
        found.append((case, [formation.judge(case, one) for one in extractor.extract(message).statements]))
    return found


def left_out(readers: Sequence[tuple[frozenset[str], TextReader]]) -> dict[str, Any]:
    """The figures of all writers, each read by the encoder that did not see them."""
    judged: dict[str, list[tuple[labelled.Case, list[formation.Stored]]]] = {}
    for where, writer, cases in marked():
        for writers, reader in readers:
            if writer in writers:
                found = memories(reader, where, cases)
                judged.setdefault(where, []).extend(found)
                for one in found:
                    judged.setdefault(f"{where}, {one[0]['lang']}", []).append(one)
    figures: dict[str, Any] = {name: _shares(found) for name, found in sorted(judged.items())}
    figures["messages"] = _lines(readers, _message_files())
    figures["questions"] = _questions(readers)
    return figures


def unread(reader: TextReader) -> dict[str, Any]:
    """The figures of the sets that nothing is learned from, read by the encoder of all lines."""
    figures: dict[str, Any] = {}
    for name in SESSIONS_UNREAD:
        where = WORK if name.startswith("coding") else ASSISTANT
        cases = [case for case in labelled.cases(name, None, (*formation.FIELDS, "role")) if case["role"] == Role.USER]
        figures[name] = _shares(memories(reader, where, cases))
    files = {name: text_lines.folder() / "standing" / f"{name}.jsonl" for name in STANDING_UNREAD}
    figures["standing, eight writers"] = _lines([(frozenset(files), reader)], files)
    figures["standing, by writer"] = {
        name: _lines([(frozenset({name}), reader)], {name: path}) for name, path in files.items()
    }
    short = {"brief": text_lines.folder() / "brief" / "short.jsonl"}
    figures["messages of a few words"] = _lines([(frozenset(short), reader)], short)
    return figures


def _message_files() -> dict[str, Path]:
    folder = text_lines.folder()
    found = {writer: folder / writer / "messages.jsonl" for writer in text_lines.writers("messages")}
    found |= {name: folder / "standing" / f"{name}.jsonl" for name in text_lines.STANDING_FILES}
    return found | {writer: folder / writer / "standing.jsonl" for writer in text_lines.writers("standing")}


def _lines(readers: Sequence[tuple[frozenset[str], TextReader]], files: Mapping[str, Path]) -> dict[str, Any]:
    """Precision and recall of what is kept and of what becomes a rule, and the share of right categories."""
    told: list[tuple[bool, bool]] = []
    kept: list[tuple[bool, bool]] = []
    right: list[bool] = []
    for writer, path in files.items():
        reader = next((one for writers, one in readers if writer in writers), None)
        if reader is None:
            continue
        for one in language.observed(labelled.cases("language", path, ("id", "lang", "text")), reader):
            if "standing" in one.case:
                told.append((bool(one.case["standing"]), "policy" in one.kinds))
            if "keep" in one.case and one.case.get("role", Role.USER) == Role.USER:
                kept.append((bool(one.case["keep"]), one.kept))
                if one.case["keep"] and one.case["category"]:
                    right.append(one.category == one.case["category"])
    found: dict[str, Any] = {}
    for name, pairs in (("standing", told), ("keep", kept)):
        if pairs:
            hits = sum(so and said for so, said in pairs)
            found[name] = labelled.scores(
                hits=hits, said=sum(said for _, said in pairs), there=sum(so for so, _ in pairs)
            )
    return found | ({"category": round(sum(right) / len(right), 4), "categories": len(right)} if right else {})


def _questions(readers: Sequence[tuple[frozenset[str], TextReader]]) -> dict[str, Any]:
    hits: dict[str, list[float]] = {}
    for writer in text_lines.writers("queries"):
        for writers, reader in readers:
            if writer in writers:
                metrics = router.evaluate(text_lines.folder() / writer / "queries.jsonl", reader)["metrics"]
                hits.setdefault("intent", []).append(metrics["intent_accuracy"])
                hits.setdefault("skip", []).append(metrics["skip_accuracy"])
    return {name: round(sum(found) / len(found), 4) for name, found in hits.items()} | {"writers": len(hits["intent"])}


def _shares(judged: Sequence[tuple[labelled.Case, Sequence[formation.Stored]]]) -> dict[str, Any]:
    scores = formation.scores(judged)
    found = {name: scores[name] for name in ("messages", "memories", *formation.JUDGEMENTS, "category_of_found")}
    return found | {"spans_found": scores["spans"]["recall"], "rules": scores["rules"]}
