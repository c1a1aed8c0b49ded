"""The data-subject report over GraphQL."""

from __future__ import annotations

from graphmem.facade import GraphMem
from tests.api.conftest import Client

REPORT = """query($name: String!, $limit: Int! = 1000) { subjectReport(name: $name, limit: $limit) {
  ... on InvalidInput { field message }
  ... on SubjectReport { name at isCut counts { entities memories facts relations turns withheld }
    parts { space title counts { turns } entities { uri type name aliases }
      memories { id text category tier speaker dataSource validFrom validUntil recordedAt retractedAt former turns }
      facts { subject predicate object } relations { memory type outgoing other text validFrom }
      turns { id pointer text speaker role saidAt } } } } }"""


async def test_over_graphql(client: Client, memory: GraphMem, owner: str) -> None:
    await memory.owner(owner).observe("Ayşe lives in Ankara and works as a nurse.", speaker="Ada")
    found = (await client.data(REPORT, name="ayse"))["subjectReport"]
    (part,) = found["parts"]
    assert found["counts"]["memories"] == len(part["memories"]) > 0
    assert {fact["object"] for fact in part["facts"]} >= {"Ankara"}
    assert part["memories"][0]["turns"] == [part["turns"][0]["pointer"]]
    refused = (await client.data(REPORT, name="ayse", limit=10_001))["subjectReport"]
    assert refused == {"field": "limit", "message": "limit is 10001."}
