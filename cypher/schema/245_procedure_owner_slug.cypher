// A procedure is found by the key of its name, and listed in this order.
// mode: schema
// params: nothing
// returns: nothing
CREATE INDEX procedure_owner_slug IF NOT EXISTS FOR (n:Procedure) ON (n.owner, n.slug)
