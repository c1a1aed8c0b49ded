// Gives facts of earlier releases what the indexes on FACT are made of. Of a property that has one value at a time, all
// values are of one slot; former versions are of none, since they end nothing.
// mode: write
// params: limit, single
// returns: changed
MATCH (s:Entity)-[f:FACT]->(o:Entity)
WHERE f.subject IS NULL
WITH s, f, o LIMIT $limit
SET f.subject = s.uri, f.object = o.uri,
    f.slot = CASE WHEN f.version_of IS NOT NULL THEN null
                  WHEN f.predicate IN $single OR f.predicate STARTS WITH 'favourite_' THEN s.uri + ' ' + f.predicate
                  ELSE s.uri + ' ' + f.predicate + ' ' + o.uri END
RETURN count(f) AS changed
