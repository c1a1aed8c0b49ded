// Queues a dead job with fresh attempts, or lets a failed one run now. `former` is the state it was in, so that the
// caller can refuse the others.
// mode: write
// params: owner, id
// returns: former
MATCH (j:Job {id: $id, owner: $owner})
SET j.touched_at = datetime.realtime()
WITH j, j.state AS former
FOREACH (_ IN CASE WHEN former IN ['dead', 'failed'] THEN [1] ELSE [] END |
  SET j.state = 'queued', j.attempts = 0, j.run_after = datetime.realtime()
  REMOVE j.ended_at)
RETURN former
