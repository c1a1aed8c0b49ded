// What was told at work on a project, the last first; what was told at work on none is not in it.
// mode: schema
// params: nothing
// returns: nothing
CREATE INDEX memory_owner_project IF NOT EXISTS FOR (n:Memory) ON (n.owner, n.project, n.said_at)
