// Make a memory a procedure, or give a procedure new steps.
// A version of its memory keeps the former ones by now.
// mode: write
// params: owner, id, name, slug, steps, version, tags, scope, now
// returns: memory
MATCH (m:Memory {id: $id})
WHERE m.owner = $owner
SET m:Procedure, m.name = $name, m.slug = $slug, m.steps = $steps, m.version = $version, m.tags = $tags, m.scope = $scope,
    m.said_at = $now
RETURN m {.*, embedding: null} AS memory
