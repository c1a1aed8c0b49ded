// Set an owner's quota of turns, characters and requests a day; -1 is the server's default.
// mode: write
// params: owner, quota
// returns: nothing
MATCH (o:Owner {key: $owner})
SET o.quota = $quota
