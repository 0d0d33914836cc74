// Those who receive: clients of the event stream, a receiver of webhooks, and a provider that counts what it is paid for.
import { createServer } from 'node:http'
import { json } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { Dailies } from '../../sdk/src/index.ts'
import { clientAddress } from '../machines.ts'
import { ports, siteUrl } from '../start-cluster.ts'

export type Received = { number: number; type: string; id: string }

/** Follows the events of a project with the SDK, which resumes by itself. */
export function followEvents(key: string, projectId: string) {
  const client = new Dailies({ baseUrl: siteUrl, token: key })
  const ending = new AbortController()
  const events: Received[] = []
  const problems: string[] = []
  let readyAt = 0
  async function follow(): Promise<void> {
    const options = {
      lastEventId: 0,
      idleMs: 20_000,
      retryDelayMs: 300,
      signal: ending.signal,
      onReady: () => {
        readyAt = performance.now()
      },
      onLost: () => {
        readyAt = 0
      },
    }
    for await (const event of client.events.subscribe(projectId, options)) {
      if (event.type === 'reset') problems.push(`reset at ${event.number}`)
      else events.push({ number: event.number, type: event.type, id: (event as { id: string }).id })
    }
  }
  const running = follow().catch((error) => {
    if (!ending.signal.aborted) problems.push(`the stream ended: ${error}`)
  })
  return {
    events,
    problems,
    isReady: () => readyAt > 0,
    async stop() {
      ending.abort()
      await running
    },
  }
}

/** Counts how often each event arrived. */
export function receiveWebhooks() {
  const received = new Map<string, number>()
  const server = createServer(async (request, response) => {
    const body = (await json(request).catch(() => undefined)) as { data?: { id: string } } | undefined
    if (body?.data) received.set(body.data.id, (received.get(body.data.id) ?? 0) + 1)
    response.writeHead(204).end()
  })
  server.listen(ports.webhooks, clientAddress)
  return { received, url: `http://${clientAddress}:${ports.webhooks}/` }
}

const image =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

/** Behaves like OpenAI: each request is charged, and its answer is the image. */
export function startProvider() {
  const payments = new Map<string, number>()
  const server = createServer(async (request, response) => {
    const body = (await json(request).catch(() => undefined)) as { prompt?: string } | undefined
    if (body?.prompt === undefined) return void response.writeHead(400).end()
    payments.set(body.prompt, (payments.get(body.prompt) ?? 0) + 1)
    // Long enough for some faults to come in between.
    await pause(500)
    response.writeHead(200, { 'Content-Type': 'application/json' })
    response.end(JSON.stringify({ created: 1, data: [{ b64_json: image }] }))
  })
  server.listen(ports.provider, clientAddress)
  return { payments }
}
