// List the latest episodes with steps and a known outcome, the latest first.
// It reads the `most` latest episodes. A project learns from its own episodes alone.
// mode: read
// params: owner, most, limit
// returns: id, event, steps, worked, project
MATCH (e:Episode)
USING INDEX e:Episode(owner, valid_from, id)
WHERE e.owner = $owner AND e.valid_from <= datetime('9999-12-31T00:00:00Z') AND e.id IS NOT NULL
WITH e
ORDER BY e.owner DESC, e.valid_from DESC, e.id DESC
LIMIT $most
WITH e
WHERE e.retracted_at = datetime('9999-12-31T00:00:00Z') AND e.forgotten_at IS NULL
  AND e.worked IS NOT NULL AND size(coalesce(e.steps, [])) > 0
RETURN e.id AS id, e.event AS event, e.steps AS steps, e.worked AS worked, e.project AS project
LIMIT $limit
