// Insert bare nodes with vector and text in one batch, the baseline of `python -m tests.evals mine`.
// They enter the indexes of every turn, without a palace around them. The time is the least that any filing on this
// server can take.
// mode: write
// params: owner, rows
// returns: created
UNWIND $rows AS row
CREATE (d:Drawer:EnglishDrawer {id: row.id, owner: $owner, pointer: row.id, text: row.text, index_text: row.text,
                                language: 'en', embedding: row.embedding, embedded: true})
RETURN count(d) AS created
