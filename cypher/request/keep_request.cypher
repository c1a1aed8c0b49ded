// Store the answer to a request, in the transaction that did the request's work.
// The first answer stands unless $anew says that it continues. The node is tied to the turn that it reports, with which
// it is deleted.
// mode: write
// params: owner, id, content, answer, drawer, anew
// returns: answer
MERGE (r:Request {id: $id})
ON CREATE SET r.owner = $owner, r.content = $content, r.answered_at = datetime()
SET r.answer = CASE WHEN $anew THEN $answer ELSE coalesce(r.answer, $answer) END
WITH r
OPTIONAL MATCH (d:Drawer {id: $drawer})
WHERE d.owner = $owner
FOREACH (_ IN CASE WHEN d IS NULL THEN [] ELSE [1] END | MERGE (r)-[:ANSWERED]->(d))
RETURN r.answer AS answer
