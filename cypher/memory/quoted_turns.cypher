// Return the turns that these memories quote, with start and end in Unicode characters.
// mode: read
// params: owner, ids
// returns: id, speaker, text, start, end
UNWIND $ids AS id
MATCH (m:Memory {id: id})
WHERE m.owner = $owner AND m.quote_drawer IS NOT NULL
MATCH (d:Drawer {id: m.quote_drawer})
WHERE d.owner = $owner
RETURN id, d.speaker AS speaker, d.text AS text, m.quote_start AS start, m.quote_end AS end
