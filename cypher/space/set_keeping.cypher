// Set whether a space keeps copies whose source has ended. The caller has locked the space.
// mode: write
// params: owner, keeps
// returns: nothing
MATCH (s:Owner {key: $owner})
SET s.keeps_copies = $keeps
