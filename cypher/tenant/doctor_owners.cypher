// Find edges between nodes of two owners.
// None may exist, whatever wrote them, except the rights of owners in spaces.
// mode: read
// params: nothing
// returns: found, example
MATCH (a)-[e]->(b)
WHERE coalesce(a.owner, a.key) <> coalesce(b.owner, b.key) AND NOT (a:Owner AND e:MAY)
RETURN count(e) AS found, min(type(e)) AS example
