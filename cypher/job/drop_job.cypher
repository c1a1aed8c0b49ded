// Remove a job that its own process has finished.
// mode: write
// params: owner, id, token
// returns: nothing
MATCH (j:Job {id: $id, owner: $owner})
WHERE j.lease_token = $token
DELETE j
