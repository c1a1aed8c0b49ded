"""What a release publishes beside the wheel: the entry of the MCP registry, and the workflow of a tag."""

from __future__ import annotations

import json
import re
import subprocess
import tomllib
from pathlib import Path

import yaml

import graphmem
from tests.support.commands import is_command
from tests.support.environment import all_variables

ROOT = Path(__file__).parent.parent


def test_the_registry_entry_is_what_is_published() -> None:
    listed = json.loads((ROOT / "api" / "server.json").read_text("utf-8"))
    assert re.fullmatch(r"[a-zA-Z0-9.-]+/[a-zA-Z0-9._-]+", listed["name"])
    assert 0 < len(listed["description"]) <= 100
    readme = (ROOT / "README.md").read_text("utf-8")
    assert re.findall(r"<!-- mcp-name: (\S+) -->", readme) == [listed["name"]]
    (package,) = listed["packages"]
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert package["registryType"] == "pypi"
    assert package["identifier"] == project["name"]
    assert listed["version"] == package["version"] == graphmem.__version__
    assert package["transport"] == {"type": "stdio"}
    # A client starts the script that is called like the package, with the extra's requirement beside it.
    assert package["identifier"] in project["scripts"]
    assert [one["value"] for one in package["runtimeArguments"]] == project["optional-dependencies"]["mcp"]
    assert is_command([one["value"] for one in package["packageArguments"]])
    assert {one["name"] for one in package["environmentVariables"]} <= all_variables()


def test_a_release_builds_what_the_guide_says() -> None:
    flow = yaml.safe_load((ROOT / ".github" / "workflows" / "release.yml").read_text("utf-8"))
    assert flow[True] == {"push": {"tags": ["v*"]}}  # `on` is a truth value to YAML 1.1
    assert set(flow["jobs"]) == {"wheel", "image", "release", "index"}
    steps = "\n".join(str(step.get("run", "")) for job in flow["jobs"].values() for step in job["steps"])
    guide = (ROOT / "notebooks" / "guides" / "release.md").read_text("utf-8")
    for command in ("twine check --strict dist/*.whl", "uvx --from dist/*.whl graphmem --version", "docker/Dockerfile"):
        assert command in steps
        assert command in guide
    (version,) = re.findall(r"sed -n '(s/.+?/p)' graphmem/__init__.py", steps)
    told = subprocess.run(["sed", "-n", version, ROOT / "graphmem" / "__init__.py"], capture_output=True, text=True)
    assert told.stdout.strip() == graphmem.__version__
