// Derived statements and their lessons under the turkish analyser, the owner key as a required field.
// The properties stand in another order than in the English index: two full-text indexes over the same list count
// as one, and IF NOT EXISTS would silently create nothing.
// mode: schema
// params: nothing
// returns: nothing
CREATE FULLTEXT INDEX memory_text_tr IF NOT EXISTS
FOR (n:Memory) ON EACH [n.text, n.lesson, n.owner]
OPTIONS {indexConfig: {`fulltext.analyzer`: 'turkish', `fulltext.eventually_consistent`: false}}
