// Settings of the server by name; null where one is left to the server. Aura and some users may not ask.
// mode: read
// params: names
// returns: name, value
SHOW SETTINGS YIELD name, value WHERE name IN $names
RETURN name, value
