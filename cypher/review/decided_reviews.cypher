// Return which of these reviews were decided: none of them is asked about again.
// mode: read
// params: owner, ids
// returns: id
UNWIND $ids AS id
MATCH (r:Review {id: id})
WHERE r.owner = $owner AND r.state <> 'open'
RETURN r.id AS id
