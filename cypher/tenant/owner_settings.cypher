// What an owner has set; nothing for who has set nothing.
// mode: read
// params: owner
// returns: settings, version
MATCH (o:Owner {key: $owner})
WHERE o.settings IS NOT NULL
RETURN o.settings AS settings, o.settings_version AS version
