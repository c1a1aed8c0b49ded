"""The files of a folder that may be mined, and what of it is passed over."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from pathlib import Path

ENDINGS = frozenset(
    {".md", ".markdown", ".txt", ".text", ".html", ".htm", ".xhtml", ".pdf", ".json", ".jsonl", ".ndjson"}
)
"""Of files that hold conversations, documents or feeds."""


def unfolded(paths: Iterable[Path]) -> tuple[list[Path], list[str]]:
    """The paths with the files of folders in the place of folders, in order, and what is passed over of each.

    Hidden files and folders, where programs keep their own things, and links, which may lead in circles, are left out.
    """
    files: list[Path] = []
    notes: list[str] = []
    for path in paths:
        if not path.is_dir():
            files.append(path)
            continue
        inside = [file for file in sorted(path.rglob("*")) if _is_own(file, path)]
        files += [file for file in inside if file.suffix.lower() in ENDINGS]
        others = Counter(file.suffix.lower() or file.name for file in inside if file.suffix.lower() not in ENDINGS)
        if others:
            told = ", ".join(f"{count} {ending}" for ending, count in others.most_common())
            notes.append(f"{path}: passed over what is no text: {told}.")
        elif not inside:
            notes.append(f"{path}: there are no files in it.")
    return files, notes


def _is_own(file: Path, folder: Path) -> bool:
    parts = file.relative_to(folder).parts
    above = [folder.joinpath(*parts[: place + 1]) for place in range(len(parts))]
    return file.is_file() and not any(part.startswith(".") for part in parts) and not any(map(Path.is_symlink, above))
