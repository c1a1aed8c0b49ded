// The last messages of a session are those of its conversation.
// mode: schema
// params: nothing
// returns: nothing
CREATE INDEX drawer_owner_conversation IF NOT EXISTS FOR (n:Drawer) ON (n.owner, n.conversation)
