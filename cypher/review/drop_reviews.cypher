// Remove the open reviews about memories that have ended: nothing is left to decide.
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
