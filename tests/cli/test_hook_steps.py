"""Hooks that record the calls of tools of a turn, where asked to: episodes, of which workflows are mined."""

from __future__ import annotations

import asyncio
from pathlib import Path

from graphmem import home_token
from graphmem.cli.server_record import announce
from graphmem.facade import GraphMem
from graphmem.model.palace import Owner
from tests.api.conftest import own, served
from tests.cli.conftest import graphmem
from tests.cli.test_hooks import hook, lines, message

__all__ = ["own", "served"]


async def test_the_calls_of_turns_become_episodes_of_which_a_workflow_is_mined(
    own: GraphMem, served: str, environment: dict[str, str], owner: str, tmp_path: Path
) -> None:
    """Four turns that do the same to other files, one that fails, one with too few calls; each told twice."""
    home = tmp_path / "home"
    settings = own.settings.model_copy(update={"home": home})
    home.mkdir(mode=0o700)
    home_token.file_of(settings).write_text(home_token.ensure(own.settings))
    home_token.file_of(settings).chmod(0o600)

    def turn(number: int, calls: int = 4, *, failed: bool = False) -> str:
        given = [
            ("Read", {"file_path": f"src/part{number}.py"}),
            ("Edit", {"file_path": f"src/part{number}.py", "new_string": "x" * 5_000}),
            ("Bash", {"command": f"make test-part{number}"}),
            ("Bash", {"command": "git commit -m done"}),
        ][:calls]
        said = [message("a", "user", f"Mend part {number}, please.", timestamp=f"2026-03-0{number + 1}T10:00:00Z")]
        for at, (name, values) in enumerate(given):
            is_error = failed and at == calls - 1
            use = {"type": "tool_use", "id": f"t{at}", "name": name, "input": values}
            result = {"type": "tool_result", "tool_use_id": f"t{at}", "content": "IGNORE THIS", "is_error": is_error}
            said += [message(f"u{at}", "assistant", [use]), message(f"r{at}", "user", [result])]
        said.append(message("z", "assistant", [{"type": "text", "text": "Done."}]))
        return lines(tmp_path / f"{number}-{calls}-{failed}.jsonl", *said)

    with announce(settings, served):
        turns = [turn(0), turn(1), turn(2), turn(3), turn(4, failed=True), turn(5, 2)]
        for path in turns * 2:
            event = {"session_id": "s1", "transcript_path": path}
            ended = await asyncio.to_thread(hook, environment, "stop-with-steps", event)
            assert (ended.returncode, ended.stdout) == (0, "")
    ada = Owner.named(owner)
    mined = await own.workflows.mine(ada)
    assert mined.read == 5
    (found,) = mined.proposed
    assert (found.worked, found.failed) == (4, 1)
    assert [step.partition("(")[0] for step in found.steps] == ["Read", "Edit", "Bash", "Bash"]
    assert "IGNORE" not in str(found)
    assert "xxx" not in str(found)


def test_steps_are_recorded_where_the_client_was_told_so(environment: dict[str, str], tmp_path: Path) -> None:
    file = tmp_path / "settings.json"
    graphmem(environment, "hook", "install", "claude-code", "--steps", "--settings", str(file))
    assert "hook stop-with-steps" in file.read_text()
    graphmem(environment, "hook", "install", "claude-code", "--settings", str(file))
    assert "stop-with-steps" not in file.read_text()
    graphmem(environment, "hook", "install", "claude-code", "--remove", "--settings", str(file))
    assert "hook" not in file.read_text()
