// Takes a slot that is due and writes when the next one is. Of the replicas that saw it one gets the row, under the owner's
// lock: whoever comes later finds another version. What is due is asked anew, since who looked by the index may have got
// a schedule that had been due, with the values of after it was taken.
// mode: write
// params: owner, id, version, now, next_run
// returns: id
MATCH (s:Schedule {id: $id})
WHERE s.owner = $owner AND s.version = $version AND NOT s.paused AND s.next_run <= $now
SET s.next_run = $next_run, s.version = s.version + 1
RETURN s.id AS id
