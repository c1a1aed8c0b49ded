// One node per owner and tier, the far end of the tier history.
// mode: schema
// params: nothing
// returns: nothing
CREATE CONSTRAINT tier_name IF NOT EXISTS FOR (n:Tier) REQUIRE (n.owner, n.name) IS UNIQUE
