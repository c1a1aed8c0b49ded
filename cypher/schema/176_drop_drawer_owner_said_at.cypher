// No plan used it, and every commit paid for it: when a turn was said is asked inside the vector index.
// mode: schema
// params: nothing
// returns: nothing
DROP INDEX drawer_owner_said_at IF EXISTS
