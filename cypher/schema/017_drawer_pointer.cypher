// A pointer an agent cites must lead to exactly one drawer of its owner.
// mode: schema
// params: nothing
// returns: nothing
CREATE CONSTRAINT drawer_pointer IF NOT EXISTS FOR (n:Drawer) REQUIRE (n.owner, n.pointer) IS UNIQUE
