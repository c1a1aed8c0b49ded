// Messages of a session that wait to be read, in the order they were filed, however long the session is.
// mode: schema
// params: nothing
// returns: nothing
CREATE INDEX drawer_owner_conversation_observed IF NOT EXISTS
FOR (n:Drawer) ON (n.owner, n.conversation, n.observed, n.filed_at)
