// Return an owner's settings; no row for an owner without any.
// If a rebuild of an earlier release removed the settings, the version is left: the next settings continue from it.
// mode: read
// params: owner
// returns: settings, version
MATCH (o:Owner {key: $owner})
WHERE o.settings_version IS NOT NULL
RETURN o.settings AS settings, o.settings_version AS version
