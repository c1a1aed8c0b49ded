// Record a failed attempt: the job waits $delay seconds, or is dead.
// It is dead when its attempts are used up or the error is $final. Dead jobs keep their payload, because somebody may
// want to retry them.
// mode: write
// params: owner, id, token, error, delay, final, done, total
// returns: state
MATCH (j:Job {id: $id, owner: $owner})
SET j.touched_at = datetime.realtime()
WITH j, datetime.realtime() AS now WHERE j.state = 'running' AND j.lease_token = $token
SET j.state = CASE WHEN $final OR j.attempts >= j.max_attempts THEN 'dead' ELSE 'failed' END,
    j.error = $error, j.done = $done, j.total = $total, j.ended_at = now,
    j.run_after = now + duration({seconds: $delay})
REMOVE j.lease_until
RETURN j.state AS state
