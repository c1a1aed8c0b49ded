// Makes a memory an episode: what happened, and how it turned out.
// mode: write
// params: owner, id, event, outcome, tags
// returns: memory
MATCH (m:Memory {id: $id})
WHERE m.owner = $owner
SET m:Episode, m.event = $event, m.outcome = $outcome, m.tags = $tags
RETURN m {.*, embedding: null} AS memory
