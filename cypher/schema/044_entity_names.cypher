// Names and aliases of entities, without stemming or stop words: names are not words of a language.
// mode: schema
// params: nothing
// returns: nothing
CREATE FULLTEXT INDEX entity_names IF NOT EXISTS
FOR (n:Entity) ON EACH [n.owner, n.name, n.aliases]
OPTIONS {indexConfig: {`fulltext.analyzer`: 'standard-no-stop-words', `fulltext.eventually_consistent`: false}}
