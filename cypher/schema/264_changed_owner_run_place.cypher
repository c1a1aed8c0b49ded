// What a dream changed, in the order of its plan.
// mode: schema
// params: nothing
// returns: nothing
CREATE INDEX changed_owner_run_place IF NOT EXISTS FOR ()-[c:CHANGED]-() ON (c.owner, c.run, c.place)
