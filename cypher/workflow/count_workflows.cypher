// How many of the owner's workflows are in a state.
// mode: read
// params: owner, state
// returns: count
MATCH (w:Workflow {owner: $owner, state: $state})
RETURN count(w) AS count
