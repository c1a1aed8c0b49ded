// Set the label of each text's language and remove the others; an unknown language counts as English.
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
