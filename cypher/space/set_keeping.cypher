// Whether a space keeps copies whose source has ended. The space is locked already.
// mode: write
// params: owner, keeps
// returns: nothing
MATCH (s:Owner {key: $owner})
SET s.keeps_copies = $keeps
