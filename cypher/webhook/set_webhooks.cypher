// Keeps where an owner has events sent, under the owner's lock. They are of the owner's node, so that what notes a change,
// which locks it anyway, has them at hand.
// mode: write
// params: owner, webhooks
// returns: nothing
MATCH (o:Owner {key: $owner})
SET o.webhooks = $webhooks
