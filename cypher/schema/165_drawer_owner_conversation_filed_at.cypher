// The last messages of a conversation, however long it is.
// mode: schema
// params: nothing
// returns: nothing
CREATE INDEX drawer_owner_conversation_filed_at IF NOT EXISTS FOR (n:Drawer) ON (n.owner, n.conversation, n.filed_at, n.position)
