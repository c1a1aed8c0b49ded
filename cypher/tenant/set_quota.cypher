// Keeps what an owner may hold and ask: turns, characters, requests of a day; -1 is the server's default.
// mode: write
// params: owner, quota
// returns: nothing
MATCH (o:Owner {key: $owner})
SET o.quota = $quota
