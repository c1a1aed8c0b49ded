// Update the state and the counts of a run; a null leaves a property as it is.
// No row comes back for a run that somebody undoes.
// mode: write
// params: owner, run, states, state, ended_at, changed, slept, undone, steps
// returns: id
MATCH (r:DreamRun {id: $run})
WHERE r.owner = $owner AND r.state IN $states
SET r.state = $state, r.ended_at = coalesce($ended_at, r.ended_at), r.changed = r.changed + $changed,
    r.slept = r.slept + $slept, r.undone = r.undone + $undone, r.steps = coalesce($steps, r.steps)
RETURN r.id AS id
