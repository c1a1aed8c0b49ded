// Uses each verb of the TypeScript client against the server at ADDRESS, and prints what came back.
const { GraphMem, ...errors } = await import(process.env.CLIENT);
const { ADDRESS: url, KEY: key } = process.env;
const memory = new GraphMem({ url, key, timeoutMs: 200_000 });

/** The error that work ends with. */
async function raised(work) {
  try {
    await work();
  } catch (error) {
    const classes = Object.entries(errors).filter(([, one]) => error instanceof one);
    return { name: error.name, code: error.code, field: error.field, classes: classes.map(([name]) => name) };
  }
  return null;
}

const tried = await memory.observe("Zeynep likes tea.", { speaker: "Zeynep", dryRun: true });
const seen = await memory.observe("Zeynep moved to Trabzon and works as a pilot.", { speaker: "Zeynep" });
const session = await memory.startSession({ agent: "scribe" });
const said = await memory.say("Good morning to all of you.", { session, speaker: "Zeynep" });
await memory.learn("The release is late because the build broke.");
const learnt = await memory.learn("The gateway reports every ten minutes.", { role: "TOOL", speaker: "scribe" });
const detail = await memory.show(learnt.statements[0].memory);
const found = await memory.recall("Where does Zeynep live?", { limit: 3 });
const next = await memory.recallFor([{ role: "user", text: "Where does Zeynep live?" }], { limit: 3 });
const active = await memory.activate({ task: "write a letter", budget: 300 });
const profile = await memory.entityProfile("Zeynep");
const chains = await memory.causes(found.memories.map((one) => one.memory.id));
const outcome = await memory.recordOutcome(true, { ids: [found.memories[0].memory.id] });
const forgotten = await memory.forget(learnt.statements[0].memory);
const direct = await memory.request("{ viewer { owner } }", {});

const never = () => new Promise((_, reject) => setTimeout(reject, 3_600_000).unref());
const hangs = (_url, { signal }) =>
  Promise.race([never(), new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)))]);
const slow = new GraphMem({ url, key, fetch: hangs });
const keeps = setInterval(() => {}, 1_000); // the timer of AbortSignal.timeout lets Node end
const failures = {
  wrong: await raised(() => memory.recall("x", { limit: 1000 })),
  missing: await raised(() => memory.forget("0123456789abcdef0123456789abcdef")),
  stranger: await raised(() => new GraphMem({ url, key: "gm_none_none" }).recall("x")),
  reader: await raised(() => new GraphMem({ url, key: process.env.READER }).learn("Ada likes tea.")),
  syntax: await raised(() => memory.request("{ nothing }", {})),
  nobody: await raised(() => new GraphMem({ url: "http://127.0.0.1:9", key }).recall("x")),
  elsewhere: await raised(() => new GraphMem({ url: `${url}/nowhere/`, key }).recall("x")),
  late: await raised(() => slow.recall("x", {}, { timeoutMs: 20 })),
  aborted: await raised(() => slow.recall("x", {}, { signal: AbortSignal.timeout(20) })),
  before: await raised(() => memory.recall("x", {}, { signal: AbortSignal.abort() })),
};
clearInterval(keeps);

const answers = { tried, seen, said, learnt, detail, found, next, active, profile, chains, outcome, forgotten, direct };
console.log(JSON.stringify({ ...answers, failures }));
