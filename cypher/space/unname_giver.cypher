// Takes the name of who is erased out of the rights that they gave others in the space $owner.
// mode: write
// params: owner, name
// returns: nothing
MATCH (s:Owner {key: $owner})
WITH s
MATCH (:Owner)-[g:MAY]->(s)
WHERE g.by = $name
SET g.by = ''
