"""Mining of documents, notes and feeds, handed over whole."""

from __future__ import annotations

from typing import Annotated

import strawberry
from strawberry import union

from graphmem.model.document import DocumentFormat
from graphmem.services.ingestion.documents import document_bytes
from graphmem_api.context import Info
from graphmem_api.schema.arguments import REPEATED
from graphmem_api.schema.from_model import FromModel
from graphmem_api.schema.problems import InvalidInput, with_invalid_input

strawberry.enum(
    DocumentFormat,
    description="How a document is written. FEED is JSON lines of objects with a text, a time and a source.",
)


@strawberry.input(description="A document, note or feed; give `text` or `base64`, at most 4 MB in one request.")
class DocumentInput:
    name: str = strawberry.field(description="The name by which its paragraphs are cited, for example handbook.md.")
    text: str | None = strawberry.field(default=None, description="Its text.")
    base64: str | None = strawberry.field(default=None, description="Its bytes, for PDF.")
    format: DocumentFormat | None = strawberry.field(
        default=None, description="Told by its first bytes and its name when missing; plain text in doubt."
    )
    id: str | None = strawberry.field(
        default=None, description="Names it across its changes; its name when missing. Two documents need two."
    )
    wing: str | None = strawberry.field(
        default=None, description="The person, project or topic to file under; its title when missing."
    )
    idempotency_key: str | None = strawberry.field(default=None, description=REPEATED)


@strawberry.type(description="The result for a document. Sending it again files only what changed.")
class MinedDocument(FromModel):
    title: str
    rooms: int = strawberry.field(description="Its sections; of a feed its days.")
    filed: int = strawberry.field(description="Paragraphs or entries that were new.")
    known: int = strawberry.field(description="Paragraphs that were filed before.")
    ended: int = strawberry.field(description="Paragraphs that it no longer has; no recall returns them.")
    unembedded: int = strawberry.field(description="New ones that are found by their words only, for now.")
    memories: int = strawberry.field(description="Memories newly made of it.")
    closed: int = strawberry.field(description="Memories that ended, since only what is gone said them.")
    relations: int = strawberry.field(description="Edges between memories that were made.")
    notes: list[str]


MineDocumentPayload = Annotated[
    MinedDocument | InvalidInput,
    union("MineDocumentPayload", description="The result, or the error about the document."),
]


@with_invalid_input("input.")
async def mine_document(info: Info, input: DocumentInput) -> MineDocumentPayload:
    report = await info.context.memory.mine_document(
        input.name,
        document_bytes(input.text, input.base64),
        owner=info.context.owner,
        key=input.id,
        kind=input.format,
        wing=input.wing,
        idempotency_key=input.idempotency_key,
    )
    return MinedDocument.of(report)
