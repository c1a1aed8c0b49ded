// Pages through the closets of a room.
// mode: schema
// params: nothing
// returns: nothing
CREATE INDEX closet_owner_room_number IF NOT EXISTS FOR (n:Closet) ON (n.owner, n.room_id, n.number)
