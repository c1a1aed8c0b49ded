// Who set what when, the latest last; nothing for who has set nothing.
// mode: read
// params: owner
// returns: changes
MATCH (o:Owner {key: $owner})
WHERE o.settings_changes IS NOT NULL
RETURN o.settings_changes AS changes
