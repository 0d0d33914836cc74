// One request to a receiver whom nobody vouches for: bounded in time and size, without redirects, and never to an
// address that was not checked. Whatever happens is an outcome.
import {
  type ClientRequest,
  Agent as HttpAgent,
  type IncomingMessage,
  request as requestHttp,
} from 'node:http'
import { Agent as HttpsAgent, request as requestHttps } from 'node:https'
import {
  createPublicLookup,
  createPublicResolve,
  notPublicCode,
  type Resolve,
} from '../../core/public-network.ts'
import { isAllowedHost, notPublicName, refusal } from './address.ts'

export type Outcome = {
  startedAt: Date
  durationMs: number
  /** What was answered; null when nothing was. */
  status: number | null
  /** Why there is no whole answer, or none that we can use. */
  error: string | null
  /** The beginning of the answer. */
  response: string | null
  retryAfterSeconds: number | null
  /** We broke it off ourselves. */
  cut: boolean
}

export type SenderOptions = {
  /** Private hosts that may be reached. */
  hosts: readonly string[]
  /** From the start of the connection to the end of the answer. */
  timeoutMs: number
  resolve?: Resolve
}

export type Sender = {
  post(url: string, headers: Record<string, string>, body: Buffer): Promise<Outcome>
  /** Breaks off what is under way. */
  cut(): void
  close(): void
}

/** So much of an answer is kept for the log, and so much is read at all. */
const keptBytes = 4_096
const mostBytes = 65_536
/** Idle connections are closed before most servers do so: a request must not meet one that is just going. */
const agentOptions = { keepAlive: true, timeout: 4_000 }

type Agents = { http: HttpAgent; https: HttpsAgent }

export function createSender({ hosts, timeoutMs, resolve = createPublicResolve() }: SenderOptions): Sender {
  // A kept connection was checked when it was made, so the two kinds are never mixed.
  const anywhere: Agents = { http: new HttpAgent(agentOptions), https: new HttpsAgent(agentOptions) }
  const guardedOptions = { ...agentOptions, lookup: createPublicLookup(resolve) }
  const guarded: Agents = { http: new HttpAgent(guardedOptions), https: new HttpsAgent(guardedOptions) }
  const underWay = new Set<() => void>()

  async function post(text: string, headers: Record<string, string>, body: Buffer): Promise<Outcome> {
    const url = new URL(text)
    const refused = refusal(url, hosts)
    if (refused !== undefined) return unsent(refused)
    const exchange = new Exchange()
    const cut = () => exchange.end('Broken off: this server was shutting down.', true)
    const late = () => exchange.end(exchange.lateness(timeoutMs))
    const timer = setTimeout(late, timeoutMs)
    underWay.add(cut)
    try {
      exchange.start(url, headers, body, isAllowedHost(url, hosts) ? anywhere : guarded)
      return await exchange.ended
    } finally {
      clearTimeout(timer)
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

/** A request and what comes back of it. */
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
      // The receiver has closed a kept connection just when we used it again: nothing is wrong with either of us.
      const stale = request.reusedSocket && (error.code === 'ECONNRESET' || error.code === 'EPIPE')
      if (stale && !this.#answer && !this.#over) this.start(url, headers, body, agents)
      else this.end(reason(error, url.hostname))
    })
    // After an answer that switches protocols there is neither an answer nor an error.
    request.on('close', () => {
      if (this.#request === request && !this.#answer) this.end('The connection was closed.')
    })
    request.end(body)
  }

  #read(answer: IncomingMessage): void {
    this.#answer = answer
    answer.on('data', (chunk: Buffer) => {
      if (this.#bytes < keptBytes) this.#kept.push(chunk.subarray(0, keptBytes - this.#bytes))
      this.#bytes += chunk.length
      if (this.#bytes > mostBytes) this.end(null)
    })
    answer.on('end', () => this.end(null))
    answer.on('error', () => this.end('The answer broke off.'))
  }

  lateness(timeoutMs: number): string {
    const time = `${timeoutMs / 1000} s`
    return this.#answer ? `The answer did not end within ${time}.` : `There was no answer within ${time}.`
  }

  /** What comes after the first end is of no interest. */
  end(error: string | null, cut = false): void {
    this.#over = true
    this.#ended.resolve(this.outcome(error ?? redirection(this.#answer), cut))
    // One that was read to its end goes back to the agent.
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
      // Once there is a status, it counts.
      cut: cut && status === null,
    }
  }
}

/** An attempt for which no request could be made. */
export function unsent(error: string): Outcome {
  return new Exchange().outcome(error)
}

/** Postgres keeps no NUL. */
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
  ECONNRESET: 'The connection was broken off',
  EPIPE: 'The connection was broken off',
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

/** The error's own words may hold addresses inside of our network, so they are not repeated. */
function reason(error: NodeJS.ErrnoException, hostname: string): string {
  const code = error.code ?? error.name
  if (code === notPublicCode) return notPublicName(hostname)
  if (/CERT|SELF_SIGNED|ISSUER|ERR_TLS|ERR_SSL|EPROTO/.test(code)) return `TLS failed (${code}).`
  return `${reasons[code] ?? 'The request failed'} (${code}).`
}
