// Verbatim turns by meaning. Tenant, wing, room and time are filtered inside the index: a filter after the
// top k would leave small tenants with nothing. Embeddings are LIST<FLOAT>: Community has no VECTOR property.
// mode: schema
// params: dimensions
// returns: nothing
CYPHER 25
CREATE VECTOR INDEX drawer_embedding IF NOT EXISTS
FOR (n:Drawer) ON n.embedding WITH [n.owner, n.wing_id, n.room_id, n.said_at]
OPTIONS {indexConfig: {`vector.dimensions`: $dimensions, `vector.similarity_function`: 'cosine'}}
