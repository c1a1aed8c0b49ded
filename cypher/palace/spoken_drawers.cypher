// Return the texts to embed of some drawers, withheld ones left out.
// mode: read
// params: owner, ids
// returns: id, text, speaker
UNWIND $ids AS id
MATCH (d:Drawer {id: id, owner: $owner})
WHERE d.withheld IS NULL
RETURN d.id AS id, d.text AS text, d.speaker AS speaker
