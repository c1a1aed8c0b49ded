// How many drawers and memories lack the label of a language.
// mode: read
// params: nothing
// returns: found
CYPHER 25
CALL () {
  MATCH (n:Drawer&!EnglishDrawer&!TurkishDrawer) RETURN count(n) AS found
  UNION ALL
  MATCH (n:Memory&!EnglishMemory&!TurkishMemory) RETURN count(n) AS found
}
RETURN sum(found) AS found
