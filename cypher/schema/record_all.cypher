// Remembers that a new store was given what these migrations amount to. Schema statements cannot share a transaction
// with data, so this follows them; a crash in between only repeats their IF NOT EXISTS.
// mode: write
// params: rows
// returns: nothing
UNWIND $rows AS row
MERGE (v:SchemaVersion {name: row.name})
ON CREATE SET v.checksum = row.checksum, v.applied_at = datetime()
