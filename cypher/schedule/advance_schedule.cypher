// Take a due slot and set the next run, under the owner's lock.
// Of the replicas that saw the slot, one gets the row; the others find another version. The statement checks again that
// the schedule is due: a reader by the index may have got a schedule that had been due, with the values from after it
// was taken.
// mode: write
// params: owner, id, version, now, next_run
// returns: id
MATCH (s:Schedule {id: $id})
WHERE s.owner = $owner AND s.version = $version AND NOT s.paused AND s.next_run <= $now
SET s.next_run = $next_run, s.version = s.version + 1
RETURN s.id AS id
