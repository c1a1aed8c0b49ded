// Mark a job as done, or queue it again if it was requested meanwhile.
// The payload is removed: its content is filed by now, and a drawer that is deleted later must not live on in a job.
// mode: write
// params: owner, id, token, done, total
// returns: state
MATCH (j:Job {id: $id, owner: $owner})
SET j.touched_at = datetime.realtime()
WITH j, datetime.realtime() AS now WHERE j.state = 'running' AND j.lease_token = $token
WITH j, now, coalesce(j.again, false) AS again
SET j.state = CASE WHEN again THEN 'queued' ELSE 'done' END,
    j.payload = CASE WHEN again THEN j.payload ELSE null END,
    j.attempts = CASE WHEN again THEN 0 ELSE j.attempts END,
    j.run_after = CASE WHEN again THEN now ELSE j.run_after END,
    j.again = false, j.done = $done, j.total = $total, j.ended_at = now
REMOVE j.lease_until, j.error
RETURN j.state AS state
