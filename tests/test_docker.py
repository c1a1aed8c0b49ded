"""The container files, read but not run: no engine is needed here, and none is there in the project's own checks."""

from __future__ import annotations

import json
import re
import shlex
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml
from graphmem_api.app import create_app

from graphmem.server.lockfile import NEO4J_VERSION
from tests.support.commands import is_command
from tests.support.environment import all_variables
from tests.support.image_steps import instructions

ROOT = Path(__file__).parent.parent
DOCKER = ROOT / "docker"
INSTRUCTIONS = {
    *("ARG", "FROM", "WORKDIR", "COPY", "RUN", "USER", "ENV", "VOLUME", "EXPOSE", "HEALTHCHECK", "ENTRYPOINT", "CMD")
}
SERVICE_KEYS = {
    *("image", "build", "restart", "init", "stop_grace_period", "depends_on", "env_file", "environment"),
    *("volumes", "ports", "healthcheck"),
}


def arguments(instruction: str) -> list[str]:
    return [given for name, given in instructions() if name == instruction]


def image_environment() -> dict[str, str]:
    return dict(pair.split("=", 1) for given in arguments("ENV") for pair in shlex.split(given))


@pytest.fixture(scope="module")
def compose() -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load((DOCKER / "compose.yaml").read_text("utf-8"))
    return found


def test_every_instruction_is_known() -> None:
    assert {name for name, _ in instructions()} <= INSTRUCTIONS
    assert instructions()[0][0] == "FROM"


def test_everything_copied_exists_and_is_sent_to_the_engine() -> None:
    ignore = (ROOT / ".dockerignore").read_text("utf-8").split()
    assert "*" in ignore
    allowed = {line[1:] for line in ignore if line.startswith("!")}
    copied: set[str] = set()
    for given in arguments("COPY"):
        words = given.split()
        if not words[0].startswith("--from"):
            copied |= set(words[:-1])
    assert copied == allowed
    assert all((ROOT / name).exists() for name in copied)


def test_the_build_has_all_that_the_package_names() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    wheel = project["tool"]["hatch"]["build"]["targets"]["wheel"]
    patterns = [found.relative_to(ROOT) for one in project["project"]["license-files"] for found in ROOT.glob(one)]
    needed = [project["project"]["readme"], *wheel["packages"], *wheel["force-include"], *patterns]
    copied = {Path(name) for given in arguments("COPY") for name in given.split()[:-1]}
    assert Path("constraints.txt") in copied
    for name in map(Path, needed):
        assert copied & {name, *name.parents}, f"the image is built without {name}"


def test_python_is_the_one_the_constraints_are_for() -> None:
    assert {given.split()[0] for given in arguments("FROM")} == {"python:3.11-slim"}


def test_it_does_not_run_as_root() -> None:
    names = [name for name, _ in instructions()]
    assert arguments("USER") == ["10001"]
    assert "RUN" not in names[names.index("USER") :]


def test_it_runs_an_existing_command() -> None:
    assert json.loads(arguments("ENTRYPOINT")[0]) == ["graphmem"]
    assert is_command(json.loads(arguments("CMD")[-1]))


def test_its_variables_are_settings() -> None:
    assert {name for name in image_environment() if not name.startswith("PYTHON")} <= all_variables()


def test_its_health_is_asked_where_the_api_answers() -> None:
    url = re.search(r"http://127\.0\.0\.1:(\d+)(/\w+)", arguments("HEALTHCHECK")[0])
    assert url is not None
    assert url[1] == image_environment()["GRAPHMEM_PORT"] == arguments("EXPOSE")[0]
    assert url[2] in {getattr(route, "path", None) for route in create_app().routes}


def test_compose_has_two_services_of_known_keys(compose: dict[str, Any]) -> None:
    assert set(compose) == {"name", "services", "volumes"}
    assert set(compose["services"]) == {"neo4j", "api"}
    for service in compose["services"].values():
        assert set(service) <= SERVICE_KEYS
        for volume in service["volumes"]:
            assert volume.split(":")[0] in compose["volumes"]


def test_neo4j_is_the_embedded_version(compose: dict[str, Any]) -> None:
    assert compose["services"]["neo4j"]["image"] == f"neo4j:{NEO4J_VERSION}"


def test_nothing_is_published_beyond_this_machine(compose: dict[str, Any]) -> None:
    for service in compose["services"].values():
        assert service["ports"]
        assert all(port.startswith("127.0.0.1:") for port in service["ports"])


def test_neo4j_is_given_settings_and_a_password_from_the_env_file(compose: dict[str, Any]) -> None:
    environment = compose["services"]["neo4j"]["environment"]
    assert "env_file" not in compose["services"]["neo4j"], "its image would take NEO4J_PASSWORD for a setting"
    assert environment.pop("NEO4J_AUTH").startswith("neo4j/${NEO4J_PASSWORD:?")
    assert all(re.fullmatch(r"NEO4J_[a-z_]+", name) for name in environment)
    assert ".env" in (DOCKER / ".gitignore").read_text("utf-8").split()


def test_the_api_waits_for_neo4j_and_knows_where_it_is(compose: dict[str, Any]) -> None:
    api = compose["services"]["api"]
    assert api["depends_on"] == {"neo4j": {"condition": "service_healthy"}}
    assert "cypher-shell" in compose["services"]["neo4j"]["healthcheck"]["test"][1]
    assert set(api["environment"]) <= all_variables()
    assert api["environment"]["NEO4J_URI"] == "bolt://neo4j:7687"
    assert api["env_file"] == ".env"
    assert (DOCKER / api["build"]["context"] / api["build"]["dockerfile"]).resolve() == DOCKER / "Dockerfile"
    assert api["ports"] == [f"127.0.0.1:8000:{api['environment']['GRAPHMEM_PORT']}"]


def test_the_readme_names_existing_commands() -> None:
    text = (DOCKER / "README.md").read_text("utf-8")
    named = re.findall(r"docker compose run --rm (?:-v \S+ )?api ([\w ]+)", text)
    assert len(named) >= 3
    assert all(is_command(words.split()) for words in named)
