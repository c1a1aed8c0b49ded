// Add the indexes of German turns and statements, which no store had before.
// mode: schema
// params: nothing
// returns: nothing

// German turns under the german analyser, and no others, as those of the other languages.
CREATE FULLTEXT INDEX drawer_text_de IF NOT EXISTS
FOR (n:GermanDrawer) ON EACH [n.owner, n.text, n.index_text]
OPTIONS {indexConfig: {`fulltext.analyzer`: 'german', `fulltext.eventually_consistent`: false}};

// German statements, their lessons and tags under the german analyser, and no others.
CREATE FULLTEXT INDEX memory_text_de IF NOT EXISTS
FOR (n:GermanMemory) ON EACH [n.owner, n.text, n.lesson, n.tags]
OPTIONS {indexConfig: {`fulltext.analyzer`: 'german', `fulltext.eventually_consistent`: false}};
