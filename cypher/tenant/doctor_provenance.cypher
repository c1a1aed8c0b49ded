// Find derived memories that lead to no source: nobody can check them against a conversation.
// mode: read
// params: nothing
// returns: found, example
MATCH (m:Memory)
WHERE m.write_source IN ['observer', 'formation', 'mining', 'dream'] AND NOT EXISTS { (m)-[:DERIVED_FROM]->() }
RETURN count(m) AS found, min(m.id) AS example
