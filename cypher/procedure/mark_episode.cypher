// Make a memory an episode: its event, outcome and steps. An open outcome is no property.
// mode: write
// params: owner, id, event, outcome, tags, steps, worked
// returns: memory
MATCH (m:Memory {id: $id})
WHERE m.owner = $owner
SET m:Episode, m.event = $event, m.outcome = $outcome, m.tags = $tags, m.steps = $steps, m.worked = $worked
RETURN m {.*, embedding: null} AS memory
