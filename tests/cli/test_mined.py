"""What `graphmem mine` says of a folder and of what it could not take."""

from __future__ import annotations

from pathlib import Path

from graphmem.cli.mining import MOST_TOLD, expand_folders, left_out, print_mined
from graphmem.cli.output import out
from graphmem.model.transcript import Rejected
from graphmem.services.ingestion.mine import MineReport
from tests.cli.conftest import graphmem


def test_a_folder_is_its_files_without_hidden_ones_and_links(tmp_path: Path) -> None:
    (tmp_path / "sub").mkdir()
    (tmp_path / ".obsidian").mkdir()
    for name in ("b.md", "a.txt", "sub/c.pdf", "photo.JPG", "sub/sheet.csv", "two.csv", ".obsidian/d.md"):
        (tmp_path / name).write_bytes(b"x")
    (tmp_path / "loop").symlink_to(tmp_path)
    (tmp_path / "linked.md").symlink_to(tmp_path / "b.md")
    files, notes = expand_folders([tmp_path / "b.md", tmp_path])
    assert [file.relative_to(tmp_path).as_posix() for file in files] == ["b.md", "a.txt", "b.md", "sub/c.pdf"]
    assert notes == [f"{tmp_path}: passed over what is no text: 2 .csv, 1 .jpg."]


def test_what_could_not_be_taken_is_told_once_a_reason() -> None:
    """An export of years has thousands of messages without a text, all on line 1."""
    rejected = [Rejected("c.json", 1, "no text")] * 3 + [Rejected("c.json", 7, "no speaker")]
    assert left_out(rejected) == ["c.json:1: no text (3 times)", "c.json:7: no speaker"]


def test_columns_of_a_narrow_terminal_can_be_read() -> None:
    """Eight columns had left "conve…" and "memor…" of their heads."""
    with out.capture() as captured:
        print_mined([MineReport("k", "WhatsApp Chat with the whole family", filed=24, rooms=3, memories=14)], [])
    told = captured.get()
    for head in ("conversation", "rooms", "new", "known", "memories"):
        assert head in told
    assert "superseded" not in told


def test_of_many_reasons_the_rest_is_counted(capfd) -> None:  # type: ignore[no-untyped-def]
    print_mined([], [Rejected("chat.txt", line, f"no speaker: {line}") for line in range(MOST_TOLD + 5)])
    told = capfd.readouterr().err
    assert "… and 5 more" in told
    assert f"no speaker: {MOST_TOLD}" not in told


def test_a_folder_is_mined_and_its_empty_files_and_pictures_are_named(
    environment: dict[str, str], tmp_path: Path
) -> None:
    vault = tmp_path / "vault"
    vault.mkdir()
    (vault / "notlar.txt").write_bytes("Çatı ustası Şaban Usta 14.000 lira istemişti.\n".encode("cp1254"))
    (vault / "empty.md").write_text("", "utf-8")
    (vault / "photo.jpg").write_bytes(b"\xff\xd8\xff")
    mined = graphmem(environment, "mine", str(vault))
    assert mined.returncode == 0, mined.stderr
    assert "notlar.txt" in mined.stdout
    said = " ".join(mined.stderr.split())
    assert "empty.md: it is empty" in said
    assert "1 .jpg" in said
    assert "Şaban Usta" in graphmem(environment, "drawer", "§ W-001/R-01/D-001").stdout
