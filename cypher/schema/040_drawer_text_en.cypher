// Verbatim text and context-enriched text of English turns under the english analyser, and of no others: a commit refreshes
// every index that it touches. The owner key is a field of its own, because Lucene can require a field where Neo4j cannot
// filter: +owner:<key> +(...).
// mode: schema
// params: nothing
// returns: nothing
CREATE FULLTEXT INDEX drawer_text_en IF NOT EXISTS
FOR (n:EnglishDrawer) ON EACH [n.owner, n.text, n.index_text]
OPTIONS {indexConfig: {`fulltext.analyzer`: 'english', `fulltext.eventually_consistent`: false}}
