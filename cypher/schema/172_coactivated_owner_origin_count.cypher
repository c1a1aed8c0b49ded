// With whom a memory was recalled most often.
// mode: schema
// params: nothing
// returns: nothing
CREATE INDEX coactivated_owner_origin_count IF NOT EXISTS FOR ()-[c:COACTIVATED]-() ON (c.owner, c.origin, c.count)
