// Procedures under the english analyser, the owner key as a required field.
// mode: schema
// params: nothing
// returns: nothing
CREATE FULLTEXT INDEX procedure_text_en IF NOT EXISTS
FOR (n:Procedure) ON EACH [n.owner, n.name, n.text, n.tags]
OPTIONS {indexConfig: {`fulltext.analyzer`: 'english', `fulltext.eventually_consistent`: false}}
