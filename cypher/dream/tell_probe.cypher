// What the questions that were asked before and after a dream came to, and why it was taken back by itself, if it was.
// mode: write
// params: owner, run, asked, before, after, taken_back
// returns: run
MATCH (r:DreamRun {id: $run})
WHERE r.owner = $owner
SET r.asked = $asked, r.answered_before = $before, r.answered_after = $after, r.taken_back = $taken_back
RETURN r {.*} AS run
