// The index with the end of the tag in it took its place.
// mode: schema
// params: nothing
// returns: nothing
DROP INDEX memory_owner_tag_session IF EXISTS
