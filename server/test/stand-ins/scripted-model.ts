// A model that follows a script, behind the streaming APIs of Anthropic (Messages) and OpenAI (Responses). Command lines
// of agents talk to it instead of a model, and a test reads what a model would have received.
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Calls of tools, one after another; then the model says that it is done. */
export type Step = { tool: string; arguments: Record<string, unknown> }

// biome-ignore lint/suspicious/noExplicitAny: the test knows the API that its client speaks
export type ModelRequest = any

/** One API: which requests are part of the conversation, how far it has come, and how a step is streamed. */
export type ModelApi = {
  path: string
  /** The number of steps that the conversation of the request has behind it; undefined: not the conversation. */
  stepsDone(request: ModelRequest): number | undefined
  events(step: Step | undefined, index: number, request: ModelRequest): { type: string }[]
}

export type ScriptedModel = {
  url: string
  /** The requests of the conversation, oldest first. A request holds everything before it. */
  requests: ModelRequest[]
  close(): void
}

export async function startScriptedModel(api: ModelApi, steps: readonly Step[]): Promise<ScriptedModel> {
  const requests: ModelRequest[] = []
  const server = createServer((request, response) => void serve(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await read(request)
    if (request.method !== 'POST' || new URL(request.url!, 'http://model').pathname !== api.path) {
      response.writeHead(404, { 'content-type': 'application/json' }).end('{}')
      return
    }
    // The position follows from the conversation, so a request that the client repeats gets the same answer.
    const done = api.stepsDone(body)
    if (done !== undefined) requests.push(body)
    response.writeHead(200, { 'content-type': 'text/event-stream', 'request-id': 'req_1' })
    for (const event of api.events(done === undefined ? undefined : steps[done], done ?? 0, body)) {
      response.write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`)
    }
    response.end()
  }

  const close = () => {
    server.close()
    server.closeAllConnections()
  }
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests, close }
}

async function read(request: IncomingMessage): Promise<ModelRequest> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  const text = Buffer.concat(chunks).toString('utf8')
  return text.startsWith('{') ? JSON.parse(text) : undefined
}

export const lastWords = 'The script is done.'
