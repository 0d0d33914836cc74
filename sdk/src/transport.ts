// Sends requests to the API, retries them where that is safe, and returns data or throws an error.
import { problemCode, type Received, receive, refusal } from './answers.ts'
import { DailiesConnectionError, DailiesTimeoutError } from './errors.ts'
import { version } from './generated/catalogue.ts'
import type { CallOptions, DailiesOptions } from './options.ts'
import type { ApiRequest } from './requests.ts'
import { Tokens } from './tokens.ts'
import { backoffMs, pause, retryAfterSeconds } from './waiting.ts'

/** For a longer Retry-After the error is thrown: the caller decides whether to wait. */
const longestWaitMs = 90_000
/** Rate limits are waited out and do not count as retries; this bounds servers that send 429 without a wait. */
const mostLimited = 30

type Sent = Received | DailiesConnectionError

export class Transport {
  readonly baseUrl: string
  readonly fetch: typeof globalThis.fetch
  readonly maxRetries: number
  readonly retryDelayMs: number
  readonly timeoutMs: number
  readonly #tokens: Tokens
  readonly #headers: Record<string, string>
  /** Whether QUERY requests reach the server; undefined: not known yet. */
  #queryWorks: boolean | undefined

  constructor(options: DailiesOptions) {
    this.baseUrl = baseUrlOf(options.baseUrl)
    const { fetch } = options
    // Browsers throw when `fetch` is called as a method of another object.
    this.fetch = (input, init) => (fetch ?? globalThis.fetch)(input, init)
    this.maxRetries = options.maxRetries ?? 4
    this.retryDelayMs = options.retryDelayMs ?? 500
    this.timeoutMs = options.timeoutMs ?? 60_000
    this.#tokens = new Tokens(options.token)
    this.#headers = { ...agentHeader(options.userAgent), ...options.headers }
  }

  /** The body of a successful response, unparsed; undefined without a body. */
  async send(request: ApiRequest, options: CallOptions = {}): Promise<unknown> {
    const received = await this.#settle(request, options)
    const { status, headers, json } = received
    if (status >= 300) throw refusal(received)
    if (status !== 204 && (typeof json !== 'object' || json === null)) throw refusal(received)
    options.onResponse?.({ status, headers })
    return status === 204 ? undefined : json
  }

  /** Headers with the token, for requests that are not operations. */
  async authorized(
    headers: Record<string, string>,
  ): Promise<{ headers: Record<string, string>; token?: string }> {
    const token = await this.#tokens.current()
    const common = { ...this.#headers, ...headers }
    if (token !== undefined && !/^[\x21-\x7e]+$/.test(token))
      throw new TypeError(
        'The token is empty or contains invalid characters. Check that it was copied completely.',
      )
    return token === undefined
      ? { headers: common }
      : { headers: { ...common, Authorization: `Bearer ${token}` }, token }
  }

  /** Whether another token is available after this one was rejected. */
  async renew(refused: string | undefined): Promise<boolean> {
    return refused !== undefined && (await this.#tokens.renewed(refused)) !== undefined
  }

  /** Retries, with waits in between, until a response is final. */
  async #settle(request: ApiRequest, options: CallOptions): Promise<Received> {
    const { signal, maxRetries = this.maxRetries } = options
    const headers = requestHeaders(request, options)
    const repeatable = this.#isRepeatable(request)
    let lost = false
    let [failed, limited, limitedMs] = [0, 0, 0]
    for (;;) {
      signal?.throwIfAborted()
      const sent = await this.#deliver(request, headers, options)
      // The response to an earlier attempt was lost; a DELETE that finds nothing has succeeded.
      if (lost && request.method === 'DELETE' && isNotFound(sent)) return { ...sent, status: 204 }
      const wait = this.#waitMs(sent, failed, repeatable)
      if (wait === undefined || wait > longestWaitMs || maxRetries === 0) return unwrap(sent)
      if (!(sent instanceof Error) && sent.status === 429) {
        limitedMs += wait
        if (++limited > mostLimited || limitedMs > longestWaitMs) return unwrap(sent)
      } else if (++failed > maxRetries) return unwrap(sent)
      lost ||= sent instanceof Error || sent.status === 502 || sent.status === 504
      await pause(wait, signal)
    }
  }

  /** One attempt, with an immediate second one when QUERY is blocked or the token is rejected. */
  async #deliver(request: ApiRequest, headers: Record<string, string>, options: CallOptions): Promise<Sent> {
    const isQuery = request.method === 'QUERY'
    let override = isQuery && this.#queryWorks === false
    let { sent, token } = await this.#attempt(request, headers, override, options)
    if (isQuery && !override && refusesQuery(sent, this.#queryWorks)) {
      override = true
      ;({ sent, token } = await this.#attempt(request, headers, override, options))
    }
    if (isQuery && isOurs(sent)) this.#queryWorks = !override
    const refused = !(sent instanceof Error) && sent.status === 401
    if (!refused || !(await this.renew(token))) return sent
    return (await this.#attempt(request, headers, override, options)).sent
  }

  async #attempt(
    request: ApiRequest,
    fixed: Record<string, string>,
    override: boolean,
    options: CallOptions,
  ) {
    const { headers, token } = await this.authorized(fixed)
    const { signal, timeoutMs = this.timeoutMs } = options
    const timeout = AbortSignal.timeout(timeoutMs)
    const method = override ? 'POST' : request.method
    if (override) headers['X-HTTP-Method-Override'] = 'QUERY'
    const init: RequestInit = {
      method,
      headers,
      redirect: 'manual',
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      // With a token, the session cookie of the browser must not be sent.
      ...(token === undefined ? {} : { credentials: 'omit' as const }),
      ...(request.body === undefined ? {} : { body: request.body }),
    }
    try {
      const response = await this.fetch(this.baseUrl + request.target, init)
      return { sent: await receive(response), token }
    } catch (error) {
      signal?.throwIfAborted()
      const sent = timeout.aborted
        ? new DailiesTimeoutError(`No response within ${timeoutMs} ms.`, { cause: error })
        : new DailiesConnectionError(`The connection to ${this.baseUrl} failed.`, { cause: error })
      return { sent, token }
    }
  }

  /** The wait before the next attempt; undefined: do not retry. */
  #waitMs(sent: Sent, attempt: number, repeatable: boolean): number | undefined {
    const jitter = backoffMs(attempt, this.retryDelayMs)
    if (sent instanceof Error) return repeatable || neverSent(sent) ? jitter : undefined
    const asked = retryAfterSeconds(sent.headers.get('Retry-After'))
    const wait = asked === undefined ? jitter : asked * 1000 + jitter
    // The server did nothing, whatever the operation.
    if (sent.status === 429) return wait
    const again = sent.status === 502 || sent.status === 503 || sent.status === 504
    return repeatable && (again || problemCode(sent) === 'idempotency_in_progress') ? wait : undefined
  }

  /** The server stores the response of a POST by key and caller, so a POST without a credential cannot be repeated safely. */
  #isRepeatable({ method, info }: ApiRequest): boolean {
    if (method === 'POST') return info.credential !== 'optional' || this.#tokens.given
    return method !== 'PATCH'
  }
}

function baseUrlOf(given: string | undefined): string {
  const url = given ?? (globalThis as { location?: { origin: string } }).location?.origin
  if (url === undefined) throw new TypeError('baseUrl is required: pass the address of the server.')
  const { protocol, origin, pathname, username, password } = new URL(url)
  if (!/^https?:$/.test(protocol) || username + password !== '')
    throw new TypeError(
      'baseUrl must be a URL such as https://dailies.example.com, without a user name or password.',
    )
  return (origin + pathname).replace(/\/+$/, '')
}

function agentHeader(program: string | undefined): Record<string, string> {
  if ('document' in globalThis) return {}
  return { 'User-Agent': `${program === undefined ? '' : `${program} `}dailies-sdk/${version}` }
}

function requestHeaders({ method, body }: ApiRequest, options: CallOptions): Record<string, string> {
  const headers: Record<string, string> = { Accept: 'application/json' }
  if (typeof body === 'string') headers['Content-Type'] = 'application/json'
  else if (body !== undefined) headers['Content-Type'] = body.type || 'application/octet-stream'
  if (method === 'POST') headers['Idempotency-Key'] = options.idempotencyKey ?? newKey()
  if (options.ifMatch !== undefined) headers['If-Match'] = options.ifMatch
  return headers
}

/** `crypto.randomUUID` is missing on pages without TLS. */
function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
}

/** Whether a proxy blocked the QUERY method, so that a POST may succeed. */
function refusesQuery(sent: Sent, works: boolean | undefined): boolean {
  if (sent instanceof DailiesTimeoutError) return false
  if (sent instanceof Error) return works === undefined && !neverSent(sent)
  return [400, 403, 405, 501].includes(sent.status) && problemCode(sent) === undefined
}

function isOurs(sent: Sent): boolean {
  return !(sent instanceof Error) && (sent.status < 300 || problemCode(sent) !== undefined)
}

function isNotFound(sent: Sent): sent is Received {
  return !(sent instanceof Error) && problemCode(sent) === 'not_found'
}

/** Whether the connection was never established (as Node reports it), so the server received nothing. */
function neverSent({ cause }: DailiesConnectionError): boolean {
  const code = (cause as { cause?: { code?: string } } | undefined)?.cause?.code
  return (
    code !== undefined && ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT'].includes(code)
  )
}

function unwrap(sent: Sent): Received {
  if (sent instanceof Error) throw sent
  return sent
}
