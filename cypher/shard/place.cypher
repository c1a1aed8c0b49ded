// What this server knows of where an owner's memory is, when there are several servers: whether it is here, whether it is
// about to go to another or comes from one, and where it went.
// mode: read
// params: owner
// returns: lives, moving_to, moved_to, arriving_from, data
MATCH (o:Owner {key: $owner})
RETURN o.name IS NOT NULL AND o.moved_to IS NULL AND o.arriving_from IS NULL AS lives, o.moving_to AS moving_to,
       o.moved_to AS moved_to, o.arriving_from AS arriving_from, o.name IS NOT NULL AS data
