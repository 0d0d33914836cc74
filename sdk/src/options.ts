// The options of the client and of calls.

/** Returns a token. After a 401 it is called again with the rejected token. */
export type TokenSource = (refused?: string) => string | Promise<string>

export interface DailiesOptions {
  /** The address of the server, such as `https://dailies.example.com`. Default in a browser: the server of the page. */
  baseUrl?: string | undefined
  /** An API key, an OAuth access token, or a function that returns one. Without it a browser sends its session cookie. */
  token?: string | TokenSource | undefined
  /** Replaces the global `fetch`. */
  fetch?: typeof globalThis.fetch | undefined
  /** The number of retries of a request that can be repeated safely. Default: 4. */
  maxRetries?: number | undefined
  /** The maximum wait before the first retry, doubled for each further one. Default: 500. */
  retryDelayMs?: number | undefined
  /** The time limit of one attempt. Default: 60,000. */
  timeoutMs?: number | undefined
  /** The name of your program, sent in `User-Agent` before the name of the SDK. Browsers do not send it. */
  userAgent?: string | undefined
  /** Additional headers for every request to the API. */
  headers?: Record<string, string> | undefined
}

export interface CallOptions {
  /** Aborts the call, and the wait before a retry, with the reason of the signal. */
  signal?: AbortSignal | undefined
  /** For a POST: two calls with the same key take effect once. Default: a new key for every call. */
  idempotencyKey?: string | undefined
  /** The ETag of the record: the change fails with 412 when the record has changed since. */
  ifMatch?: string | undefined
  timeoutMs?: number | undefined
  maxRetries?: number | undefined
  /** Receives the status and headers of the final response, such as `ETag` and `RateLimit`. */
  onResponse?: ((response: { status: number; headers: Headers }) => void) | undefined
}
