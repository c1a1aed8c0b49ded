// Derived statements by meaning, with both clocks inside the index: one look-up answers "as of then, as known
// then". Open ends are the sentinel 9999-12-31, because in-index filters know no null.
// mode: schema
// params: dimensions
// returns: nothing
CYPHER 25
CREATE VECTOR INDEX memory_embedding IF NOT EXISTS
FOR (n:Memory) ON n.embedding
WITH [n.owner, n.tier, n.category, n.valid_from, n.valid_until, n.recorded_at, n.retracted_at]
OPTIONS {indexConfig: {`vector.dimensions`: $dimensions, `vector.similarity_function`: 'cosine',
                        `vector.quantization.enabled`: false}}
