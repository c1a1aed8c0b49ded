// Create reviews of memory pairs whose newer memory may have ended the older one.
// A pair whose older memory had ended before is skipped. A statement told late is the older one: it was said before the
// other and began to be true before it. A memory in `most` reviews gets no more.
// mode: write
// params: owner, rows, now, most
// returns: proposed
UNWIND $rows AS row
MATCH (new:Memory {id: row.new_id})
WHERE new.owner = $owner
MATCH (existing:Memory {id: row.existing_id})
WHERE existing.owner = $owner
WITH row, new, existing, new.valid_from < existing.valid_from AND new.said_at < existing.said_at AS late
WITH row, CASE WHEN late THEN new ELSE existing END AS older, CASE WHEN late THEN existing ELSE new END AS newer
WHERE older.valid_until > newer.valid_from AND older.retracted_at > $now AND newer.retracted_at > $now
  AND COUNT { (older)<-[:OLDER]-() } < $most
  AND COUNT { (newer)<-[:NEWER]-() } < $most
MERGE (r:Review {id: row.id})
ON CREATE SET r.owner = $owner, r.state = 'open', r.reason = row.reason, r.confidence = row.confidence,
              r.proposed_at = $now, r.asked = true
WITH r, older, newer, r.asked AS asked
FOREACH (_ IN CASE WHEN asked THEN [1] ELSE [] END |
  MERGE (r)-[:OLDER]->(older)
  MERGE (r)-[:NEWER]->(newer)
  REMOVE r.asked
)
RETURN sum(CASE WHEN asked THEN 1 ELSE 0 END) AS proposed
