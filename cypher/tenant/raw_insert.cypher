// The baseline of `python -m tests.evals mine`: bare nodes with vector and text in one batch, in the indexes that every turn
// stands in, no palace around them. What it takes is the least that any filing on this server can take.
// mode: write
// params: owner, rows
// returns: created
UNWIND $rows AS row
CREATE (d:Drawer:EnglishDrawer {id: row.id, owner: $owner, pointer: row.id, text: row.text, index_text: row.text,
                                language: 'en', embedding: row.embedding, embedded: true})
RETURN count(d) AS created
