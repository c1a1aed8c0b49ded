// Remembers that a migration ran. Schema statements cannot share a transaction with data, so this follows each;
// a crash between the two only repeats an IF NOT EXISTS.
// mode: write
// params: name, checksum
// returns: nothing
MERGE (v:SchemaVersion {name: $name})
ON CREATE SET v.checksum = $checksum, v.applied_at = datetime()
