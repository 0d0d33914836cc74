// Requests to the API: sent, repeated where that is safe, and answered with data or an error.
import { problemCode, type Received, receive, refusal } from './answers.ts'
import { DailiesConnectionError, DailiesTimeoutError } from './errors.ts'
import { version } from './generated/catalogue.ts'
import type { CallOptions, DailiesOptions } from './options.ts'
import type { ApiRequest } from './requests.ts'
import { Tokens } from './tokens.ts'
import { backoffMs, pause, retryAfterSeconds } from './waiting.ts'

/** A longer wait than this is for the caller to decide about. */
const longestWaitMs = 90_000
/** A rate limit is waited out, however often it is met within that time; this bounds servers that ask for no wait. */
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
  /** Whether QUERY gets through; undefined: not known yet. */
  #queryWorks: boolean | undefined

  constructor(options: DailiesOptions) {
    this.baseUrl = baseUrlOf(options.baseUrl)
    const { fetch } = options
    // Browsers insist that it is not called as a method of something else.
    this.fetch = (input, init) => (fetch ?? globalThis.fetch)(input, init)
    this.maxRetries = options.maxRetries ?? 4
    this.retryDelayMs = options.retryDelayMs ?? 500
    this.timeoutMs = options.timeoutMs ?? 60_000
    this.#tokens = new Tokens(options.token)
    this.#headers = { ...agentHeader(options.userAgent), ...options.headers }
  }

  /** The body of success as it came, undefined where there is none. */
  async send(request: ApiRequest, options: CallOptions = {}): Promise<unknown> {
    const received = await this.#settle(request, options)
    const { status, headers, json } = received
    if (status >= 300) throw refusal(received)
    if (status !== 204 && (typeof json !== 'object' || json === null)) throw refusal(received)
    options.onResponse?.({ status, headers })
    return status === 204 ? undefined : json
  }

  /** Headers with the token, for what is not a call of an operation. */
  async authorized(
    headers: Record<string, string>,
  ): Promise<{ headers: Record<string, string>; token?: string }> {
    const token = await this.#tokens.current()
    const common = { ...this.#headers, ...headers }
    if (token !== undefined && !/^[\x21-\x7e]+$/.test(token))
      throw new TypeError(
        'The token is empty, or has characters that no token has. Was it copied as a whole?',
      )
    return token === undefined
      ? { headers: common }
      : { headers: { ...common, Authorization: `Bearer ${token}` }, token }
  }

  /** Whether there is another token to try after this one was refused. */
  async renew(refused: string | undefined): Promise<boolean> {
    return refused !== undefined && (await this.#tokens.renewed(refused)) !== undefined
  }

  /** Attempts, with waits in between, until one counts. */
  async #settle(request: ApiRequest, options: CallOptions): Promise<Received> {
    const { signal, maxRetries = this.maxRetries } = options
    const headers = requestHeaders(request, options)
    const repeatable = this.#isRepeatable(request)
    let lost = false
    let [failed, limited, limitedMs] = [0, 0, 0]
    for (;;) {
      signal?.throwIfAborted()
      const sent = await this.#deliver(request, headers, options)
      // An earlier answer was lost: that it is gone now is what was asked for.
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

  /** One attempt, and at once another where QUERY does not get through or the token is refused. */
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
      // With a token the session of a browser must not matter.
      ...(token === undefined ? {} : { credentials: 'omit' as const }),
      ...(request.body === undefined ? {} : { body: request.body }),
    }
    try {
      const response = await this.fetch(this.baseUrl + request.target, init)
      return { sent: await receive(response), token }
    } catch (error) {
      signal?.throwIfAborted()
      const sent = timeout.aborted
        ? new DailiesTimeoutError(`No answer within ${timeoutMs} ms.`, { cause: error })
        : new DailiesConnectionError(`The connection to ${this.baseUrl} failed.`, { cause: error })
      return { sent, token }
    }
  }

  /** How long to wait before the next attempt; undefined: there must not be one. */
  #waitMs(sent: Sent, attempt: number, repeatable: boolean): number | undefined {
    const jitter = backoffMs(attempt, this.retryDelayMs)
    if (sent instanceof Error) return repeatable || neverSent(sent) ? jitter : undefined
    const asked = retryAfterSeconds(sent.headers.get('Retry-After'))
    const wait = asked === undefined ? jitter : asked * 1000 + jitter
    // Nothing was done, whatever the operation.
    if (sent.status === 429) return wait
    const again = sent.status === 502 || sent.status === 503 || sent.status === 504
    return repeatable && (again || problemCode(sent) === 'idempotency_in_progress') ? wait : undefined
  }

  /** The server keeps the answer of a POST for its key and its caller, and thus not for somebody without a credential. */
  #isRepeatable({ method, info }: ApiRequest): boolean {
    if (method === 'POST') return info.credential !== 'optional' || this.#tokens.given
    return method !== 'PATCH'
  }
}

function baseUrlOf(given: string | undefined): string {
  const url = given ?? (globalThis as { location?: { origin: string } }).location?.origin
  if (url === undefined) throw new TypeError('baseUrl is missing: where is the server?')
  const { protocol, origin, pathname, username, password } = new URL(url)
  if (!/^https?:$/.test(protocol) || username + password !== '')
    throw new TypeError(
      'baseUrl must be an address such as https://dailies.example.com, without a name or password.',
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

/** `crypto.randomUUID` is not there on pages without TLS. */
function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
}

/** Whether a QUERY did not get through, but a POST might. */
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

/** Whether the connection was not even made, as Node tells: nothing can have happened. */
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
