// The facts that may end each other and still held at a moment: a subject's value of a property that has one at a time,
// else the very same fact.
// mode: schema
// params: nothing
// returns: nothing
CREATE INDEX fact_owner_slot_valid_until IF NOT EXISTS FOR ()-[f:FACT]-() ON (f.owner, f.slot, f.valid_until)
