// What became of a turn: its memories, whom and what they name, and the memories they are linked to
WITH 'demo' AS owner, '§ W-001/R-01/D-004' AS pointer  // whose memory, and which turn
MATCH (o:Owner {name: owner})
MATCH (d:Drawer {owner: o.key, pointer: pointer})
MATCH made = (d)<-[:DERIVED_FROM]-(m:Memory)
OPTIONAL MATCH about = (m)-[:MENTIONS]->(:Entity)
OPTIONAL MATCH linked = (m)-[:SUPERSEDES|CONTRADICTS|CAUSES|ELABORATES|SAME_ENTITY|RELATED_TO]-(:Memory)
RETURN made, about, linked
LIMIT 60
