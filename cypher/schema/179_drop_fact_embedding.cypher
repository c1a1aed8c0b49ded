// No fact ever had a vector: what it says is found by the memory that states it.
// mode: schema
// params: nothing
// returns: nothing
DROP INDEX fact_embedding IF EXISTS
