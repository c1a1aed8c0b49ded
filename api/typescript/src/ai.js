/** A memory as tools of the Vercel AI SDK. It needs the packages `ai` and `zod`. */

import { tool } from "ai";
import { z } from "zod";
import { InvalidInputError } from "./errors.js";

/**
 * @typedef {object} ToolOptions
 * @property {string} [agent] Who speaks by these tools; "agent" when missing.
 * @property {string} [project] At work on which project; in none what is learnt concerns all.
 */

/** Whose words a tool may take back: nobody said them in a conversation. */
const OUTSIDE = new Set(["TOOL", "DOCUMENT", "FEED"]);
const ID = z.string().min(12).describe("Of one memory, as recall or learn gave it.");

/**
 * Tools for `generateText` and `streamText`. What the model learns is a tool's word: no rule, and it changes nothing
 * that a person said. A wrong argument is answered in words, so that the model can mend it.
 * @param {import("./client.js").GraphMem} memory
 * @param {ToolOptions} [options]
 */
export function tools(memory, { agent = "agent", project } = {}) {
  const work = project === undefined ? {} : { project };
  return {
    recall: tool({
      description:
        "What is remembered of a question, with dates, sources and ids. Ask before you answer what may depend on " +
        "earlier conversations.",
      inputSchema: z.object({
        query: z.string().describe("In the user's own words, with the names that matter."),
        budget: z.number().int().min(100).max(20_000).default(800).describe("Tokens of the answer at the most."),
      }),
      execute: ({ query, budget }, { abortSignal: signal }) =>
        told(async () => {
          const found = await memory.recall(query, { budget, ...work }, { signal });
          const memories = found.answerable ? found.memories.map(({ memory: { id, text } }) => ({ id, text })) : [];
          return { answerable: found.answerable, reason: found.answerableReason, context: found.context, memories };
        }),
    }),
    learn: tool({
      description: "Remember something for later conversations, as your word.",
      inputSchema: z.object({
        text: z.string().describe("One whole sentence in the third person, with names and dates."),
      }),
      execute: ({ text }, { abortSignal: signal }) =>
        told(async () => {
          const seen = await memory.learn(text, { role: "TOOL", speaker: agent, ...work }, { signal });
          return { memories: seen.statements.map((one) => ({ id: one.memory, text: one.text, action: one.action })) };
        }),
    }),
    forget: tool({
      description: "Take back one memory that you or another tool brought in. Only a person takes back a person's words.",
      inputSchema: z.object({ id: ID }),
      execute: ({ id }, { abortSignal: signal }) =>
        told(async () => {
          const { memory: known } = await memory.show(id, { signal });
          if (!OUTSIDE.has(known.dataSource)) {
            return { error: "Somebody said this in a conversation; no tool takes it back. Ask the user to forget it." };
          }
          return { id: known.id, forgotten: (await memory.forget(known.id, { signal })).tombstone !== null };
        }),
    }),
    profile: tool({
      description: "A person, place or thing by name, with the facts and memories that hold now.",
      inputSchema: z.object({ name: z.string().describe("A name, as it is said.") }),
      execute: ({ name }, { abortSignal: signal }) =>
        told(async () => {
          const found = await memory.entityProfile(name, {}, { signal });
          const facts = found.facts.map((fact) => fact.text);
          return { name: found.entity.name, facts, memories: found.memories.map((one) => one.text) };
        }),
    }),
    why: tool({
      description: "What led to something, or what it led to, as chains from cause to effect.",
      inputSchema: z.object({ query: z.string().describe("A question of causes: why …, what came of …") }),
      execute: ({ query }, { abortSignal: signal }) =>
        told(async () => {
          const found = await memory.recall(query, work, { signal });
          const ids = found.answerable ? found.memories.map((one) => one.memory.id) : [];
          const chains = ids.length ? await memory.causes(ids, {}, { signal }) : [];
          return { chains: chains.map(inOrder), context: found.context };
        }),
    }),
  };
}

/**
 * The texts of a chain, from cause to effect.
 * @param {import("./client.js").CausalChains[number]} chain
 */
function inOrder({ direction, steps }) {
  const ordered = direction === "CAUSES" ? [...steps].reverse() : steps;
  return ordered.flatMap((step, place) => (place ? [step.targetText] : [step.sourceText, step.targetText]));
}

/**
 * What a tool answers; a wrong argument in words for the model.
 * @template T
 * @param {() => Promise<T>} work
 * @returns {Promise<T | { error: string }>}
 */
async function told(work) {
  try {
    return await work();
  } catch (error) {
    if (error instanceof InvalidInputError) return { error: error.message };
    throw error;
  }
}
