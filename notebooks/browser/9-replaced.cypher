// What no longer holds and what is disputed: every statement that replaced or contradicts another, and until when
WITH 'demo' AS owner  // whose memory
MATCH (o:Owner {name: owner})
MATCH path = (new:Memory {owner: o.key})-[e:SUPERSEDES|CONTRADICTS]->(old:Memory)
WHERE e.retracted_at > datetime()
RETURN path, type(e) AS how, new.text AS says, old.text AS said,
       CASE WHEN old.valid_until < datetime('9999-01-01') THEN old.valid_until END AS true_until,
       CASE WHEN old.retracted_at < datetime('9999-01-01') THEN old.retracted_at END AS recorded_until
ORDER BY e.valid_from
LIMIT 100
