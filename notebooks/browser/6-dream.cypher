// What the last dream changed, step by step, with the values before and after, by which rules
WITH 'demo' AS owner  // whose memory
MATCH (o:Owner {name: owner})
MATCH (run:DreamRun {owner: o.key})
WITH run ORDER BY run.number DESC LIMIT 1
MATCH path = (run)-[c:CHANGED]->(m:Memory)
RETURN path, c.step AS step, m.text AS memory, c.rules AS rules, c.before AS before, c.after AS after
LIMIT 100
