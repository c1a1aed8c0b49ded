// Return the history of an owner's settings, the latest change last; no row without any.
// mode: read
// params: owner
// returns: changes
MATCH (o:Owner {key: $owner})
WHERE o.settings_changes IS NOT NULL
RETURN o.settings_changes AS changes
