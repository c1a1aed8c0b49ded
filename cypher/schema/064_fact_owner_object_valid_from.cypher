// The facts in which an entity is the object, in the order they began.
// mode: schema
// params: nothing
// returns: nothing
CREATE INDEX fact_owner_object_valid_from IF NOT EXISTS FOR ()-[f:FACT]-() ON (f.owner, f.object, f.valid_from)
