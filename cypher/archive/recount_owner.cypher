// Recount an owner's turns and live relations after an import.
// mode: write
// params: owner
// returns: drawers, memories
MATCH (o:Owner {key: $owner})
SET o.drawers = COUNT { MATCH (d:Drawer {owner: $owner}) },
    o.characters = reduce(all = 0, d IN COLLECT { MATCH (d:Drawer {owner: $owner}) RETURN size(d.text) } | all + d),
    o.relations = COUNT { MATCH (m:Memory {owner: $owner})
                          MATCH (m)-[e:SUPERSEDES|CONTRADICTS|CAUSES|ELABORATES|SAME_ENTITY|RELATED_TO]->()
                          WHERE e.retracted_at > datetime() }
RETURN o.drawers AS drawers, COUNT { MATCH (m:Memory {owner: $owner}) } AS memories
