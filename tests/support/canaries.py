"""Searches for words that must be gone: in an owner's properties, in full-text indexes, in files."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path

from graphmem.model.palace import Owner
from graphmem.store.database import Database

_PROPERTIES = """MATCH (n) WHERE n.owner = $owner OR n.key = $owner RETURN labels(n) AS kind, properties(n) AS held
UNION ALL MATCH (n)-[e]->() WHERE n.owner = $owner RETURN [type(e)] AS kind, properties(e) AS held"""
_INDEXES = "SHOW FULLTEXT INDEXES YIELD name, entityType WHERE entityType = 'NODE' RETURN name"
_FOUND = """CALL db.index.fulltext.queryNodes($index, $query) YIELD node
WHERE node.owner = $owner RETURN labels(node) AS kind, properties(node) AS held"""


async def in_graph(database: Database, owner: Owner, words: Collection[str]) -> list[str]:
    """The properties of the owner with the word, and the nodes that an index still finds by it."""
    found: list[str] = []
    for record in (await database.driver.execute_query(_PROPERTIES, owner=owner.key)).records:
        for name, value in record["held"].items():
            if any(word.lower() in str(value).lower() for word in words):
                found.append(f"{record['kind']}.{name}: {value}")
    for index in (await database.driver.execute_query(_INDEXES)).records:
        asked = {"owner": owner.key, "index": index["name"], "query": " OR ".join(words)}
        for record in (await database.driver.execute_query(_FOUND, asked)).records:
            found.append(f"{index['name']} finds {record['kind']} {record['held'].get('text')}")
    return found


def in_files(folder: Path, words: Collection[str]) -> list[str]:
    """Files of a folder that hold one of the words, in UTF-8 or in UTF-16 as Java keeps long texts."""
    return [
        str(path.relative_to(folder))
        for path in sorted(folder.rglob("*"))
        if path.is_file() and _holds(path.read_bytes().lower(), words)
    ]


def _holds(data: bytes, words: Collection[str]) -> bool:
    return any(word.lower().encode(code) in data for word in words for code in ("utf-8", "utf-16-le"))
