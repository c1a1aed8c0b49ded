// Record a mutation of the owner in the audit trail, by the database's clock.
// It locks the owner's node first, as every writer does, so that nothing is recorded of an owner who was erased
// meanwhile. An entry is `open` (true, else null) from the first transaction of its mutation until the mutation is
// done; an interrupted one stays open. A finished entry gets the next number of the owner's chain, under the same lock.
// Its hashes follow some seconds later, so that no writer waits for them. An entry with a number never changes: a
// repeated statement does nothing. A mutation that was taken for interrupted and finishes all the same gets a second
// entry. `webhooks` are the owner's, which receive an event when the mutation is done.
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
