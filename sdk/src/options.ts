// What the client and its calls can be told.

/** Gives a token; after a 401 it is asked once more and told which token was refused. */
export type TokenSource = (refused?: string) => string | Promise<string>

export interface DailiesOptions {
  /** Where the server is, as in `https://dailies.example.com`. In a browser it can be left out: the page's own server. */
  baseUrl?: string | undefined
  /** An API key or an OAuth access token, or what gives one. Without it a browser sends its session cookie. */
  token?: string | TokenSource | undefined
  /** Instead of the global `fetch`. */
  fetch?: typeof globalThis.fetch | undefined
  /** How often a request is repeated that can be repeated safely. Default: 4. */
  maxRetries?: number | undefined
  /** The most that is waited before the first repetition, doubled for each one after it. Default: 500. */
  retryDelayMs?: number | undefined
  /** How long one attempt may take. Default: 60,000. */
  timeoutMs?: number | undefined
  /** What the program calls itself, before the name of the SDK. Not sent by browsers. */
  userAgent?: string | undefined
  /** Headers for every request to the API. */
  headers?: Record<string, string> | undefined
}

export interface CallOptions {
  /** Ends the call, and the waiting before a repetition, with the signal's reason. */
  signal?: AbortSignal | undefined
  /** For a POST: two calls with the same key do something once. By default every call has a key of its own. */
  idempotencyKey?: string | undefined
  /** The ETag that was read: a change is made only if the record is still the same, else 412. */
  ifMatch?: string | undefined
  timeoutMs?: number | undefined
  maxRetries?: number | undefined
  /** Is shown status and headers of the answer that counts, such as `ETag` and `RateLimit`. */
  onResponse?: ((response: { status: number; headers: Headers }) => void) | undefined
}
