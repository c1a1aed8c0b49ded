/** One GraphQL request over `fetch`, with the key in a header, a limit of time and typed errors. */

import { ConnectionError, errorOf, GraphMemError, RequestTimeoutError, ServerError } from "./errors.js";

/**
 * Where the server is and how it is asked.
 * @typedef {object} ClientOptions
 * @property {string} [url] Address of `graphmem serve`; http://127.0.0.1:8000 when missing.
 * @property {string} key A key of `graphmem keys add`. It goes into the `Authorization` header and nowhere else.
 * @property {number} [timeoutMs] Milliseconds that one request may take; 30,000 when missing.
 * @property {typeof globalThis.fetch} [fetch] What sends a request; the global `fetch` when missing.
 */

/**
 * How one request is sent.
 * @typedef {object} RequestOptions
 * @property {AbortSignal | undefined} [signal] Ends the request; its reason is raised.
 * @property {number | undefined} [timeoutMs] Milliseconds, in the place of the client's.
 */

/**
 * @template Result
 * @template Variables
 * @typedef {import("./operations.js").Document<Result, Variables>} Document
 */

/**
 * @typedef {object} Answer
 * @property {Record<string, unknown> | null} [data]
 * @property {Array<{ message: string, extensions?: Record<string, string> }>} [errors]
 */

export class Transport {
  /** @type {URL} */ #url;
  /** @type {string} */ #key;
  /** @type {number} */ #timeoutMs;
  /** @type {typeof globalThis.fetch} */ #fetch;

  /** @param {ClientOptions} options */
  constructor({ url = "http://127.0.0.1:8000", key, timeoutMs = 30_000, fetch = globalThis.fetch }) {
    this.#url = new URL("graphql", url.endsWith("/") ? url : `${url}/`);
    this.#key = key;
    this.#timeoutMs = timeoutMs;
    this.#fetch = fetch;
  }

  /**
   * The data of an answer without errors.
   * @template Result, Variables
   * @param {Document<Result, Variables>} document
   * @param {Variables} variables
   * @param {RequestOptions} [options]
   * @returns {Promise<Result>}
   */
  async request(document, variables, { signal, timeoutMs = this.#timeoutMs } = {}) {
    signal?.throwIfAborted();
    const limit = AbortSignal.timeout(timeoutMs);
    const either = signal ? AbortSignal.any([signal, limit]) : limit;
    const body = JSON.stringify({ query: document, variables });
    try {
      const response = await this.#fetch(this.#url, { method: "POST", headers: this.#headers(), body, signal: either });
      return /** @type {Result} */ (dataOf(response, await response.text()));
    } catch (error) {
      if (error instanceof GraphMemError) throw error;
      signal?.throwIfAborted();
      throw this.#unanswered(error, limit.aborted, timeoutMs);
    }
  }

  #headers() {
    return {
      authorization: `Bearer ${this.#key}`,
      "content-type": "application/json",
      accept: "application/graphql-response+json, application/json",
    };
  }

  /**
   * @param {unknown} cause
   * @param {boolean} late
   * @param {number} timeoutMs
   */
  #unanswered(cause, late, timeoutMs) {
    if (late) {
      const message = `No answer came from ${this.#url.origin} within ${timeoutMs} ms.`;
      return new RequestTimeoutError({ code: "TIMEOUT", message, remedy: "Give a longer timeoutMs.", cause });
    }
    const message = `Nobody answers at ${this.#url.origin}.`;
    return new ConnectionError({ code: "UNREACHABLE", message, remedy: "Start `graphmem serve`.", cause });
  }
}

/**
 * @param {Response} response
 * @param {string} text
 */
function dataOf(response, text) {
  const answer = parsed(text);
  const first = answer?.errors?.[0];
  if (first && response.status !== 404) {
    const { code = "SERVER", ...extensions } = first.extensions ?? {};
    const retryAfter = Number(response.headers.get("retry-after")) || undefined;
    throw errorOf({ ...extensions, code, message: first.message, status: response.status, retryAfter });
  }
  if (!answer?.data) {
    const message = `The server answered with status ${response.status} and no data.`;
    throw new ServerError({ code: "NO_DATA", message, remedy: "Check the address.", status: response.status });
  }
  return answer.data;
}

/**
 * @param {string} text
 * @returns {Answer | undefined}
 */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // a proxy's page
  }
}
