// Replace the text, quote position and vector of memories that were formed anew from their drawers.
// A version keeps the former text by now; the counts of uses stay.
// mode: write
// params: owner, rows
// returns: reformed
UNWIND $rows AS row
MATCH (m:Memory {id: row.id})
WHERE m.owner = $owner
SET m += row.quote, m.text = row.text, m.gist = null, m.lesson = '', m.embedding = row.embedding, m.embedded = row.embedding IS NOT NULL
RETURN count(m) AS reformed
