// List entities that may bear a name, by slug or by words of names and aliases, most mentions first.
// The Lucene query requires the owner; the comparison on the property repeats it. The caller compares the spellings.
// mode: read
// params: owner, slug, lucene, limit
// returns: uri, name, aliases
CALL () {
  MATCH (e:Entity {owner: $owner, slug: $slug})
  USING INDEX e:Entity(owner, slug)
  RETURN e
  UNION
  CALL db.index.fulltext.queryNodes('entity_names', $lucene, {limit: $limit}) YIELD node AS e
  WHERE e.owner = $owner
  RETURN e
}
RETURN e.uri AS uri, e.name AS name, coalesce(e.aliases, []) AS aliases
ORDER BY e.mentions DESC, uri
