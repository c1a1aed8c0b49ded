// Create the lookup indexes; an index backs every ORDER BY over data that grows, in the same order.
// Several statements, each ended by a semicolon, which no comment holds.
// mode: schema
// params: dimensions
// returns: nothing

// Everything of an owner is found, counted and erased by this key.
CREATE INDEX agent_owner IF NOT EXISTS FOR (n:Agent) ON (n.owner);
CREATE INDEX api_key_owner IF NOT EXISTS FOR (n:ApiKey) ON (n.owner);
CREATE INDEX audit_entry_owner IF NOT EXISTS FOR (n:AuditEntry) ON (n.owner);
CREATE INDEX block_owner IF NOT EXISTS FOR (n:Block) ON (n.owner);
CREATE INDEX closet_owner IF NOT EXISTS FOR (n:Closet) ON (n.owner);
CREATE INDEX drawer_owner IF NOT EXISTS FOR (n:Drawer) ON (n.owner);
CREATE INDEX dream_run_owner IF NOT EXISTS FOR (n:DreamRun) ON (n.owner);
CREATE INDEX entity_owner IF NOT EXISTS FOR (n:Entity) ON (n.owner);
CREATE INDEX job_owner IF NOT EXISTS FOR (n:Job) ON (n.owner);
CREATE INDEX memory_owner IF NOT EXISTS FOR (n:Memory) ON (n.owner);
CREATE INDEX outcome_owner IF NOT EXISTS FOR (n:Outcome) ON (n.owner);
CREATE INDEX request_owner IF NOT EXISTS FOR (n:Request) ON (n.owner);
CREATE INDEX review_owner IF NOT EXISTS FOR (n:Review) ON (n.owner);
CREATE INDEX room_owner IF NOT EXISTS FOR (n:Room) ON (n.owner);
CREATE INDEX schedule_owner IF NOT EXISTS FOR (n:Schedule) ON (n.owner);
CREATE INDEX session_owner IF NOT EXISTS FOR (n:Session) ON (n.owner);
CREATE INDEX tier_owner IF NOT EXISTS FOR (n:Tier) ON (n.owner);
CREATE INDEX tombstone_owner IF NOT EXISTS FOR (n:Tombstone) ON (n.owner);
CREATE INDEX tombstone_key_owner IF NOT EXISTS FOR (n:TombstoneKey) ON (n.owner);
CREATE INDEX usage_owner IF NOT EXISTS FOR (n:Usage) ON (n.owner);
CREATE INDEX wing_owner IF NOT EXISTS FOR (n:Wing) ON (n.owner);
CREATE INDEX workflow_owner IF NOT EXISTS FOR (n:Workflow) ON (n.owner);

// Verbatim turns by meaning. Tenant, wing, room and time are filtered inside the index: a filter after the top k would
// leave small tenants with nothing. Embeddings are LIST<FLOAT>: Community has no VECTOR property. Not quantised: on a
// quantised index Neo4j 2026.09 fails a search whose filter leaves nothing while the last segment holds deleted entries
// (it rescores a placeholder that does not exist), and an owner without memories is such a search.
CYPHER 25
CREATE VECTOR INDEX drawer_embedding IF NOT EXISTS
FOR (n:Drawer) ON n.embedding WITH [n.owner, n.wing_id, n.room_id, n.said_at]
OPTIONS {indexConfig: {`vector.dimensions`: $dimensions, `vector.similarity_function`: 'cosine',
                        `vector.quantization.enabled`: false}};

// Derived statements by meaning, with both clocks inside the index: one look-up answers "as of then, as known then".
// Open ends are the sentinel 9999-12-31, because in-index filters know no null.
CYPHER 25
CREATE VECTOR INDEX memory_embedding IF NOT EXISTS
FOR (n:Memory) ON n.embedding
WITH [n.owner, n.tier, n.category, n.valid_from, n.valid_until, n.recorded_at, n.retracted_at]
OPTIONS {indexConfig: {`vector.dimensions`: $dimensions, `vector.similarity_function`: 'cosine',
                        `vector.quantization.enabled`: false}};

// Verbatim text and context-enriched text of English turns under the english analyser, and of no others: a commit
// refreshes every index that it touches. The owner key is a field of its own, because Lucene can require a field where
// Neo4j cannot filter: +owner:<key> +(...).
CREATE FULLTEXT INDEX drawer_text_en IF NOT EXISTS
FOR (n:EnglishDrawer) ON EACH [n.owner, n.text, n.index_text]
OPTIONS {indexConfig: {`fulltext.analyzer`: 'english', `fulltext.eventually_consistent`: false}};

// English statements, their lessons and tags under the english analyser, and no others, the owner key as a required
// field.
CREATE FULLTEXT INDEX memory_text_en IF NOT EXISTS
FOR (n:EnglishMemory) ON EACH [n.owner, n.text, n.lesson, n.tags]
OPTIONS {indexConfig: {`fulltext.analyzer`: 'english', `fulltext.eventually_consistent`: false}};

// Verbatim text and context-enriched text of Turkish turns under the turkish analyser, and of no others: a commit
// refreshes every index that it touches. The owner key is a field of its own, because Lucene can require a field where
// Neo4j cannot filter: +owner:<key> +(...).
CREATE FULLTEXT INDEX drawer_text_tr IF NOT EXISTS
FOR (n:TurkishDrawer) ON EACH [n.owner, n.text, n.index_text]
OPTIONS {indexConfig: {`fulltext.analyzer`: 'turkish', `fulltext.eventually_consistent`: false}};

// Turkish statements, their lessons and tags under the turkish analyser, and no others, the owner key as a required
// field.
CREATE FULLTEXT INDEX memory_text_tr IF NOT EXISTS
FOR (n:TurkishMemory) ON EACH [n.owner, n.text, n.lesson, n.tags]
OPTIONS {indexConfig: {`fulltext.analyzer`: 'turkish', `fulltext.eventually_consistent`: false}};

// German turns under the german analyser, and no others, as those of the other languages.
CREATE FULLTEXT INDEX drawer_text_de IF NOT EXISTS
FOR (n:GermanDrawer) ON EACH [n.owner, n.text, n.index_text]
OPTIONS {indexConfig: {`fulltext.analyzer`: 'german', `fulltext.eventually_consistent`: false}};

// German statements, their lessons and tags under the german analyser, and no others.
CREATE FULLTEXT INDEX memory_text_de IF NOT EXISTS
FOR (n:GermanMemory) ON EACH [n.owner, n.text, n.lesson, n.tags]
OPTIONS {indexConfig: {`fulltext.analyzer`: 'german', `fulltext.eventually_consistent`: false}};

// Names and aliases of entities, without stemming or stop words: names are not words of a language.
CREATE FULLTEXT INDEX entity_names IF NOT EXISTS
FOR (n:Entity) ON EACH [n.owner, n.name, n.aliases]
OPTIONS {indexConfig: {`fulltext.analyzer`: 'standard-no-stop-words', `fulltext.eventually_consistent`: false}};

// Procedures under the english analyser, the owner key as a required field.
CREATE FULLTEXT INDEX procedure_text_en IF NOT EXISTS
FOR (n:Procedure) ON EACH [n.owner, n.name, n.text, n.tags]
OPTIONS {indexConfig: {`fulltext.analyzer`: 'english', `fulltext.eventually_consistent`: false}};

// The same procedures under the turkish analyser, the owner key as a required field. Of two full-text indexes over the
// same properties in the same order the server makes one.
CREATE FULLTEXT INDEX procedure_text_tr IF NOT EXISTS
FOR (n:Procedure) ON EACH [n.owner, n.text, n.name, n.tags]
OPTIONS {indexConfig: {`fulltext.analyzer`: 'turkish', `fulltext.eventually_consistent`: false}};

// Lists an owner's audit entries, the last first.
CREATE INDEX audit_entry_owner_at IF NOT EXISTS FOR (n:AuditEntry) ON (n.owner, n.at, n.id);

// Lists memories that wait for a review; few others are invalidated.
CREATE INDEX memory_owner_invalidated_by IF NOT EXISTS FOR (n:Memory) ON (n.owner, n.invalidated_by, n.recorded_at, n.id);

// Follows the chain of an owner's audit.
CREATE INDEX audit_entry_owner_number IF NOT EXISTS FOR (n:AuditEntry) ON (n.owner, n.number, n.id);

// Finds entries of mutations that are under way, or were cut off.
CREATE INDEX audit_entry_owner_open IF NOT EXISTS FOR (n:AuditEntry) ON (n.owner, n.open);

// Finds owners with entries that wait for their hashes.
CREATE INDEX owner_unsealed IF NOT EXISTS FOR (n:Owner) ON (n.unsealed);

// Finds entries that are old enough to go.
CREATE INDEX audit_entry_at IF NOT EXISTS FOR (n:AuditEntry) ON (n.at);

// An owner's blocks from the latest back: only so many are kept.
CREATE INDEX block_owner_made_at IF NOT EXISTS FOR (n:Block) ON (n.owner, n.made_at);

// A session's blocks, from the latest back: their content is not shown again.
CREATE INDEX block_owner_session_made_at IF NOT EXISTS FOR (n:Block) ON (n.owner, n.session, n.made_at);

// Blocks that nobody tells about any more are found by their age.
CREATE INDEX block_made_at IF NOT EXISTS FOR (n:Block) ON (n.made_at);

// The changes of a dream, in the order of its plan.
CREATE INDEX changed_owner_run_place IF NOT EXISTS FOR ()-[c:CHANGED]-() ON (c.owner, c.run, c.place);

// Finds old changes of dreams, which are folded into counts.
CREATE INDEX changed_at IF NOT EXISTS FOR ()-[c:CHANGED]-() ON (c.at);

// The memories that were recalled together with one most often.
CREATE INDEX coactivated_owner_origin_count IF NOT EXISTS FOR ()-[c:COACTIVATED]-() ON (c.owner, c.origin, c.count);

// Pages through the closets of a room.
CREATE INDEX closet_owner_room_number IF NOT EXISTS FOR (n:Closet) ON (n.owner, n.room_id, n.number);

// Finds drawers whose embedding failed, so that the backfill needs no scan.
CREATE INDEX drawer_owner_embedded IF NOT EXISTS FOR (n:Drawer) ON (n.owner, n.embedded);

// Messages of a session that wait to be read, in the order they were filed, however long the session is.
CREATE INDEX drawer_owner_conversation_observed IF NOT EXISTS
FOR (n:Drawer) ON (n.owner, n.conversation, n.observed, n.filed_at);

// The last messages of a conversation, however long it is.
CREATE INDEX drawer_owner_conversation_filed_at IF NOT EXISTS FOR (n:Drawer) ON (n.owner, n.conversation, n.filed_at, n.position);

// Pages through the drawers of a closet.
CREATE INDEX drawer_owner_closet_position IF NOT EXISTS FOR (n:Drawer) ON (n.owner, n.closet_id, n.position);

// Finds the turns that a tombstone withholds, to bring them back.
CREATE INDEX drawer_owner_withheld IF NOT EXISTS FOR (n:Drawer) ON (n.owner, n.withheld);

// The dreams of an owner in the order in which they ran.
CREATE INDEX dream_run_owner_number IF NOT EXISTS FOR (n:DreamRun) ON (n.owner, n.number);

// Resolution looks an entity up by its exact slug first.
CREATE INDEX entity_owner_slug IF NOT EXISTS FOR (n:Entity) ON (n.owner, n.slug);

// The entities with the most mentions, of an owner with any number of them.
CREATE INDEX entity_owner_mentions IF NOT EXISTS FOR (n:Entity) ON (n.owner, n.mentions, n.created_at);

// The same for one type.
CREATE INDEX entity_owner_type_mentions IF NOT EXISTS FOR (n:Entity) ON (n.owner, n.type, n.mentions, n.created_at);

// The entities of a type that their owner declared.
CREATE INDEX entity_owner_own_type_mentions IF NOT EXISTS FOR (n:Entity) ON (n.owner, n.own_type, n.mentions);

// Episodes, in the order of their events.
CREATE INDEX episode_owner_valid_from IF NOT EXISTS FOR (n:Episode) ON (n.owner, n.valid_from, n.id);

// The facts of a memory that is forgotten or deleted.
CREATE INDEX fact_owner_memory_id IF NOT EXISTS FOR ()-[f:FACT]-() ON (f.owner, f.memory_id);

// The facts about an entity in the order they began.
CREATE INDEX fact_owner_subject_valid_from IF NOT EXISTS FOR ()-[f:FACT]-() ON (f.owner, f.subject, f.valid_from);

// The facts in which an entity is the object, in the order they began.
CREATE INDEX fact_owner_object_valid_from IF NOT EXISTS FOR ()-[f:FACT]-() ON (f.owner, f.object, f.valid_from);

// One property of an entity in the order its values began.
CREATE INDEX fact_owner_subject_predicate_valid_from IF NOT EXISTS FOR ()-[f:FACT]-() ON (f.owner, f.subject, f.predicate, f.valid_from);

// The facts that may end each other and still held at a moment: a subject's value of a property that has one at a time,
// else the very same fact.
CREATE INDEX fact_owner_slot_valid_until IF NOT EXISTS FOR ()-[f:FACT]-() ON (f.owner, f.slot, f.valid_until);

// Workers take the next job without scanning finished ones.
CREATE INDEX job_state_lease_until IF NOT EXISTS FOR (n:Job) ON (n.state, n.lease_until);

// Workers take the job that has been ready longest without reading those that wait or have ended.
CREATE INDEX job_state_run_after IF NOT EXISTS FOR (n:Job) ON (n.state, n.run_after);

// Pages through an owner's jobs, the last first. The id decides between those of one moment.
CREATE INDEX job_owner_created_at IF NOT EXISTS FOR (n:Job) ON (n.owner, n.created_at, n.id);

// Finds jobs that ended long ago, so that removing them needs no scan.
CREATE INDEX job_state_ended_at IF NOT EXISTS FOR (n:Job) ON (n.state, n.ended_at);

// The newest memories that name an entity, in their order: a popular one is named by every second memory.
CREATE INDEX mentions_owner_uri_said_at IF NOT EXISTS FOR ()-[r:MENTIONS]-() ON (r.owner, r.uri, r.said_at);

// The same by the start of validity: for the timeline, and for a question about an instant.
CREATE INDEX mentions_owner_uri_valid_from IF NOT EXISTS FOR ()-[r:MENTIONS]-() ON (r.owner, r.uri, r.valid_from);

// Finds memories whose embedding failed, so that the backfill needs no scan.
CREATE INDEX memory_owner_embedded IF NOT EXISTS FOR (n:Memory) ON (n.owner, n.embedded);

// Pages through an owner's memories, the latest first. The id decides between those of one moment.
CREATE INDEX memory_owner_said_at IF NOT EXISTS FOR (n:Memory) ON (n.owner, n.said_at, n.id);

// The same for the memories of one category.
CREATE INDEX memory_owner_category_said_at IF NOT EXISTS FOR (n:Memory) ON (n.owner, n.category, n.said_at, n.id);

// The same for the memories of one tier.
CREATE INDEX memory_owner_tier_said_at IF NOT EXISTS FOR (n:Memory) ON (n.owner, n.tier, n.said_at, n.id);

// The same for the memories of one session.
CREATE INDEX memory_owner_session_said_at IF NOT EXISTS FOR (n:Memory) ON (n.owner, n.session, n.said_at, n.id);

// The same for the memories of one speaker.
CREATE INDEX memory_owner_speaker_said_at IF NOT EXISTS FOR (n:Memory) ON (n.owner, n.speaker, n.said_at, n.id);

// Recalled memories, the last use first; a memory that was never recalled is not in it.
CREATE INDEX memory_owner_used_at IF NOT EXISTS FOR (n:Memory) ON (n.owner, n.used_at);

// Memories that always matter, the last used first.
CREATE INDEX memory_owner_category_priority_last_accessed_at IF NOT EXISTS FOR (n:Memory) ON (n.owner, n.category, n.priority, n.last_accessed_at);

// Pinned memories, the last used first.
CREATE INDEX memory_owner_pinned_last_accessed_at IF NOT EXISTS FOR (n:Memory) ON (n.owner, n.pinned, n.last_accessed_at);

// Synaptic capture looks for the tags of one session that still live.
CREATE INDEX memory_owner_tag_session_expires_at IF NOT EXISTS FOR (n:Memory) ON (n.owner, n.tag_session, n.tag_expires_at);

// Often used memories of a tier, where a dream looks for promotions.
CREATE INDEX memory_owner_tier_access_count IF NOT EXISTS FOR (n:Memory) ON (n.owner, n.tier, n.access_count, n.id);

// Memories whose validity ends, in the order of their ends.
CREATE INDEX memory_owner_tier_temporal_type_valid_until IF NOT EXISTS FOR (n:Memory) ON (n.owner, n.tier, n.temporal_type, n.valid_until, n.id);

// The least recently used memories.
CREATE INDEX memory_owner_tier_last_accessed_at IF NOT EXISTS FOR (n:Memory) ON (n.owner, n.tier, n.last_accessed_at, n.id);

// Finds the memories that a tombstone withholds, to bring them back.
CREATE INDEX memory_owner_tombstone IF NOT EXISTS FOR (n:Memory) ON (n.owner, n.tombstone);

// Memories of a project, the last first; a memory without a project is not in it.
CREATE INDEX memory_owner_project IF NOT EXISTS FOR (n:Memory) ON (n.owner, n.project, n.said_at);

// The outcomes of a procedure's uses, the last first, however often it is used.
CREATE INDEX outcome_owner_procedure_at IF NOT EXISTS FOR (n:Outcome) ON (n.owner, n.procedure, n.at);

// Erased owners, whose records go once no request from before the erasure is still on its way.
CREATE INDEX owner_erased_at IF NOT EXISTS FOR (n:Owner) ON (n.erased_at);

// A procedure is found by the key of its name, and listed in this order.
CREATE INDEX procedure_owner_slug IF NOT EXISTS FOR (n:Procedure) ON (n.owner, n.slug);

// Requests that nobody repeats any more are found by their age.
CREATE INDEX request_answered_at IF NOT EXISTS FOR (n:Request) ON (n.answered_at);

// Open and decided reviews, the latest first.
CREATE INDEX review_owner_state_proposed_at IF NOT EXISTS FOR (n:Review) ON (n.owner, n.state, n.proposed_at, n.id);

// Pages through the rooms of a wing.
CREATE INDEX room_owner_wing_number IF NOT EXISTS FOR (n:Room) ON (n.owner, n.wing_id, n.number);

// Due schedules, the longest overdue first. A paused one has no next run and is not in it.
CREATE INDEX schedule_next_run IF NOT EXISTS FOR (n:Schedule) ON (n.next_run);

// The keeper of sessions finds those that idled out without scanning the ended ones.
CREATE INDEX session_state_last_active_at IF NOT EXISTS FOR (n:Session) ON (n.state, n.last_active_at);

// The latest sessions of an owner.
CREATE INDEX session_owner_last_active_at IF NOT EXISTS FOR (n:Session) ON (n.owner, n.last_active_at);

// An owner's tombstones, the last set first.
CREATE INDEX tombstone_owner_at IF NOT EXISTS FOR (n:Tombstone) ON (n.owner, n.at, n.id);

// Finds the tombstones of one memory, when a person restores it.
CREATE INDEX tombstone_owner_memory IF NOT EXISTS FOR (n:Tombstone) ON (n.owner, n.memory);

// The cost report of an owner by day.
CREATE INDEX usage_owner_day IF NOT EXISTS FOR (n:Usage) ON (n.owner, n.day);

// Finds the facts and mentions that are withheld for one memory.
CREATE INDEX withheld_owner_memory IF NOT EXISTS FOR ()-[w:WITHHELD]-() ON (w.owner, w.memory_id);

// Pages through an owner's wings in their stable order.
CREATE INDEX wing_owner_number IF NOT EXISTS FOR (n:Wing) ON (n.owner, n.number);

// Open and decided workflows, the latest first.
CREATE INDEX workflow_owner_state_proposed_at IF NOT EXISTS FOR (n:Workflow) ON (n.owner, n.state, n.proposed_at, n.id);
