// Turkish statements, their lessons and tags under the turkish analyser, and no others, the owner key as a required field.
// mode: schema
// params: nothing
// returns: nothing
CREATE FULLTEXT INDEX memory_text_tr IF NOT EXISTS
FOR (n:TurkishMemory) ON EACH [n.owner, n.text, n.lesson, n.tags]
OPTIONS {indexConfig: {`fulltext.analyzer`: 'turkish', `fulltext.eventually_consistent`: false}}
