// Record the results of the probe questions before and after a dream, and why it was undone, if so.
// The reason is there only where the dream undid itself.
// mode: write
// params: owner, run, asked, before, after, taken_back
// returns: run
MATCH (r:DreamRun {id: $run})
WHERE r.owner = $owner
SET r.asked = $asked, r.answered_before = $before, r.answered_after = $after, r.taken_back = $taken_back
RETURN r {.*} AS run
