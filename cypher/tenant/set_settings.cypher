// Set an owner's settings under the owner's lock, unless another caller was faster.
// Then no row comes back. `change` records author, values and time; the last hundred are kept.
// mode: write
// params: owner, settings, version, change
// returns: version
MATCH (o:Owner {key: $owner})
WHERE coalesce(o.settings_version, 0) + 1 = $version
SET o.settings = $settings, o.settings_version = $version,
    o.settings_changes = (coalesce(o.settings_changes, []) + $change)[-100..]
RETURN o.settings_version AS version
