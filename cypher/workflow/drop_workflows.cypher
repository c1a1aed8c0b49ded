// Remove open proposals whose steps no longer recur, or recur in another form.
// mode: write
// params: owner, ids
// returns: nothing
UNWIND $ids AS id
MATCH (w:Workflow {id: id})
WHERE w.owner = $owner AND w.state = 'open'
DETACH DELETE w
