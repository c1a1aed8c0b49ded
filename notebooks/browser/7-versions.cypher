// Versions of a memory: its former texts, what it replaced, and the turns it comes from
WITH 'demo' AS owner, 'bullets' AS words  // whose memory, and words of it
MATCH (o:Owner {name: owner})
MATCH (m:Memory {owner: o.key})
WHERE toLower(m.text) CONTAINS toLower(words)
  AND (EXISTS { (m)-[:SUPERSEDES]->() } OR EXISTS { (m)<-[:VERSION_OF]-() })
WITH m ORDER BY m.recorded_at DESC LIMIT 10
MATCH path = (m)-[:SUPERSEDES*0..5]->(:Memory)<-[:VERSION_OF*0..1]-(:Memory)
OPTIONAL MATCH source = (m)-[:DERIVED_FROM]->(:Drawer)
RETURN path, source
LIMIT 100
