// Undo the changes of a dream to some memories.
// A field comes as null where somebody has changed it since. The stay that the dream began is removed, and the stay it
// ended continues as if it had not dreamt.
// mode: write
// params: owner, run, now, rows
// returns: id
UNWIND $rows AS row
MATCH (m:Memory {id: row.id})
WHERE m.owner = $owner
WITH m, row
MATCH (m)<-[c:CHANGED]-(:DreamRun {id: $run})
WHERE c.undone_at IS NULL
SET c.undone_at = $now, c.conflicts = row.conflicts, m.sub_tier = coalesce(row.sub_tier, m.sub_tier),
    m.stability = coalesce(row.stability, m.stability),
    m.rehearsed_at = CASE WHEN row.unrehearsed THEN row.rehearsed_at ELSE m.rehearsed_at END
WITH m, row, c
CALL (m, row) {
  MATCH (m)-[begun:IN_TIER]->(:Tier)
  WHERE row.tier IS NOT NULL AND begun.run = $run AND begun.until IS NULL
  MATCH (m)-[ended:IN_TIER]->(:Tier)
  WHERE ended.closed_by = $run
  SET m.tier = row.tier, ended.until = null, ended.closed_by = null,
      m.merged_into = CASE WHEN row.parted THEN null ELSE m.merged_into END
  DELETE begun
}
RETURN m.id AS id
