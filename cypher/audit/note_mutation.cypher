// Notes a mutation of the owner, by the database's clock. The owner's node is locked first, as by every writer, so that
// nothing is noted of an owner who was erased meanwhile. An entry is `open`, true or null, from the first transaction of
// what it is about until that is done: of what was cut off in between it stays. Told are the owner's webhooks, to which an
// event goes when it is done.
// mode: write
// params: owner, asked_at, id, verb, via, key, agent, person, ids, count, before, after, open
// returns: at, webhooks
MATCH (o:Owner {key: $owner})
SET o.last_written_at = datetime()
WITH o
WHERE o.name IS NOT NULL AND NOT coalesce(o.erased_at >= $asked_at, false)
MERGE (e:AuditEntry {id: $id})
ON CREATE SET e.owner = $owner, e.verb = $verb, e.via = $via, e.key = $key, e.agent = $agent, e.person = $person
SET e.at = datetime.realtime(), e.ids = $ids, e.count = $count, e.before = $before, e.after = $after, e.open = $open
RETURN e.at AS at, CASE WHEN $open IS NULL THEN coalesce(o.webhooks, []) ELSE [] END AS webhooks
