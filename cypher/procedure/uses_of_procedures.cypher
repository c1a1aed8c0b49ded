// Return the outcomes of the latest uses of each procedure, the latest first.
// mode: read
// params: owner, ids, limit
// returns: memory, version, success, step, project, tools, counted, at
UNWIND $ids AS memory
CALL (memory) {
  MATCH (o:Outcome)
  USING INDEX o:Outcome(owner, procedure, at)
  WHERE o.owner = $owner AND o.procedure = memory AND o.at IS NOT NULL
  RETURN o ORDER BY o.owner DESC, o.procedure DESC, o.at DESC LIMIT $limit
}
RETURN memory, o.version AS version, o.success AS success, o.step AS step, o.project AS project, o.tools AS tools,
       o.counted AS counted, o.at AS at
