// Memories made anew of their drawers: another text, its place, and its vector. What it said before is a version by now;
// how often it was used stays.
// mode: write
// params: owner, rows
// returns: reformed
UNWIND $rows AS row
MATCH (m:Memory {id: row.id})
WHERE m.owner = $owner
SET m += row.quote, m.text = row.text, m.gist = null, m.lesson = '', m.embedding = row.embedding, m.embedded = row.embedding IS NOT NULL
RETURN count(m) AS reformed
