// List a page of episodic memories used twice or more, least used first, with evidence for a climb.
// The evidence is how often each was told and in how many conversations, among its first fifty turns. `seen` holds the
// state that must still hold when the plan is carried out.
// mode: read
// params: owner, now, after_at, after_id, limit
// returns: id, text, tier, sub_tier, category, utility, access_count, last_accessed_at, recorded_at, outcomes, told, conversations, questions, question_days, seen
MATCH (m:Memory)
USING INDEX m:Memory(owner, tier, access_count, id)
WHERE m.owner = $owner AND m.tier = 'episodic' AND m.access_count >= coalesce($after_at, 2)
  AND m.id IS NOT NULL AND ($after_at IS NULL OR m.access_count > $after_at OR m.id > $after_id)
  AND m.valid_until > $now AND m.retracted_at > $now
  AND NOT coalesce(m.pinned, false) AND NOT coalesce(m.immutable, false)
WITH m ORDER BY m.owner, m.tier, m.access_count, m.id LIMIT $limit
CALL (m) {
  MATCH (m)-[:DERIVED_FROM]->(d:Drawer)
  WITH d LIMIT 50
  RETURN count(d) AS told, count(DISTINCT coalesce(d.conversation, d.id)) AS conversations
}
RETURN m.id AS id, m.text AS text, m.tier AS tier, m.sub_tier AS sub_tier, m.category AS category, m.utility AS utility,
       m.access_count AS access_count, m.last_accessed_at AS last_accessed_at, m.recorded_at AS recorded_at,
       coalesce(m.success_count, 0) + coalesce(m.failure_count, 0) AS outcomes, told, conversations,
       coalesce(m.questions, 0) AS questions, coalesce(m.asked_days, 0) AS question_days,
       [coalesce(m.access_count, 0), m.last_accessed_at.epochMillis, m.recorded_at.epochMillis, m.valid_until.epochMillis,
        m.retracted_at.epochMillis, coalesce(m.pinned, false), coalesce(m.immutable, false), m.utility] AS seen
