// List an owner's audit entries since an instant, the oldest first.
// A subscription asks this every second. A mutation that is under way appears when it is done.
// mode: read
// params: owner, since, limit
// returns: id, at, verb, via, key, agent, person, ids, count, before, after, number, previous, hash, open
MATCH (e:AuditEntry)
USING INDEX e:AuditEntry(owner, at, id)
WHERE e.owner = $owner AND e.id IS NOT NULL AND e.at >= $since AND e.open IS NULL
RETURN e.id AS id, e.at AS at, e.verb AS verb, e.via AS via, e.key AS key, e.agent AS agent, e.person AS person,
       e.ids AS ids, e.count AS count, e.before AS before, e.after AS after,
       e.number AS number, e.previous AS previous, e.hash AS hash, coalesce(e.open, false) AS open
ORDER BY e.owner, e.at, e.id
LIMIT $limit
