// List the speakers of a sample of an owner's turns, and those among them who speak as a user.
// A question that names one of them is also asked without the name. The sample bounds the cost for big owners.
// mode: read
// params: owner, limit
// returns: speakers, users
MATCH (d:Drawer {owner: $owner})
WITH d LIMIT $limit
WITH d WHERE NOT d.role IN ['document', 'tool', 'feed']
WITH DISTINCT d.speaker AS speaker, d.role = 'user' AS speaks_as_user
RETURN collect(DISTINCT speaker) AS speakers, collect(DISTINCT CASE WHEN speaks_as_user THEN speaker END) AS users
