// Verbatim turns by meaning. Tenant, wing, room and time are filtered inside the index: a filter after the
// top k would leave small tenants with nothing. Embeddings are LIST<FLOAT>: Community has no VECTOR property.
// Not quantised: on a quantised index Neo4j 2026.09 fails a search whose filter leaves nothing while the last segment
// holds deleted entries (it rescores a placeholder that does not exist), and an owner without memories is such a search.
// mode: schema
// params: dimensions
// returns: nothing
CYPHER 25
CREATE VECTOR INDEX drawer_embedding IF NOT EXISTS
FOR (n:Drawer) ON n.embedding WITH [n.owner, n.wing_id, n.room_id, n.said_at]
OPTIONS {indexConfig: {`vector.dimensions`: $dimensions, `vector.similarity_function`: 'cosine',
                        `vector.quantization.enabled`: false}}
