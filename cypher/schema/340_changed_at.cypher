// Finds what dreams of long ago changed, to be folded into their counts.
// mode: schema
// params: nothing
// returns: nothing
CREATE INDEX changed_at IF NOT EXISTS FOR ()-[c:CHANGED]-() ON (c.at)
