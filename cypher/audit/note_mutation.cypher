// Notes a mutation of the owner, by the database's clock. The owner's node is locked first, as by every writer, so that
// nothing is noted of an owner who was erased meanwhile.
// mode: write
// params: owner, asked_at, id, verb, via, key, agent, person, ids, count, before, after
// returns: nothing
MATCH (o:Owner {key: $owner})
SET o.last_written_at = datetime()
WITH o
WHERE o.name IS NOT NULL AND NOT coalesce(o.erased_at >= $asked_at, false)
MERGE (e:AuditEntry {id: $id})
ON CREATE SET e.owner = $owner, e.at = datetime.realtime(), e.verb = $verb, e.via = $via, e.key = $key,
              e.agent = $agent, e.person = $person, e.ids = $ids, e.count = $count, e.before = $before,
              e.after = $after
