// Set the webhooks of an owner, under the owner's lock.
// They lie on the owner's node, because the statement that records a mutation locks that node anyway.
// mode: write
// params: owner, webhooks
// returns: nothing
MATCH (o:Owner {key: $owner})
SET o.webhooks = $webhooks
