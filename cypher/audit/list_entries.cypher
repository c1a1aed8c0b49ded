// List a page of an owner's audit entries, the newest first.
// The next page begins below the last time and id of this one.
// mode: read
// params: owner, before, before_id, limit
// returns: id, at, verb, via, key, agent, person, ids, count, before, after, number, previous, hash, open
MATCH (e:AuditEntry)
USING INDEX e:AuditEntry(owner, at, id)
WHERE e.owner = $owner AND e.id IS NOT NULL AND e.at <= coalesce($before, datetime('9999-12-31T00:00:00Z'))
  AND ($before IS NULL OR e.at < $before OR e.id < $before_id)
RETURN e.id AS id, e.at AS at, e.verb AS verb, e.via AS via, e.key AS key, e.agent AS agent, e.person AS person,
       e.ids AS ids, e.count AS count, e.before AS before, e.after AS after,
       e.number AS number, e.previous AS previous, e.hash AS hash, coalesce(e.open, false) AS open
ORDER BY e.owner DESC, e.at DESC, e.id DESC
LIMIT $limit
