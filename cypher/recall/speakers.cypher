// Who speaks in an owner's turns, as far as a sample tells: a question that names one of them is also asked without the
// name. The sample bounds the cost for big owners.
// mode: read
// params: owner, limit
// returns: speakers
MATCH (d:Drawer {owner: $owner})
WITH d LIMIT $limit
WITH d WHERE NOT d.role IN ['document', 'tool', 'feed']
WITH DISTINCT d.speaker AS speaker
RETURN collect(speaker) AS speakers
