// Verbatim text and context-enriched text under the english analyser. The owner key is a field of its own,
// because Lucene can require a field where Neo4j cannot filter: +owner:<key> +(...).
// mode: schema
// params: nothing
// returns: nothing
CREATE FULLTEXT INDEX drawer_text_en IF NOT EXISTS
FOR (n:Drawer) ON EACH [n.owner, n.text, n.index_text]
OPTIONS {indexConfig: {`fulltext.analyzer`: 'english', `fulltext.eventually_consistent`: false}}
