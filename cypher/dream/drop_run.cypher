// A run of which nothing was left to do when it was carried out, since another one had done it meanwhile, is none, also
// where that one has ended it. Says of one that is gone already that it is, since a transaction may be run again after it
// has committed.
// mode: write
// params: owner, run
// returns: gone
OPTIONAL MATCH (r:DreamRun {id: $run})
WHERE r.owner = $owner
WITH r, r IS NULL OR (r.state IN ['running', 'applied'] AND r.changed = 0) AS gone
FOREACH (one IN CASE WHEN gone AND r IS NOT NULL THEN [r] ELSE [] END | DETACH DELETE one)
RETURN gone
