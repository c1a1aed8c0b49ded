// Find dreams that began more than an hour ago and have not ended.
// mode: read
// params: nothing
// returns: found, example
MATCH (r:DreamRun)
WHERE r.state = 'running' AND r.at < datetime.realtime() - duration('PT1H')
RETURN count(r) AS found, min(r.id) AS example
