// Requests that nobody repeats any more are found by their age.
// mode: schema
// params: nothing
// returns: nothing
CREATE INDEX request_answered_at IF NOT EXISTS FOR (n:Request) ON (n.answered_at)
