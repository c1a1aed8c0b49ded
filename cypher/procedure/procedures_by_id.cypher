// Return procedures with their cosines to a task, on the scale of a vector index.
// The score is null where task or procedure has no vector.
// mode: read
// params: owner, ids, vector
// returns: memory, score
UNWIND $ids AS id
MATCH (p:Memory {id: id})
WHERE p.owner = $owner AND p:Procedure
RETURN p {.*, embedding: null} AS memory,
       CASE WHEN p.embedding IS NULL OR $vector IS NULL THEN null
            ELSE vector.similarity.cosine(p.embedding, $vector) END AS score
