// Remove a run that had nothing left to do, because another run had done it meanwhile.
// It goes even where the other run has ended it. `gone` is also true for a run that is gone already, since a
// transaction may be repeated after it has committed.
// mode: write
// params: owner, run
// returns: gone
OPTIONAL MATCH (r:DreamRun {id: $run})
WHERE r.owner = $owner
WITH r, r IS NULL OR (r.state IN ['running', 'applied'] AND r.changed = 0) AS gone
FOREACH (one IN CASE WHEN gone AND r IS NOT NULL THEN [r] ELSE [] END | DETACH DELETE one)
RETURN gone
