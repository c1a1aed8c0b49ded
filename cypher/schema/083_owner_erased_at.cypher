// Owners who were erased, so that what tells of it can go when nothing asked for before is on its way any more.
// mode: schema
// params: nothing
// returns: nothing
CREATE INDEX owner_erased_at IF NOT EXISTS FOR (n:Owner) ON (n.erased_at)
