// Edges between nodes of two owners. None may exist, whatever wrote them.
// mode: read
// params: nothing
// returns: found, example
MATCH (a)-[e]->(b)
WHERE coalesce(a.owner, a.key) <> coalesce(b.owner, b.key)
RETURN count(e) AS found, min(type(e)) AS example
