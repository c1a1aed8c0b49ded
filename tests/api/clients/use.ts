// Uses the generated client as a page or a service would: plain fetch, every answer typed by its document.
import { print } from "graphql";
import type { TypedDocumentNode } from "@graphql-typed-document-node/core";
import { MemoriesDocument, ObserveDocument, RecallDocument, RecallForDocument } from "./generated.ts";

declare const process: { env: Record<string, string | undefined> };
const { ADDRESS = "", KEY = "" } = process.env;

async function ask<Answer, Variables>(
  document: TypedDocumentNode<Answer, Variables>,
  variables: Variables,
): Promise<Answer> {
  const answered = await fetch(`${ADDRESS}/graphql`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${KEY}` },
    body: JSON.stringify({ query: print(document), variables }),
  });
  const { data, errors } = (await answered.json()) as { data?: Answer; errors?: unknown };
  if (!data || errors) throw new Error(JSON.stringify(errors));
  return data;
}

const text = "Zeynep moved to Trabzon and works as a pilot.";
const { observe } = await ask(ObserveDocument, { input: { text, speaker: "Zeynep" } });
if (observe.__typename !== "Observation") throw new Error(observe.message);
const { recall } = await ask(RecallDocument, { query: "Where does Zeynep live?", limit: 3 });
if (recall.__typename !== "Recollection") throw new Error(recall.message);
const { recallFor } = await ask(RecallForDocument, { messages: [{ role: "USER", text: "Where does Zeynep live?" }] });
const { memories } = await ask(MemoriesDocument, { first: 1 });
const refused = await ask(RecallDocument, { query: "x", limit: 1000 });
console.log(
  JSON.stringify({
    pointer: observe.pointer,
    found: recall.memories.map(({ memory }) => memory.text),
    kind: recallFor.__typename,
    total: memories.totalCount,
    category: memories.nodes[0]?.category,
    refused: refused.recall.__typename,
  }),
);
