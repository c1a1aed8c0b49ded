// Earlier releases took what was said after a clock had gone back for what had been said before: the gate noted it as
// replaced by a memory that, by its own time, was recorded later than that note. Both were said as they were recorded, so
// the one replaced is the newer: it holds, the other was never so. Facts follow their memories.
// mode: write
// params: limit
// returns: changed
MATCH (former:Memory)-[e:SUPERSEDES {detected_by: 'gate'}]->(latter:Memory)
WITH former, e, latter, datetime('9999-12-31T00:00:00Z') AS never
WHERE e.recorded_at < former.recorded_at AND e.recorded_at < latter.recorded_at + duration('PT1S')
  AND e.retracted_at = never AND former.retracted_at = never AND latter.retracted_at = never
  AND former.valid_until = never AND latter.valid_until = former.valid_from
  AND former.said_at > former.recorded_at - duration('PT10M') AND latter.said_at > latter.recorded_at - duration('PT10M')
WITH former, e, latter, never LIMIT $limit
CREATE (latter)-[turned:SUPERSEDES]->(former)
SET turned = properties(e), turned.valid_from = latter.valid_from,
    former.retracted_at = former.recorded_at + duration({microseconds: 1}), latter.valid_until = never
DELETE e
WITH former, latter, never
CALL (former, latter, never) {
  MATCH ()-[f:FACT]->()
  USING INDEX f:FACT(owner, memory_id)
  WHERE f.owner = former.owner AND f.memory_id IN [former.id, latter.id] AND f.retracted_at = never
  SET f.retracted_at = CASE WHEN f.memory_id = former.id THEN f.recorded_at + duration({microseconds: 1})
                            ELSE f.retracted_at END,
      f.valid_until = CASE WHEN f.memory_id = latter.id AND f.valid_until = former.valid_from THEN never
                           ELSE f.valid_until END
}
RETURN count(former) AS changed
