// Sends one request to an untrusted receiver: limited in time and size, without redirects, and only to addresses that were
// checked. Every result, failures included, is an outcome.
import {
  type ClientRequest,
  Agent as HttpAgent,
  type IncomingMessage,
  request as requestHttp,
} from 'node:http'
import { Agent as HttpsAgent, request as requestHttps } from 'node:https'
import { type StartDeadline, startDeadline as startRealDeadline } from '../../core/deadline.ts'
import {
  createPublicLookup,
  createPublicResolve,
  isAllowedHost,
  notPublicCode,
  type Resolve,
} from '../../core/public-network.ts'
import { notPublicName, refusal } from './address.ts'

export type Outcome = {
  startedAt: Date
  durationMs: number
  /** The status of the answer; null without an answer. */
  status: number | null
  /** Why there is no complete or usable answer. */
  error: string | null
  /** The beginning of the answer. */
  response: string | null
  retryAfterSeconds: number | null
  /** Whether the shutdown of this server cut the request off. */
  cut: boolean
}

export type SenderOptions = {
  /** Private hosts that webhooks may reach. */
  hosts: readonly string[]
  /** The time limit from the start of the connection to the end of the answer. */
  timeoutMs: number
  /** Replaces the time limit. */
  startDeadline?: StartDeadline | undefined
  resolve?: Resolve
}

export type Sender = {
  post(url: string, headers: Record<string, string>, body: Buffer): Promise<Outcome>
  /** Cuts off the current requests. */
  cut(): void
  close(): void
}

/** The number of bytes of an answer that are logged, and the maximum that is read. */
const loggedBytes = 4_096
const maxBytes = 65_536
/** Close idle connections before most servers do: a request must not use a connection that is being closed. */
const agentOptions = { keepAlive: true, timeout: 4_000 }

type Agents = { http: HttpAgent; https: HttpsAgent }

export function createSender({
  hosts,
  timeoutMs,
  startDeadline = startRealDeadline,
  resolve = createPublicResolve(),
}: SenderOptions): Sender {
  // The address of a connection is checked when it is opened, so connections with and without the check are never
  // mixed.
  const anywhere: Agents = { http: new HttpAgent(agentOptions), https: new HttpsAgent(agentOptions) }
  const guardedOptions = { ...agentOptions, lookup: createPublicLookup(resolve) }
  const guarded: Agents = { http: new HttpAgent(guardedOptions), https: new HttpsAgent(guardedOptions) }
  const underWay = new Set<() => void>()

  async function post(text: string, headers: Record<string, string>, body: Buffer): Promise<Outcome> {
    const url = new URL(text)
    const refused = refusal(url, hosts)
    if (refused !== undefined) return unsent(refused)
    const exchange = new Exchange()
    const cut = () => exchange.end('Aborted: this server was shutting down.', true)
    const deadline = startDeadline(timeoutMs)
    deadline.signal.addEventListener('abort', () => exchange.end(exchange.lateness(timeoutMs)))
    underWay.add(cut)
    try {
      exchange.start(url, headers, body, isAllowedHost(url, hosts) ? anywhere : guarded)
      return await exchange.ended
    } finally {
      deadline.clear()
      underWay.delete(cut)
    }
  }

  return {
    post,
    cut: () => {
      for (const cut of underWay) cut()
    },
    close: () => {
      for (const { http, https } of [anywhere, guarded]) {
        http.destroy()
        https.destroy()
      }
    },
  }
}

/** A request and its answer. */
class Exchange {
  readonly #startedAt = new Date()
  readonly #started = performance.now()
  readonly #ended = Promise.withResolvers<Outcome>()
  readonly #kept: Buffer[] = []
  #request: ClientRequest | undefined
  #answer: IncomingMessage | undefined
  #bytes = 0
  #over = false

  get ended(): Promise<Outcome> {
    return this.#ended.promise
  }

  start(url: URL, headers: Record<string, string>, body: Buffer, agents: Agents): void {
    const secure = url.protocol === 'https:'
    const agent = secure ? agents.https : agents.http
    const send = secure ? requestHttps : requestHttp
    const request = send(url, { method: 'POST', agent, headers })
    this.#request = request
    request.on('response', (answer) => this.#read(answer))
    request.on('error', (error: NodeJS.ErrnoException) => {
      // The receiver closed an idle connection just as it was reused: neither side has failed, so retry.
      const stale = request.reusedSocket && (error.code === 'ECONNRESET' || error.code === 'EPIPE')
      if (stale && !this.#answer && !this.#over) this.start(url, headers, body, agents)
      else this.end(reason(error, url.hostname))
    })
    // An answer that switches protocols causes neither a response event nor an error.
    request.on('close', () => {
      if (this.#request === request && !this.#answer) this.end('The connection was closed.')
    })
    request.end(body)
  }

  #read(answer: IncomingMessage): void {
    this.#answer = answer
    answer.on('data', (chunk: Buffer) => {
      if (this.#bytes < loggedBytes) this.#kept.push(chunk.subarray(0, loggedBytes - this.#bytes))
      this.#bytes += chunk.length
      if (this.#bytes > maxBytes) this.end(null)
    })
    answer.on('end', () => this.end(null))
    answer.on('error', () => this.end('The answer was incomplete.'))
  }

  lateness(timeoutMs: number): string {
    const time = `${timeoutMs / 1000} s`
    return this.#answer
      ? `The answer was not complete within ${time}.`
      : `There was no answer within ${time}.`
  }

  /** Only the first call counts. */
  end(error: string | null, cut = false): void {
    this.#over = true
    this.#ended.resolve(this.outcome(error ?? redirection(this.#answer), cut))
    // A connection whose answer was read to the end returns to the agent.
    if (!this.#answer?.complete) this.#request?.destroy()
  }

  outcome(error: string | null, cut = false): Outcome {
    const status = this.#answer?.statusCode ?? null
    return {
      startedAt: this.#startedAt,
      durationMs: Math.round(performance.now() - this.#started),
      status,
      error,
      response: this.#answer ? excerpt(this.#kept) : null,
      retryAfterSeconds: secondsOf(this.#answer?.headers['retry-after']),
      // An answer with a status counts, even when it was cut off.
      cut: cut && status === null,
    }
  }
}

/** The outcome of an attempt that sent no request. */
export function unsent(error: string): Outcome {
  return new Exchange().outcome(error)
}

/** Postgres cannot store NUL characters. */
function excerpt(chunks: Buffer[]): string {
  return Buffer.concat(chunks).toString('utf8').replaceAll('\0', '\ufffd')
}

function redirection(answer: IncomingMessage | undefined): string | null {
  const { statusCode = 0, headers } = answer ?? {}
  if (statusCode < 300 || statusCode >= 400) return null
  const target = headers?.location === undefined ? '' : ` It leads to ${headers.location.slice(0, 200)}`
  return `Redirects are not followed.${target}`
}

/** Retry-After is a number of seconds, or a date. */
function secondsOf(text: string | undefined): number | null {
  if (text === undefined) return null
  if (/^\d{1,9}$/.test(text)) return Number(text)
  const seconds = (Date.parse(text) - Date.now()) / 1000
  return Number.isNaN(seconds) ? null : Math.max(0, seconds)
}

const reasons: Record<string, string> = {
  ECONNREFUSED: 'The connection was refused',
  ECONNRESET: 'The connection was reset',
  EPIPE: 'The connection was reset',
  ENOTFOUND: 'The name is unknown',
  ENODATA: 'The name has no address',
  ETIMEOUT: 'The name could not be looked up',
  ESERVFAIL: 'The name could not be looked up',
  EREFUSED: 'The name could not be looked up',
  EAI_AGAIN: 'The name could not be looked up',
  EHOSTUNREACH: 'The host cannot be reached',
  ENETUNREACH: 'The network cannot be reached',
  ETIMEDOUT: 'The host does not answer',
}

/** Never repeats the message of the error, which may contain addresses of the internal network. */
function reason(error: NodeJS.ErrnoException, hostname: string): string {
  const code = error.code ?? error.name
  if (code === notPublicCode) return notPublicName(hostname)
  if (/CERT|SELF_SIGNED|ISSUER|ERR_TLS|ERR_SSL|EPROTO/.test(code)) return `TLS failed (${code}).`
  return `${reasons[code] ?? 'The request failed'} (${code}).`
}
