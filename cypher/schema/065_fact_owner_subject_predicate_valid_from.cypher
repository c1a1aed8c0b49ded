// One property of an entity in the order its values began.
// mode: schema
// params: nothing
// returns: nothing
CREATE INDEX fact_owner_subject_predicate_valid_from IF NOT EXISTS FOR ()-[f:FACT]-() ON (f.owner, f.subject, f.predicate, f.valid_from)
