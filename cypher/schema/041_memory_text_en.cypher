// English statements, their lessons and tags under the english analyser, and no others, the owner key as a required field.
// mode: schema
// params: nothing
// returns: nothing
CREATE FULLTEXT INDEX memory_text_en IF NOT EXISTS
FOR (n:EnglishMemory) ON EACH [n.owner, n.text, n.lesson, n.tags]
OPTIONS {indexConfig: {`fulltext.analyzer`: 'english', `fulltext.eventually_consistent`: false}}
