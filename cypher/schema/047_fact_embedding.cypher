// Facts between entities by meaning, on the edge itself, with both clocks inside the index.
// mode: schema
// params: dimensions
// returns: nothing
CYPHER 25
CREATE VECTOR INDEX fact_embedding IF NOT EXISTS
FOR ()-[f:FACT]-() ON f.embedding
WITH [f.owner, f.predicate, f.valid_from, f.valid_until, f.recorded_at, f.retracted_at]
OPTIONS {indexConfig: {`vector.dimensions`: $dimensions, `vector.similarity_function`: 'cosine',
                        `vector.quantization.enabled`: false}}
