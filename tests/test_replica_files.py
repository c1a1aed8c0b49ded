"""The files for several replicas: manifests by the schemas of Kubernetes, and what each names exists here."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import kubernetes_validate
import pytest
import yaml
from graphmem_api.app import create_app

from graphmem.config import Settings
from tests.support.environment import all_variables

DOCKER = Path(__file__).parent.parent / "docker"
MANIFESTS: list[dict[str, Any]] = list(yaml.safe_load_all((DOCKER / "kubernetes/graphmem.yaml").read_text("utf-8")))
BY_KIND = {one["kind"]: one for one in MANIFESTS}
POD = BY_KIND["Deployment"]["spec"]["template"]
API = POD["spec"]["containers"][0]
COMPOSE: dict[str, Any] = yaml.safe_load((DOCKER / "replicas.yaml").read_text("utf-8"))
HAPROXY = (DOCKER / "haproxy.cfg").read_text("utf-8")


def routes() -> set[str]:
    return {str(getattr(route, "path", "")) for route in create_app().routes}


@pytest.mark.parametrize("manifest", MANIFESTS, ids=lambda one: str(one["kind"]))
def test_manifests_keep_to_the_schema_of_kubernetes(manifest: dict[str, Any]) -> None:
    kubernetes_validate.validate(manifest, "1.37", strict=True)


def test_the_schema_finds_a_mistake() -> None:
    wrong = BY_KIND["Deployment"] | {"spec": BY_KIND["Deployment"]["spec"] | {"replica": 3}}
    with pytest.raises(kubernetes_validate.ValidationError):
        kubernetes_validate.validate(wrong, "1.37", strict=True)


def test_everything_selects_the_pods_of_the_deployment() -> None:
    labels = POD["metadata"]["labels"]
    assert BY_KIND["Deployment"]["spec"]["selector"]["matchLabels"] == labels
    assert BY_KIND["Service"]["spec"]["selector"] == labels
    assert BY_KIND["PodDisruptionBudget"]["spec"]["selector"]["matchLabels"] == labels
    target = BY_KIND["HorizontalPodAutoscaler"]["spec"]["scaleTargetRef"]
    assert (target["kind"], target["name"]) == ("Deployment", BY_KIND["Deployment"]["metadata"]["name"])


def test_the_autoscaler_counts_and_has_something_to_count_by() -> None:
    scaler = BY_KIND["HorizontalPodAutoscaler"]["spec"]
    assert scaler["minReplicas"] >= 3
    assert scaler["metrics"][0]["resource"]["name"] == "cpu"
    assert API["resources"]["requests"]["cpu"], "use is a share of what was asked for"
    assert "replicas" not in BY_KIND["Deployment"]["spec"], "applying it again would undo the autoscaler"


def test_probes_ask_where_the_api_answers() -> None:
    assert API["livenessProbe"]["httpGet"]["path"] == API["startupProbe"]["httpGet"]["path"] == "/livez"
    assert API["readinessProbe"]["httpGet"]["path"] == "/readyz"
    assert {"/livez", "/readyz"} <= routes()
    assert BY_KIND["Service"]["spec"]["ports"][0]["targetPort"] == API["ports"][0]["name"]


def test_its_variables_are_settings_and_its_secret_holds_the_password() -> None:
    secret = BY_KIND["Secret"]["stringData"]
    given = {one["name"]: one["value"] for one in API["env"]}
    assert set(given) | set(secret) <= all_variables()
    assert API["envFrom"] == [{"secretRef": {"name": BY_KIND["Secret"]["metadata"]["name"]}}]
    assert "NEO4J_PASSWORD" in secret
    assert given["GRAPHMEM_PORT"] == str(API["ports"][0]["containerPort"])


def test_it_runs_as_nobody_of_importance() -> None:
    assert POD["spec"]["securityContext"]["runAsNonRoot"]
    assert f"USER {POD['spec']['securityContext']['runAsUser']}" in (DOCKER / "Dockerfile").read_text("utf-8")
    writable = {mount["mountPath"] for mount in API["volumeMounts"]}
    assert API["securityContext"]["readOnlyRootFilesystem"]
    assert {next(one["value"] for one in API["env"] if one["name"] == "GRAPHMEM_HOME"), "/tmp"} <= writable


def test_compose_has_three_replicas_and_no_neo4j_of_its_own() -> None:
    services = COMPOSE["services"]
    assert set(services) == {"balancer", "api", "redis"}
    assert services["api"]["deploy"]["replicas"] == 3
    assert services["api"]["environment"]["NEO4J_URI"].startswith("${NEO4J_URI:?")
    assert set(services["api"]["environment"]) <= all_variables()
    assert "ports" not in services["api"], "three cannot have one port of the machine"
    assert "volumes" not in services["api"], "a home is of one replica"
    assert all(port.startswith("127.0.0.1:") for port in services["balancer"]["ports"])


def test_the_balancer_asks_replicas_where_they_listen() -> None:
    port = COMPOSE["services"]["api"]["environment"]["GRAPHMEM_PORT"]
    servers = re.findall(r"server-template api (\d+) api:(\d+) check", HAPROXY)
    assert servers == [(str(COMPOSE["services"]["api"]["deploy"]["replicas"]), port)] * 2
    assert set(re.findall(r"httpchk GET (\S+)", HAPROXY)) == {"/readyz"}
    assert "/memory" in routes()
    assert "cookie" not in HAPROXY.split("backend replicas")[1].split("backend page")[0], "the API needs no stickiness"


def test_the_balancer_waits_longer_than_the_api_does() -> None:
    said = re.search(r"timeout server (\d+)s", HAPROXY)
    assert said is not None
    assert int(said[1]) > Settings().chat_timeout
