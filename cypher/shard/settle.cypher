// The owner who came from another server is here now.
// mode: write
// params: owner
// returns: nothing
MATCH (o:Owner {key: $owner})
SET o.arriving_from = null
