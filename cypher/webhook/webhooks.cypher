// Return an owner's webhooks as JSON.
// mode: read
// params: owner
// returns: webhooks
MATCH (o:Owner {key: $owner})
RETURN coalesce(o.webhooks, []) AS webhooks
