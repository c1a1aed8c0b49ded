// Removes a job that the process that held it has done.
// mode: write
// params: owner, id, token
// returns: nothing
MATCH (j:Job {id: $id, owner: $owner})
WHERE j.lease_token = $token
DELETE j
