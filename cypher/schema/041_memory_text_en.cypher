// Derived statements and their lessons under the english analyser, the owner key as a required field.
// mode: schema
// params: nothing
// returns: nothing
CREATE FULLTEXT INDEX memory_text_en IF NOT EXISTS
FOR (n:Memory) ON EACH [n.owner, n.text, n.lesson]
OPTIONS {indexConfig: {`fulltext.analyzer`: 'english', `fulltext.eventually_consistent`: false}}
