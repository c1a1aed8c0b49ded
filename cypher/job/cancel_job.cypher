// Takes back a job that nobody works on; its payload goes. `former` is the state it was in, so that the caller can
// refuse the others.
// mode: write
// params: owner, id
// returns: former
MATCH (j:Job {id: $id, owner: $owner})
SET j.touched_at = datetime.realtime()
WITH j, j.state AS former
FOREACH (_ IN CASE WHEN former IN ['queued', 'failed', 'dead'] THEN [1] ELSE [] END |
  SET j.state = 'cancelled', j.ended_at = datetime.realtime()
  REMOVE j.payload)
RETURN former
