// List earlier proposals in one state, the latest first, by the marks of their steps.
// mode: read
// params: owner, state, limit
// returns: id, marks, project
MATCH (w:Workflow)
USING INDEX w:Workflow(owner, state, proposed_at, id)
WHERE w.owner = $owner AND w.state = $state AND w.proposed_at IS NOT NULL AND w.id IS NOT NULL
RETURN w.id AS id, w.marks AS marks, w.project AS project
ORDER BY w.owner DESC, w.state DESC, w.proposed_at DESC, w.id DESC
LIMIT $limit
