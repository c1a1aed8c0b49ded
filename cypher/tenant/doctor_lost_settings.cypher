// Find owners whose settings a rebuild of an earlier release removed.
// The defaults apply until they are set again.
// mode: read
// params: nothing
// returns: found, example
MATCH (o:Owner)
WHERE o.settings_version IS NOT NULL AND o.settings IS NULL
RETURN count(o) AS found, min(o.name) AS example
