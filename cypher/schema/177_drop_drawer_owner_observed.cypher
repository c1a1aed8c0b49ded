// No plan used it, and every commit paid for it: what is not read yet is looked for among the last messages of a session.
// mode: schema
// params: nothing
// returns: nothing
DROP INDEX drawer_owner_observed IF EXISTS
