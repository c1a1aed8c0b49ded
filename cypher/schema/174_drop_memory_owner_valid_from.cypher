// No plan used it, and every commit paid for it: when a memory begins to be true is asked of an entity's memories.
// mode: schema
// params: nothing
// returns: nothing
DROP INDEX memory_owner_valid_from IF EXISTS
