// Earlier releases wrote facts and relations that were recorded and retracted at one instant, which no reading of either
// clock finds. They get the microsecond that they are believed, or true, today.
// mode: write
// params: limit
// returns: changed
MATCH ()-[e:FACT|SUPERSEDES|CONTRADICTS|CAUSES|ELABORATES|SAME_ENTITY|RELATED_TO]->()
WHERE e.valid_until <= e.valid_from OR e.retracted_at <= e.recorded_at
WITH e LIMIT $limit
SET e.valid_until = CASE WHEN e.valid_until > e.valid_from THEN e.valid_until
                         ELSE e.valid_from + duration({microseconds: 1}) END,
    e.retracted_at = CASE WHEN e.retracted_at > e.recorded_at THEN e.retracted_at
                          ELSE e.recorded_at + duration({microseconds: 1}) END
RETURN count(e) AS changed
