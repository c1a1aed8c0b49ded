// What the last dream changed, step by step, with the values before and after
// Once before: :param owner => 'demo'
MATCH (o:Owner {name: $owner})
MATCH (run:DreamRun {owner: o.key})
WITH run ORDER BY run.started_at DESC LIMIT 1
MATCH path = (run)-[c:CHANGED]->(m:Memory)
RETURN path, c.step AS step, m.text AS memory, c.field AS field, c.before AS before, c.after AS after
LIMIT 100
