// Remove an erased owner's name from the rights that they granted in the space $owner.
// It also deletes the counts of the owner's reads of the space.
// mode: write
// params: owner, name
// returns: nothing
MATCH (s:Owner {key: $owner})
CALL (s) {
  MATCH (:Owner)-[g:MAY]->(s)
  WHERE g.by = $name
  SET g.by = ''
}
MATCH (u:Usage)
USING INDEX u:Usage(owner, day)
WHERE u.owner = $owner AND u.day > '' AND u.source = 'space_read' AND u.model = $name
DELETE u
