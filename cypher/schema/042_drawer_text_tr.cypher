// Verbatim text and context-enriched text under the turkish analyser. The owner key is a field of its own,
// because Lucene can require a field where Neo4j cannot filter: +owner:<key> +(...).
// The properties stand in another order than in the English index: two full-text indexes over the same list count
// as one, and IF NOT EXISTS would silently create nothing.
// mode: schema
// params: nothing
// returns: nothing
CREATE FULLTEXT INDEX drawer_text_tr IF NOT EXISTS
FOR (n:Drawer) ON EACH [n.text, n.index_text, n.owner]
OPTIONS {indexConfig: {`fulltext.analyzer`: 'turkish', `fulltext.eventually_consistent`: false}}
