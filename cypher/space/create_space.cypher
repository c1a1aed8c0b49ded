// Make an owner a space, under its lock.
// The id is drawn anew, so that a repeated call meets the space that it made before.
// mode: write
// params: owner, title
// returns: nothing
MATCH (s:Owner {key: $owner})
SET s.kind = 'SPACE', s.title = coalesce(s.title, $title)
