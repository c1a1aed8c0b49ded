"""Documents that were found valid are neither parsed nor validated again: clients send the same few all day.

What hangs on the request, its variables, its key and how much that has asked, is looked at each time.
"""

from __future__ import annotations

from collections.abc import Iterator

from cachetools import LRUCache
from graphql import DocumentNode, specified_rules
from graphql.validation import MaxIntrospectionDepthRule
from strawberry.extensions import SchemaExtension

MOST = 200
LONGEST = 8_000
"""Characters of a document that is kept; one of many is long, and nobody sends it often."""

OF_THE_DOCUMENT = frozenset({*specified_rules, MaxIntrospectionDepthRule})
"""Rules whose verdict hangs on nothing but the document and the schema."""

_known: LRUCache[str, DocumentNode] = LRUCache(MOST)


class KnownDocuments(SchemaExtension):
    """Takes the parsed form of a document that was valid before."""

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
