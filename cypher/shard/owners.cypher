// Who is on this server, and how much they hold; for whoever keeps it. No owner may call it.
// mode: read
// params: nothing
// returns: name, turns, moving_to, moved_to, arriving_from
MATCH (o:Owner)
WHERE o.name IS NOT NULL
RETURN o.name AS name, coalesce(o.drawers, 0) AS turns, o.moving_to AS moving_to, o.moved_to AS moved_to,
       o.arriving_from AS arriving_from
ORDER BY name
