"""A cache of valid documents, which are not parsed or validated again: clients repeat the same few.

Checks of the request, its variables, its key and its rate run each time.
"""

from __future__ import annotations

from collections.abc import Iterator

from cachetools import LRUCache
from graphql import DocumentNode, specified_rules
from graphql.validation import MaxIntrospectionDepthRule
from strawberry.extensions import SchemaExtension

MOST = 200
LONGEST = 8_000
"""Characters of a cached document at most; few are longer, and nobody sends those often."""

OF_THE_DOCUMENT = frozenset({*specified_rules, MaxIntrospectionDepthRule})
"""Rules whose verdict depends on the document and the schema alone."""

_known: LRUCache[str, DocumentNode] = LRUCache(MOST)


class KnownDocuments(SchemaExtension):
    """Use the parsed form of a document that was valid before."""

    def on_parse(self) -> Iterator[None]:
        context = self.execution_context
        if (known := _known.get(context.query or "")) is not None:
            context.graphql_document = known
        yield

    def on_validate(self) -> Iterator[None]:
        context = self.execution_context
        query = context.query or ""
        if query in _known:
            rules = context.validation_rules
            context.validation_rules = tuple(rule for rule in rules if rule not in OF_THE_DOCUMENT)
        yield
        if len(query) <= LONGEST and context.pre_execution_errors == [] and context.graphql_document is not None:
            _known[query] = context.graphql_document
