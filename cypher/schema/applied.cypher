// Which migrations ran on this database.
// mode: read
// params: nothing
// returns: name, checksum
MATCH (v:SchemaVersion)
WHERE v.name <> 'embedder'
RETURN v.name AS name, v.checksum AS checksum
ORDER BY name
