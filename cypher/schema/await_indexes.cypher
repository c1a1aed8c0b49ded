// Wait until every index is online: a query that reaches a populating index would silently miss rows.
// mode: read
// params: seconds
// returns: nothing
CALL db.awaitIndexes($seconds)
