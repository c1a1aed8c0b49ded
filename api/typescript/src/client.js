/** The verbs of a memory over HTTP. Every method raises the errors of `errors.js`. */

import { errorOf } from "./errors.js";
import * as operations from "./operations.js";
import { Transport } from "./transport.js";

/** @typedef {import("./transport.js").ClientOptions} ClientOptions */
/** @typedef {import("./transport.js").RequestOptions} RequestOptions */

/**
 * What a field answers when nothing is wrong.
 * @template T
 * @typedef {Exclude<T, { __typename: "InvalidInput" | "NotFound" }>} Success
 */

/** @typedef {Success<operations.ObserveResult["observe"]>} Observation */
/** @typedef {Success<operations.RecallResult["recall"]>} Recollection */
/** @typedef {Success<operations.ActivateResult["activate"]>} Activation */
/** @typedef {Success<operations.ForgetResult["forget"]>} Forgotten */
/** @typedef {Success<operations.ShowResult["memory"]>} MemoryDetail */
/** @typedef {Success<operations.EntityProfileResult["entityProfile"]>} EntityAsOf */
/** @typedef {Success<operations.CausesResult["causalChain"]>["chains"]} CausalChains */
/** @typedef {Success<operations.RecordOutcomeResult["recordOutcome"]>} RecordedOutcome */

/** @typedef {Omit<operations.MessageInput, "text">} MessageOptions */
/** @typedef {Omit<operations.StatementInput, "text">} StatementOptions */
/** @typedef {Omit<operations.RecallVariables, "query">} RecallOptions */
/** @typedef {Omit<operations.RecallForVariables, "messages">} RecallForOptions */
/** @typedef {Omit<operations.EntityProfileVariables, "name">} ProfileOptions */
/** @typedef {Omit<operations.CausesVariables, "ids">} CausesOptions */

export class GraphMem {
  /** @type {Transport} */ #transport;

  /** @param {ClientOptions} options */
  constructor(options) {
    this.#transport = new Transport(options);
  }

  /**
   * File one message word for word and remember what it states.
   * @param {string} text At most 200,000 characters.
   * @param {MessageOptions & { dryRun?: boolean }} [options] With `dryRun` nothing is written.
   * @param {RequestOptions} [how]
   * @returns {Promise<Observation>}
   */
  async observe(text, { dryRun = false, ...message } = {}, how) {
    const data = await this.request(operations.Observe, { input: { text, ...message }, dryRun }, how);
    return succeeded(data.observe);
  }

  /**
   * File one message of a session at once; the server reads it in the background.
   * @param {string} text
   * @param {MessageOptions & { session: string }} options
   * @param {RequestOptions} [how]
   * @returns {Promise<Observation>}
   */
  async say(text, options, how) {
    return succeeded((await this.request(operations.Say, { input: { text, ...options } }, how)).say);
  }

  /**
   * Remember a statement on purpose. With `role: "TOOL"` it is what an agent learns by itself.
   * @param {string} text
   * @param {StatementOptions} [options]
   * @param {RequestOptions} [how]
   * @returns {Promise<Observation>}
   */
  async learn(text, options = {}, how) {
    return succeeded((await this.request(operations.Learn, { input: { text, ...options } }, how)).learn);
  }

  /**
   * Start a session, or go on with one; the id for `say` and `recall`.
   * @param {operations.StartSessionVariables} [options]
   * @param {RequestOptions} [how]
   * @returns {Promise<string>}
   */
  async startSession(options = {}, how) {
    return succeeded((await this.request(operations.StartSession, options, how)).startSession).id;
  }

  /**
   * The memories and turns that answer a question best. `context` is the block for a prompt.
   * @param {string} query
   * @param {RecallOptions} [options]
   * @param {RequestOptions} [how]
   * @returns {Promise<Recollection>}
   */
  async recall(query, options = {}, how) {
    return succeeded((await this.request(operations.Recall, { query, ...options }, how)).recall);
  }

  /**
   * What memory has for the turn that an agent is about to write.
   * @param {readonly operations.TalkInput[]} messages The last messages in their order, 1 to 100.
   * @param {RecallForOptions} [options]
   * @param {RequestOptions} [how]
   * @returns {Promise<Recollection>}
   */
  async recallFor(messages, options = {}, how) {
    return succeeded((await this.request(operations.RecallFor, { messages, ...options }, how)).recallFor);
  }

  /**
   * The standing context at the start of work. `text` is the block for a prompt.
   * @param {operations.ActivateVariables} [options]
   * @param {RequestOptions} [how]
   * @returns {Promise<Activation>}
   */
  async activate(options = {}, how) {
    return succeeded((await this.request(operations.Activate, options, how)).activate);
  }

  /**
   * Forget a memory with what says the same.
   * @param {string} id
   * @param {RequestOptions} [how]
   * @returns {Promise<Forgotten>}
   */
  async forget(id, how) {
    return succeeded((await this.request(operations.Forget, { id }, how)).forget);
  }

  /**
   * One memory with the turns that say it.
   * @param {string} id The whole id, or its start.
   * @param {RequestOptions} [how]
   * @returns {Promise<MemoryDetail>}
   */
  async show(id, how) {
    return succeeded((await this.request(operations.Show, { id }, how)).memory);
  }

  /**
   * Somebody or something by name, with the facts and memories that hold.
   * @param {string} name An address like entity://person/ayse, a name or another spelling.
   * @param {ProfileOptions} [options]
   * @param {RequestOptions} [how]
   * @returns {Promise<EntityAsOf>}
   */
  async entityProfile(name, options = {}, how) {
    return succeeded((await this.request(operations.EntityProfile, { name, ...options }, how)).entityProfile);
  }

  /**
   * What led to memories, and what they led to.
   * @param {readonly string[]} ids
   * @param {CausesOptions} [options]
   * @param {RequestOptions} [how]
   * @returns {Promise<CausalChains>}
   */
  async causes(ids, options = {}, how) {
    return succeeded((await this.request(operations.Causes, { ids, ...options }, how)).causalChain).chains;
  }

  /**
   * Tell whether memories or a block helped.
   * @param {boolean} success
   * @param {Omit<operations.RecordOutcomeVariables, "success">} about Ids of memories, or the `blockId` of a recall.
   * @param {RequestOptions} [how]
   * @returns {Promise<RecordedOutcome>}
   */
  async recordOutcome(success, about, how) {
    return succeeded((await this.request(operations.RecordOutcome, { success, ...about }, how)).recordOutcome);
  }

  /**
   * Send any other document of the schema; its data. Problems that it answers as data are not raised.
   * @template Result, Variables
   * @param {import("./operations.js").Document<Result, Variables>} document
   * @param {Variables} variables
   * @param {RequestOptions} [how]
   * @returns {Promise<Result>}
   */
  request(document, variables, how) {
    return this.#transport.request(document, variables, how);
  }
}

/**
 * The answer, if it is no problem.
 * @template {{ __typename: string }} T
 * @param {T} answer
 * @returns {Success<T>}
 */
function succeeded(answer) {
  if (answer.__typename === "InvalidInput" || answer.__typename === "NotFound") {
    throw errorOf(/** @type {any} */ (answer));
  }
  return /** @type {Success<T>} */ (answer);
}
