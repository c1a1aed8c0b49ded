// What an owner has set; nothing for who has set nothing. Of settings that a rebuild of an earlier release removed the
// version is left: whoever sets them again goes on from it.
// mode: read
// params: owner
// returns: settings, version
MATCH (o:Owner {key: $owner})
WHERE o.settings_version IS NOT NULL
RETURN o.settings AS settings, o.settings_version AS version
