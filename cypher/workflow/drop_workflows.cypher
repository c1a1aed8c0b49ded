// Takes back open proposals: what recurs now says it otherwise, or nothing does any more.
// mode: write
// params: owner, ids
// returns: nothing
UNWIND $ids AS id
MATCH (w:Workflow {id: id})
WHERE w.owner = $owner AND w.state = 'open'
DETACH DELETE w
