// Return settings of the server by name; null where the server decides.
// Aura and some users may not ask.
// mode: read
// params: names
// returns: name, value
SHOW SETTINGS YIELD name, value WHERE name IN $names
RETURN name, value
