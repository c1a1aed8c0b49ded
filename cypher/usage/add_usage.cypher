// Add the cost of model calls to the owner's sums by source, model and day.
// Rows come sorted by id, so that two writers never wait for each other crosswise. Writing `updated_at` takes a node's
// lock before its sums are read. The driver repeats a transaction only when it was rolled back, so nothing is added
// twice.
// mode: write
// params: owner, rows
// returns: nothing
UNWIND $rows AS row
MERGE (u:Usage {id: row.id})
ON CREATE SET u.owner = $owner, u.source = row.source, u.model = row.model, u.day = row.day
SET u.updated_at = datetime.realtime()
WITH u, row
SET u.calls = coalesce(u.calls, 0) + row.calls, u.texts = coalesce(u.texts, 0) + row.texts,
    u.tokens = coalesce(u.tokens, 0) + row.tokens, u.output_tokens = coalesce(u.output_tokens, 0) + row.output_tokens,
    u.cost = CASE WHEN row.cost IS NULL THEN u.cost ELSE coalesce(u.cost, 0.0) + row.cost END
