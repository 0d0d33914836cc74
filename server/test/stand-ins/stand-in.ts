// An HTTP server that behaves like a provider. This file holds the behaviour that all providers share:
// generations that run for a while, counted starts, results at URLs that expire, and faults.
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export const refusals = ['rejected key', 'out of balance', 'content policy', 'rate limit'] as const
export type Refusal = (typeof refusals)[number]

export type Fault =
  | Refusal
  | 'malformed answer'
  /** The generation is started and paid for, but the connection is cut before the response. */
  | 'dropped after the start'
  | 'fails by policy'
  | 'expired result'
  | 'foreign result'
  | 'redirected result'

export type Seen = {
  method: string
  path: string
  query: URLSearchParams
  headers: IncomingHttpHeaders
  body: string
  // biome-ignore lint/suspicious/noExplicitAny: a stand-in reads whatever shape its provider has
  json: any
}

export type Answer = { status?: number; headers?: Record<string, string>; json?: unknown; text?: string }

export type StandInGeneration = { id: string; looks: number; seen: Seen; cancelled: boolean }

/** The behaviour that is specific to one provider. */
export type Behaviour = {
  key: string
  authorized(seen: Seen): boolean
  isStart(seen: Seen): boolean
  refusals: Record<Refusal, Answer>
  began(generation: StandInGeneration, standIn: StandIn): Answer
  /** Every call except starts: polls, searches, cancellations. */
  other?(seen: Seen, standIn: StandIn): Answer
  /** Results that are not public. */
  resultNeedsKey?: boolean
}

export type StandIn = {
  baseUrl: string
  key: string
  fault: Fault | null
  generations: Map<string, StandInGeneration>
  /** The start requests that were charged. */
  starts: Seen[]
  downloads: number
  /** Called before the response to a charged start. */
  onStart: (() => void) | null
  /** Polls a generation: it is running for two polls and finished from then on. */
  look(id: string | undefined): { generation: StandInGeneration; state: 'running' | 'done' | 'failed' } | null
  resultUrl(generation: StandInGeneration): string
  close(): Promise<void>
}

const resultText = 'what the model made, '.repeat(500)
export const resultBytes = Buffer.from(resultText)
export const notFound: Answer = { status: 404, json: { message: 'no such task' } }

export async function startStandIn(behaviour: Behaviour): Promise<StandIn> {
  const server = createServer((request, response) => void serve(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const standIn: StandIn = {
    baseUrl,
    key: behaviour.key,
    fault: null,
    generations: new Map(),
    starts: [],
    downloads: 0,
    onStart: null,
    look: (id) => lookAt(standIn, id),
    resultUrl: (generation) => resultUrl(standIn, generation),
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const answer = answerTo(await read(request))
    if (answer === 'cut') response.destroy()
    else send(response, answer)
  }

  function answerTo(seen: Seen): Answer | 'cut' {
    if (seen.path.startsWith('/results/')) return resultAnswer(seen)
    if (!behaviour.authorized(seen)) return behaviour.refusals['rejected key']
    return behaviour.isStart(seen) ? startAnswer(seen) : lookAnswer(seen)
  }

  function startAnswer(seen: Seen): Answer | 'cut' {
    const refusal = refusals.find((name) => name === standIn.fault)
    if (refusal) return behaviour.refusals[refusal]
    const generation = { id: `job-${standIn.generations.size + 1}`, looks: 0, seen, cancelled: false }
    standIn.generations.set(generation.id, generation)
    standIn.starts.push(seen)
    standIn.onStart?.()
    if (standIn.fault === 'dropped after the start') return 'cut'
    if (standIn.fault === 'malformed answer') return { text: '<html>It works!</html>' }
    return behaviour.began(generation, standIn)
  }

  /** The first poll gets a gateway error, the second one a response in HTML. */
  let looks = 0
  function lookAnswer(seen: Seen): Answer {
    looks++
    if (looks === 1) return { status: 503, text: 'busy' }
    if (looks === 2) return { text: '<html>sorry</html>' }
    return behaviour.other?.(seen, standIn) ?? notFound
  }

  function resultAnswer(seen: Seen): Answer {
    standIn.downloads++
    if (behaviour.resultNeedsKey && !behaviour.authorized(seen)) return { status: 403 }
    if (seen.query.has('expired')) return { status: 403, text: 'expired' }
    if (!seen.query.has('redirect')) return { text: resultText }
    return { status: 302, headers: { location: 'https://169.254.169.254/latest/meta-data' } }
  }

  return standIn
}

function lookAt(standIn: StandIn, id: string | undefined): ReturnType<StandIn['look']> {
  const generation = standIn.generations.get(id ?? '')
  if (!generation) return null
  generation.looks++
  if (generation.cancelled) return { generation, state: 'failed' }
  if (generation.looks <= 2) return { generation, state: 'running' }
  return { generation, state: standIn.fault === 'fails by policy' ? 'failed' : 'done' }
}

/** A new URL for every poll. With the fault `expired result`, the URLs of the first polls return an error. */
function resultUrl({ baseUrl, fault }: StandIn, generation: StandInGeneration): string {
  if (fault === 'foreign result') return 'https://results.example.com/video.mp4'
  const flags = new URLSearchParams({ look: String(generation.looks) })
  if (fault === 'expired result' && generation.looks <= 4) flags.set('expired', '1')
  if (fault === 'redirected result') flags.set('redirect', '1')
  return `${baseUrl}/results/${generation.id}?${flags}`
}

async function read(request: IncomingMessage): Promise<Seen> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  const body = Buffer.concat(chunks).toString('utf8')
  const url = new URL(request.url ?? '/', 'http://stand-in')
  const { method = 'GET', headers } = request
  return { method, path: url.pathname, query: url.searchParams, headers, body, json: parsed(body) }
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return null
  }
}

function send(response: ServerResponse, { status = 200, headers = {}, json, text }: Answer): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  // Two writes, so that the response has no Content-Length.
  response.write(text ?? JSON.stringify(json ?? {}))
  response.end()
}

export function hasBearer(key: string): (seen: Seen) => boolean {
  return ({ headers }) => headers.authorization === `Bearer ${key}`
}
