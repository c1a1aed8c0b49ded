// Versions of a memory: its former texts, and what it replaced
// Once before: :param owner => 'demo'   and   :param words => 'PostgreSQL'
MATCH (o:Owner {name: $owner})
MATCH (m:Memory {owner: o.key})
WHERE toLower(m.text) CONTAINS toLower($words)
WITH m ORDER BY m.recorded_at DESC LIMIT 10
MATCH path = (m)-[:VERSION_OF|SUPERSEDES*0..5]->(:Memory)
OPTIONAL MATCH source = (m)-[:DERIVED_FROM]->()
RETURN path, source
LIMIT 100
