// What is due, the longest first. One that is paused has no next run and does not stand here.
// mode: schema
// params: nothing
// returns: nothing
CREATE INDEX schedule_next_run IF NOT EXISTS FOR (n:Schedule) ON (n.next_run)
