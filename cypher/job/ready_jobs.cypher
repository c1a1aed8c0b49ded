// Whether a worker would find anything, by the same three index seeks as the claim. Idle workers ask this, so that
// waiting writes nothing.
// mode: read
// params: kinds
// returns: found
WITH datetime.realtime() AS now
RETURN EXISTS { MATCH (j:Job) WHERE j.state = 'queued' AND j.run_after <= now AND j.kind IN $kinds }
    OR EXISTS { MATCH (j:Job) WHERE j.state = 'failed' AND j.run_after <= now AND j.kind IN $kinds }
    OR EXISTS { MATCH (j:Job) WHERE j.state = 'running' AND j.lease_until <= now AND j.kind IN $kinds } AS found
