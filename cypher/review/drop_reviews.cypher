// Takes back the open questions about memories that have ended: there is nothing left to decide.
// mode: write
// params: owner, ids
// returns: dropped
UNWIND $ids AS id
MATCH (m:Memory {id: id})
WHERE m.owner = $owner
MATCH (m)<-[:OLDER|NEWER]-(r:Review)
WHERE r.state = 'open'
WITH DISTINCT r
DETACH DELETE r
RETURN count(*) AS dropped
