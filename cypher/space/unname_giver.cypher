// Takes the name of who is erased out of the rights that they gave others in the space $owner, and out of the counts of
// who asked it.
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
