// Gives texts the label of their language and no other; one of an unknown language is taken for English, as its label says.
// mode: write
// params: labels, limit
// returns: changed
CYPHER 25
MATCH (n:Drawer|Memory)
WITH n, $labels[CASE WHEN n:Drawer THEN 'Drawer' ELSE 'Memory' END] AS known
WHERE [language IN keys(known) WHERE known[language] IN labels(n)] <> [coalesce(n.language, '')]
WITH n, known, CASE WHEN known[n.language] IS NULL THEN 'en' ELSE n.language END AS language LIMIT $limit
SET n.language = language
REMOVE n:$([other IN keys(known) WHERE other <> language | known[other]])
SET n:$(known[language])
RETURN count(n) AS changed
