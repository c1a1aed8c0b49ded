// Find imports and dreams under way in their own process: owner, start and fate.
// The fate says how the work ends if its process is gone.
// mode: read
// params: nothing
// returns: found, example
MATCH (j:Job)
WHERE j.kind IN ['import', 'dream_run'] AND j.state IN ['queued', 'running', 'failed']
WITH j, CASE WHEN j.state = 'running' AND j.lease_until > datetime.realtime()
             THEN 'held until ' + toString(j.lease_until)
             WHEN j.kind = 'import' THEN 'cut off: what it wrote will be removed'
             ELSE 'cut off: it will end as far as it came' END AS next
RETURN count(j) AS found,
       min(j.kind + ' of ' + j.owner_name + ' since ' + toString(j.created_at) + ', ' + next) AS example
