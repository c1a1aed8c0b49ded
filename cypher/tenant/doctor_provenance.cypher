// Derived memories that lead to no source: a statement nobody can check against what was said.
// mode: read
// params: nothing
// returns: found, example
MATCH (m:Memory)
WHERE m.write_source IN ['observer', 'formation', 'mining', 'dream'] AND NOT EXISTS { (m)-[:DERIVED_FROM]->() }
RETURN count(m) AS found, min(m.id) AS example
