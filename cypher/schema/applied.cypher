// Which migrations ran on this database.
// mode: read
// params: nothing
// returns: name, checksum
MATCH (v:SchemaVersion)
WHERE v.name STARTS WITH '0' OR v.name STARTS WITH '1'
RETURN v.name AS name, v.checksum AS checksum
ORDER BY name
