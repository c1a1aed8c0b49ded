// Notes a mutation of the owner, by the database's clock. The owner's node is locked first, as by every writer, so that
// nothing is noted of an owner who was erased meanwhile. An entry is `open`, true or null, from the first transaction of
// what it is about until that is done: of what was cut off in between it stays. When it is done it gets the next number of
// the owner's chain, under the same lock; its hashes come some seconds later, so that no writer waits for them. One that
// has a number stays as it is: a repeated statement changes nothing, and what was taken for cut off and is done all the
// same has a second entry. Told are the owner's webhooks, to which an event goes when it is done.
// mode: write
// params: owner, asked_at, id, verb, via, key, agent, person, ids, count, before, after, open
// returns: at, webhooks
MATCH (o:Owner {key: $owner})
SET o.last_written_at = datetime()
WITH o
WHERE o.name IS NOT NULL AND NOT coalesce(o.erased_at >= $asked_at, false)
OPTIONAL MATCH (cut:AuditEntry {id: $id})
WHERE cut.open AND cut.number IS NOT NULL
WITH o, CASE WHEN cut IS NULL THEN $id ELSE $id + '+' END AS id
MERGE (e:AuditEntry {id: id})
ON CREATE SET e.owner = $owner, e.verb = $verb, e.via = $via, e.key = $key, e.agent = $agent, e.person = $person
FOREACH (noted IN CASE WHEN e.number IS NULL THEN [e] ELSE [] END |
  SET noted.at = datetime.realtime(), noted.ids = $ids, noted.count = $count, noted.before = $before, noted.after = $after,
      noted.open = $open)
FOREACH (done IN CASE WHEN e.number IS NULL AND $open IS NULL THEN [e] ELSE [] END |
  SET o.audit_number = coalesce(o.audit_number, 0) + 1, o.unsealed = true
  SET done.number = o.audit_number)
RETURN e.at AS at, CASE WHEN $open IS NULL THEN coalesce(o.webhooks, []) ELSE [] END AS webhooks
