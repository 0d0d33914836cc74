// A fictional provider over real HTTP: one half returns the result itself, the other has generations that are
// polled, found by client reference, and cancelled. Counts the calls that a real provider would charge for.
import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'

/** The points at which a request can be held. */
export type Point = 'start' | 'poll' | 'result' | 'image' | 'find'

type StandInGeneration = { id: string; reference: string; prompt: string; status: string; polls: number }

/** A PNG of one pixel. */
export const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** The first bytes of an MP4 file, enough for its type to be detected. */
export const video = Buffer.from('\0\0\0\x18ftypisom\0\0\x02\0isommp41', 'latin1')

export async function startGenerationServer() {
  const generations = new Map<string, StandInGeneration>()
  const starts: string[] = []
  const cancelled: string[] = []
  const held = new Map<Point, PromiseWithResolvers<void>>()
  const arrived = new Map<Point, number>()
  /** The status to return for the next requests at a point, and for how many. */
  const refusals = new Map<Point, { status: number; times: number }>()

  async function pass(point: Point): Promise<number> {
    arrived.set(point, (arrived.get(point) ?? 0) + 1)
    await held.get(point)?.promise
    const refusal = refusals.get(point)
    if (!refusal || refusal.times-- <= 0) return 200
    return refusal.status
  }

  function find(request: IncomingMessage): StandInGeneration | undefined {
    const url = new URL(request.url!, 'http://stand-in')
    const reference = url.searchParams.get('reference')
    if (reference !== null)
      return [...generations.values()].find((generation) => generation.reference === reference)
    return generations.get(url.pathname.split('/')[2] ?? '')
  }

  async function start(request: IncomingMessage, response: ServerResponse) {
    const { prompt, reference } = (await json(request)) as StandInGeneration
    const refusal = refusals.get('start')
    if (refusal && refusal.times > 0) {
      refusal.times--
      return answer(response, refusal.status, {})
    }
    starts.push(reference)
    const generation = { id: randomUUID(), prompt, reference, status: 'running', polls: 0 }
    generations.set(generation.id, generation)
    await pass('start')
    answer(response, 200, { id: generation.id })
  }

  async function image(request: IncomingMessage, response: ServerResponse) {
    const { reference } = (await json(request)) as StandInGeneration
    starts.push(reference)
    await pass('image')
    response.end(pixel)
  }

  async function poll(generation: StandInGeneration | undefined, response: ServerResponse) {
    const status = await pass('poll')
    if (!generation || status !== 200) return answer(response, generation ? status : 404, {})
    generation.polls++
    if (generation.prompt.includes('never'))
      return answer(response, 200, { status: 'running', progress: 0.5 })
    if (generation.prompt.includes('forbidden')) return answer(response, 200, { status: 'failed' })
    answer(response, 200, { status: generation.polls > 1 ? 'succeeded' : 'running', progress: 0.25 })
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [path, query] = request.url!.split('?')
    if (request.method === 'POST')
      return path === '/images' ? image(request, response) : start(request, response)
    const generation = find(request)
    if (request.method === 'DELETE') {
      cancelled.push(generation!.reference)
      return answer(response, 200, {})
    }
    if (query !== undefined) {
      const status = await pass('find')
      return answer(response, status, generation ? { id: generation.id } : {})
    }
    if (!path!.endsWith('/result')) return poll(generation, response)
    const status = await pass('result')
    if (status !== 200) return answer(response, status, {})
    const wrong = generation!.prompt.includes('a page')
    response.end(wrong ? '<!doctype html><title>Sorry</title>' : video)
  }

  const server = createServer((request, response) => {
    handle(request, response).catch(() => response.destroy())
  })
  server.listen(0, '127.0.0.1')
  await new Promise((done) => server.once('listening', done))

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** The client references of all charged generations. */
    starts,
    /** The client references of all cancelled generations. */
    cancelled,
    generations,
    refuse: (point: Point, status: number, times: number) => void refusals.set(point, { status, times }),
    hold(point: Point) {
      held.set(point, Promise.withResolvers())
    },
    release(point: Point) {
      held.get(point)?.resolve()
      held.delete(point)
    },
    /** The number of requests that have reached the point so far. */
    arrivals: (point: Point) => arrived.get(point) ?? 0,
    close() {
      for (const { resolve } of held.values()) resolve()
      server.closeAllConnections()
      server.close()
    },
  }
}

export type GenerationServer = Awaited<ReturnType<typeof startGenerationServer>>

function answer(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body))
}
