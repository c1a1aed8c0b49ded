// Gives up to $limit drawers and memories the label of their language, which earlier releases did not set; called until
// nothing is left, so that no transaction outgrows the heap. A text without a language is taken for English, as its label
// says. `labels` is language to label by the kind of node.
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
SET n.language = CASE WHEN $labels[kind][n.language] IS NULL THEN 'en' ELSE n.language END
SET n:$($labels[kind][n.language])
RETURN count(n) AS labelled
