// Takes a slot that is due and writes when the next one is. Of the replicas that saw it one gets the row, under the owner's
// lock: whoever comes later finds another version.
// mode: write
// params: owner, id, version, next_run
// returns: id
MATCH (s:Schedule {id: $id})
WHERE s.owner = $owner AND s.version = $version AND NOT s.paused
SET s.next_run = $next_run, s.version = s.version + 1
RETURN s.id AS id
