// Session ids were unique over all owners. Those that are stored stay as they are: what was unique by id is so by owner
// and id.
// mode: schema
// params: nothing
// returns: nothing
DROP CONSTRAINT session_id IF EXISTS
