// The facts about an entity in the order they began.
// mode: schema
// params: nothing
// returns: nothing
CREATE INDEX fact_owner_subject_valid_from IF NOT EXISTS FOR ()-[f:FACT]-() ON (f.owner, f.subject, f.valid_from)
