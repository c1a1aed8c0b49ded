// Find drawers and memories without exactly the label of their language.
// The analyser of another language, or none, would search their text. `labels` maps a language to a label, for each
// kind of node.
// mode: read
// params: labels
// returns: found, example
MATCH (n:Drawer|Memory)
WITH n, $labels[CASE WHEN n:Drawer THEN 'Drawer' ELSE 'Memory' END] AS known
WHERE [language IN keys(known) WHERE known[language] IN labels(n)] <> [coalesce(n.language, '')]
RETURN count(n) AS found, min(n.id) AS example
