"""The whole schema: queries and mutations within limits, errors masked."""

from __future__ import annotations

from datetime import datetime

import strawberry
from graphql import GraphQLError
from graphql.validation import MaxIntrospectionDepthRule
from strawberry.extensions import AddValidationRules
from strawberry.schema.config import StrawberryConfig
from strawberry.types import ExecutionContext

from graphmem_api.admission import Admission
from graphmem_api.consistency import BookmarksExtension
from graphmem_api.known_documents import KnownDocuments
from graphmem_api.limits import QueryLimits
from graphmem_api.masking import masked_error
from graphmem_api.schema.instant import DATE_TIME
from graphmem_api.schema.mutations import Mutation
from graphmem_api.schema.problems import Problem
from graphmem_api.schema.queries import Query
from graphmem_api.schema.subscriptions import Subscription


class MemorySchema(strawberry.Schema):
    """A schema that masks errors where strawberry would log them, the one place all of them pass."""

    def process_errors(
        self,
        errors: list[GraphQLError],
        execution_context: ExecutionContext | None = None,  # noqa: ARG002  strawberry's hook
    ) -> None:
        # The list itself becomes the answer's, so it is changed in place.
        errors[:] = [masked_error(error) for error in errors]


schema = MemorySchema(
    query=Query,
    mutation=Mutation,
    subscription=Subscription,
    types=[Problem],
    extensions=[
        QueryLimits,
        Admission,
        lambda: AddValidationRules([MaxIntrospectionDepthRule]),
        KnownDocuments,
        BookmarksExtension,
    ],
    config=StrawberryConfig(sort_schema=False, scalar_map={datetime: DATE_TIME}),
)
