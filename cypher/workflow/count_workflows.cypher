// Count the owner's workflows in one state.
// mode: read
// params: owner, state
// returns: count
MATCH (w:Workflow {owner: $owner, state: $state})
RETURN count(w) AS count
