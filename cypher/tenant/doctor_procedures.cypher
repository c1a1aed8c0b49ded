// Find broken procedures and episodes.
// These are procedures without a name, steps or a version number, two believed procedures of one name, and episodes
// without an event.
// mode: read
// params: nothing
// returns: found, example
CALL () {
  MATCH (p:Procedure)
  WHERE NOT p:Memory OR coalesce(p.name, '') = '' OR coalesce(p.slug, '') = '' OR size(coalesce(p.steps, [])) = 0
     OR coalesce(p.version, 0) < 1
  RETURN p.id AS id
  UNION ALL
  MATCH (p:Procedure)
  WHERE p.retracted_at > datetime()
  WITH p.owner AS owner, p.slug AS slug, count(*) AS twins, min(p.id) AS id
  WHERE twins > 1
  RETURN id
  UNION ALL
  MATCH (e:Episode)
  WHERE NOT e:Memory OR coalesce(e.event, '') = ''
  RETURN e.id AS id
}
RETURN count(id) AS found, min(id) AS example
