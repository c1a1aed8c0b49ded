// Create the uniqueness constraints, which make MERGE safe under concurrency.
// Several statements, each ended by a semicolon, which no comment holds.
// mode: schema
// params: nothing
// returns: nothing

// An agent that reads and writes for an owner.
CREATE CONSTRAINT agent_id IF NOT EXISTS FOR (n:Agent) REQUIRE n.id IS UNIQUE;

// A bearer key, kept only as its SHA-256.
CREATE CONSTRAINT api_key_hash IF NOT EXISTS FOR (n:ApiKey) REQUIRE n.hash IS UNIQUE;

// Each mutation is noted once.
CREATE CONSTRAINT audit_entry_id IF NOT EXISTS FOR (n:AuditEntry) REQUIRE n.id IS UNIQUE;

// A block given to an agent, which reports its outcome by its id.
CREATE CONSTRAINT block_id IF NOT EXISTS FOR (n:Block) REQUIRE n.id IS UNIQUE;

// A topic within a room.
CREATE CONSTRAINT closet_id IF NOT EXISTS FOR (n:Closet) REQUIRE n.id IS UNIQUE;

// One verbatim turn. The id is a digest of what was said, so filing it twice MERGEs.
CREATE CONSTRAINT drawer_id IF NOT EXISTS FOR (n:Drawer) REQUIRE n.id IS UNIQUE;

// A pointer an agent cites must lead to exactly one drawer of its owner.
CREATE CONSTRAINT drawer_pointer IF NOT EXISTS FOR (n:Drawer) REQUIRE (n.owner, n.pointer) IS UNIQUE;

// One dream and its changes.
CREATE CONSTRAINT dream_run_id IF NOT EXISTS FOR (n:DreamRun) REQUIRE n.id IS UNIQUE;

// An entity:// address names one thing per owner: two owners may both know entity://person/deniz.
CREATE CONSTRAINT entity_uri IF NOT EXISTS FOR (n:Entity) REQUIRE (n.owner, n.uri) IS UNIQUE;

// A durable piece of background work.
CREATE CONSTRAINT job_id IF NOT EXISTS FOR (n:Job) REQUIRE n.id IS UNIQUE;

// The holder of a scheduled task, and the end of the lease.
CREATE CONSTRAINT lease_name IF NOT EXISTS FOR (n:Lease) REQUIRE n.name IS UNIQUE;

// One atomic, derived statement.
CREATE CONSTRAINT memory_id IF NOT EXISTS FOR (n:Memory) REQUIRE n.id IS UNIQUE;

// The tenant. Its key is one token (u and 32 hex digits), so that full-text clauses can require it.
CREATE CONSTRAINT owner_key IF NOT EXISTS FOR (n:Owner) REQUIRE n.key IS UNIQUE;

// A request that its sender may repeat, with its answer. The id is a digest of the owner and the sender's
// key.
CREATE CONSTRAINT request_id IF NOT EXISTS FOR (n:Request) REQUIRE n.id IS UNIQUE;

// A pair of memories that a person or an agent is asked about. The id is a digest of the owner and both.
CREATE CONSTRAINT review_id IF NOT EXISTS FOR (n:Review) REQUIRE n.id IS UNIQUE;

// A time slice of a wing, usually one conversation.
CREATE CONSTRAINT room_id IF NOT EXISTS FOR (n:Room) REQUIRE n.id IS UNIQUE;

// The schedule of a kind of work for an owner. The id is a digest of both.
CREATE CONSTRAINT schedule_id IF NOT EXISTS FOR (n:Schedule) REQUIRE n.id IS UNIQUE;

// The schema version of a store, and the embedder that made its vectors.
CREATE CONSTRAINT schema_version_name IF NOT EXISTS FOR (n:SchemaVersion) REQUIRE n.name IS UNIQUE;

// A session's id is its owner's own: another owner may have the same, and neither learns of the other.
CREATE CONSTRAINT session_owner_id IF NOT EXISTS FOR (n:Session) REQUIRE (n.owner, n.id) IS UNIQUE;

// One node per owner and tier, the far end of the tier history.
CREATE CONSTRAINT tier_name IF NOT EXISTS FOR (n:Tier) REQUIRE (n.owner, n.name) IS UNIQUE;

// Ids of tombstones are digests.
CREATE CONSTRAINT tombstone_id IF NOT EXISTS FOR (n:Tombstone) REQUIRE n.id IS UNIQUE;

// A keyed hash of a value that must not come back: every write looks its values up.
CREATE CONSTRAINT tombstone_key_id IF NOT EXISTS FOR (n:TombstoneKey) REQUIRE n.id IS UNIQUE;

// Model calls counted by source.
CREATE CONSTRAINT usage_id IF NOT EXISTS FOR (n:Usage) REQUIRE n.id IS UNIQUE;

// The outcome of one use of a procedure.
CREATE CONSTRAINT outcome_id IF NOT EXISTS FOR (n:Outcome) REQUIRE n.id IS UNIQUE;

// Steps that recur, which a person is asked about. The id is a digest of the owner and of the steps' forms.
CREATE CONSTRAINT workflow_id IF NOT EXISTS FOR (n:Workflow) REQUIRE n.id IS UNIQUE;

// A person, project, topic or agent of the palace.
CREATE CONSTRAINT wing_id IF NOT EXISTS FOR (n:Wing) REQUIRE n.id IS UNIQUE;
