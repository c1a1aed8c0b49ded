// List every index with its state, to prove that none is missing or failed.
// A missing index is an error, never a slower query.
// mode: read
// params: nothing
// returns: name, state, type, labels, properties, options
SHOW INDEXES YIELD name, state, type, labelsOrTypes, properties, options
RETURN name, state, type, labelsOrTypes AS labels, properties, options
