// Leaves one node of each name: earlier releases let two first starts migrate at once, and each recorded what it did
// before names were unique. The last embedder on record is the one that made the vector indexes.
// mode: write
// params: nothing
// returns: nothing
MATCH (v:SchemaVersion)
WITH v ORDER BY v.applied_at DESC
WITH v.name AS name, collect(v) AS versions
UNWIND versions[1..] AS doubled
DETACH DELETE doubled
