// Keeps what an owner has set, under the owner's lock, unless somebody was faster: then nothing comes back.
// mode: write
// params: owner, settings, version
// returns: version
MATCH (o:Owner {key: $owner})
WHERE coalesce(o.settings_version, 0) + 1 = $version
SET o.settings = $settings, o.settings_version = $version
RETURN o.settings_version AS version
