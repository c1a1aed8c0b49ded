// Gives up to $limit drawers and memories the label of their language, which earlier releases did not set; called until
// nothing is left, so that no transaction outgrows the heap. `labels` is language to label by the kind of node.
// mode: write
// params: labels, limit
// returns: labelled
CYPHER 25
CALL () {
  MATCH (n:Drawer&!EnglishDrawer&!TurkishDrawer) RETURN n, 'Drawer' AS kind
  UNION ALL
  MATCH (n:Memory&!EnglishMemory&!TurkishMemory) RETURN n, 'Memory' AS kind
}
WITH n, kind LIMIT $limit
SET n:$(coalesce($labels[kind][n.language], $labels[kind].en))
RETURN count(n) AS labelled
