// End dreams that began more than an hour ago and that no process holds, with their progress.
// mode: write
// params: limit
// returns: changed
MATCH (r:DreamRun)
WHERE r.state = 'running' AND r.at < datetime.realtime() - duration('PT1H')
  AND NOT EXISTS { MATCH (j:Job {owner: r.owner})
                   WHERE j.kind = 'dream_run' AND j.state IN ['queued', 'running', 'failed'] }
WITH r LIMIT $limit
SET r.state = 'applied', r.ended_at = datetime.realtime()
RETURN count(r) AS changed
