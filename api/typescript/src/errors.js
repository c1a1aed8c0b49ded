/**
 * Every error that the client raises on purpose, one tree:
 *
 *     GraphMemError
 *     ├── InvalidInputError     a value of the request is wrong; `field` names it
 *     │   └── NotFoundError     nothing of that name belongs to the owner
 *     ├── AuthenticationError   no key, or one that nobody issued
 *     ├── ForbiddenError        the key lacks the scope
 *     ├── RateLimitedError      the key asked too much; `retryAfter` are seconds
 *     ├── ServerError           the server failed; its log has the error under `id`
 *     ├── ConnectionError       nobody answers at the address
 *     └── RequestTimeoutError   no answer came in time
 *
 * An abort by your own signal is raised as the reason of that signal.
 */

/**
 * What is known of a failure.
 * @typedef {object} Failure
 * @property {string} code Stable and machine-readable, for example INVALID_INPUT.
 * @property {string} message One sentence with the value that was wrong.
 * @property {string | undefined} [remedy] One sentence with what to do.
 * @property {string | undefined} [field] The argument it is about.
 * @property {string | undefined} [id] By which the server's log has it.
 * @property {number | undefined} [status] Of the HTTP answer.
 * @property {number | undefined} [retryAfter] Seconds to wait.
 * @property {unknown} [cause] The error below.
 */

export class GraphMemError extends Error {
  /** @param {Failure} failure */
  constructor(failure) {
    super([failure.message, failure.remedy].filter(Boolean).join(" "), { cause: failure.cause });
    this.name = new.target.name;
    this.code = failure.code;
    this.remedy = failure.remedy ?? "";
    this.status = failure.status;
  }
}

export class InvalidInputError extends GraphMemError {
  /** @param {Failure} failure */
  constructor(failure) {
    super(failure);
    this.field = failure.field ?? "";
  }
}

export class NotFoundError extends InvalidInputError {}

export class AuthenticationError extends GraphMemError {}

export class ForbiddenError extends GraphMemError {}

export class RateLimitedError extends GraphMemError {
  /** @param {Failure} failure */
  constructor(failure) {
    super(failure);
    this.retryAfter = failure.retryAfter ?? 1;
  }
}

export class ServerError extends GraphMemError {
  /** @param {Failure} failure */
  constructor(failure) {
    super(failure);
    this.id = failure.id;
  }
}

export class ConnectionError extends GraphMemError {}

export class RequestTimeoutError extends GraphMemError {}

const CLASSES = {
  INVALID_INPUT: InvalidInputError,
  NOT_FOUND: NotFoundError,
  UNAUTHENTICATED: AuthenticationError,
  FORBIDDEN: ForbiddenError,
  RATE_LIMITED: RateLimitedError,
};

/**
 * The error of the class that the code names. An unknown code with a field is a wrong value, any other the server's.
 * @param {Failure} failure
 * @returns {GraphMemError}
 */
export function errorOf(failure) {
  const known = Object.hasOwn(CLASSES, failure.code) ? CLASSES[/** @type {keyof typeof CLASSES} */ (failure.code)] : undefined;
  return new (known ?? (failure.field ? InvalidInputError : ServerError))(failure);
}
