// List audit entries of an owner in the order of their chain, after a given number.
// mode: read
// params: owner, behind, limit
// returns: id, at, verb, via, key, agent, person, ids, count, before, after, number, previous, hash, open
MATCH (e:AuditEntry)
USING INDEX e:AuditEntry(owner, number, id)
WHERE e.owner = $owner AND e.number > $behind AND e.id IS NOT NULL
RETURN e.id AS id, e.at AS at, e.verb AS verb, e.via AS via, e.key AS key, e.agent AS agent, e.person AS person,
       e.ids AS ids, e.count AS count, e.before AS before, e.after AS after, e.number AS number, e.previous AS previous,
       e.hash AS hash, coalesce(e.open, false) AS open
ORDER BY e.owner, e.number, e.id
LIMIT $limit
