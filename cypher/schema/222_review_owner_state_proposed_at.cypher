// What is undecided, and what was decided, the latest first.
// mode: schema
// params: nothing
// returns: nothing
CREATE INDEX review_owner_state_proposed_at IF NOT EXISTS FOR (n:Review) ON (n.owner, n.state, n.proposed_at, n.id)
