// Return which of these memories are still as they were read.
// They are believed, neither pinned nor immutable since, with the same words, and their turn exists ("" asks for no
// turn).
// mode: read
// params: owner, rows, now
// returns: id
UNWIND $rows AS row
MATCH (m:Memory {id: row.id})
WHERE m.owner = $owner AND m.text = row.text AND m.retracted_at > $now
  AND NOT coalesce(m.pinned, false) AND NOT coalesce(m.immutable, false)
  AND (row.drawer = '' OR EXISTS { MATCH (d:Drawer {id: row.drawer}) WHERE d.owner = $owner })
RETURN m.id AS id
