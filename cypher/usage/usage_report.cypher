// Return an owner's sums by day, source and model, from one day up to but not including another.
// mode: read
// params: owner, since, until
// returns: day, source, model, calls, texts, tokens, output_tokens, cost
MATCH (u:Usage)
USING INDEX u:Usage(owner, day)
WHERE u.owner = $owner AND u.day >= $since AND u.day < $until
RETURN u.day AS day, u.source AS source, u.model AS model, u.calls AS calls, u.texts AS texts, u.tokens AS tokens,
       u.output_tokens AS output_tokens, u.cost AS cost
ORDER BY day, source, model
