// Has the Vercel AI SDK call the client's tools, asked for by a model that is told what to say; prints what they answered.
import { generateText, isStepCount } from "ai";
import { MockLanguageModelV4 } from "ai/test";
import { tools } from "./src/ai.js";
import { GraphMem } from "./src/index.js";

const memory = new GraphMem({ url: process.env.ADDRESS, key: process.env.KEY, timeoutMs: 200_000 });
const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};

/** What a tool answers when a model calls it, and what the model is then shown. */
async function called(toolName, input) {
  const prompts = [];
  const model = new MockLanguageModelV4({
    doGenerate: async ({ prompt, tools: offered }) => {
      prompts.push({ prompt, offered: offered.map((one) => one.name) });
      const asks = prompts.length === 1;
      const content = asks
        ? [{ type: "tool-call", toolCallId: "1", toolName, input: JSON.stringify(input) }]
        : [{ type: "text", text: "Good to know." }];
      const unified = asks ? "tool-calls" : "stop";
      return { content, finishReason: { unified, raw: undefined }, usage, warnings: [] };
    },
  });
  const made = { model, tools: tools(memory, { agent: "scribe" }), prompt: "Go on.", stopWhen: isStepCount(2) };
  const { text, steps } = await generateText(made);
  const [result] = steps[0].toolResults;
  return { text, output: result?.output, offered: prompts[0].offered, shown: JSON.stringify(prompts[1].prompt) };
}

const person = await memory.observe("My sister Zeynep moved to Bergen because she found work at the harbour.", {});
const learn = await called("learn", { text: "Ada decided on 2026-05-08 that the harbour gateway stays in Bergen." });
const id = learn.output.memories[0].id;
const { memory: learnt } = await memory.show(id);
const answers = {
  learn,
  source: learnt.dataSource,
  recall: await called("recall", { query: "Where does the harbour gateway stay?" }),
  profile: await called("profile", { name: "Zeynep" }),
  unknown: await called("profile", { name: "Nobody Whatever" }),
  why: await called("why", { query: "Why did Zeynep move to Bergen?" }),
  refused: await called("forget", { id: person.statements[0].memory }),
  forget: await called("forget", { id }),
};
console.log(JSON.stringify(answers));
