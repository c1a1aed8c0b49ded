// Drawers and memories without exactly the label of their language: their text would be searched by the analyser of another
// language, or by none. `labels` is language to label by the kind of node.
// mode: read
// params: labels
// returns: found, example
MATCH (n:Drawer|Memory)
WITH n, $labels[CASE WHEN n:Drawer THEN 'Drawer' ELSE 'Memory' END] AS known
WHERE [language IN keys(known) WHERE known[language] IN labels(n)] <> [coalesce(n.language, '')]
RETURN count(n) AS found, min(n.id) AS example
