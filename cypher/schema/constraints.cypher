// List every constraint by name.
// mode: read
// params: nothing
// returns: name
SHOW CONSTRAINTS YIELD name
RETURN name
