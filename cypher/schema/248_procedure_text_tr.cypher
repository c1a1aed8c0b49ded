// The same procedures under the turkish analyser, the owner key as a required field. Of two full-text
// indexes over the same properties in the same order the server makes one.
// mode: schema
// params: nothing
// returns: nothing
CREATE FULLTEXT INDEX procedure_text_tr IF NOT EXISTS
FOR (n:Procedure) ON EACH [n.owner, n.text, n.name, n.tags]
OPTIONS {indexConfig: {`fulltext.analyzer`: 'turkish', `fulltext.eventually_consistent`: false}}
