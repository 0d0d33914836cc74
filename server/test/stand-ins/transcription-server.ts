// An endpoint for speech-to-text that behaves as a test needs, and counts what it charges for.
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type TranscriptionFault =
  | 'rejected key'
  | 'out of balance'
  | 'refused'
  | 'busy'
  | 'busy for an hour'
  | 'server error'
  | 'junk'
  | 'no times'
  | 'dropped'
  | 'silence'

export const words = {
  language: 'english',
  segments: [
    { start: 0, end: 0.5, text: ' Hello there.' },
    { start: 0.5, end: 0.9, text: ' A lighthouse.' },
  ],
}

const answers: Record<Exclude<TranscriptionFault, 'dropped'>, [status: number, body: string]> = {
  'rejected key': [401, '{"error":{"code":"invalid_api_key"}}'],
  'out of balance': [429, '{"error":{"code":"insufficient_quota"}}'],
  refused: [400, '{"error":{"message":"The audio is too short, sk-secret"}}'],
  busy: [429, '{"error":{"code":"rate_limit_exceeded"}}'],
  'busy for an hour': [429, '{"error":{"code":"rate_limit_exceeded"}}'],
  'server error': [500, 'oops'],
  junk: [200, '<html>It works!</html>'],
  'no times': [200, '{"text":"Hello there."}'],
  silence: [200, '{"language":"english","segments":[]}'],
}

export async function startTranscriptionServer() {
  /** Requests that were charged: those that were not refused. */
  let charged = 0
  let requests = 0
  let fault: TranscriptionFault | null = null
  let held: ServerResponse[] | undefined
  const bodies: string[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    bodies.push(`${request.headers.authorization}\n${Buffer.concat(chunks).toString('latin1')}`)
    requests++
    const isRefused =
      fault !== null && fault !== 'dropped' && answers[fault][0] >= 400 && fault !== 'server error'
    if (!isRefused) charged++
    if (held) held.push(response)
    else answer(response)
  })

  function answer(response: ServerResponse) {
    if (fault === 'dropped') return response.destroy()
    const [status, body] = fault === null ? [200, JSON.stringify(words)] : answers[fault]
    const headers = { 'content-type': 'application/json' }
    const later = fault === 'busy for an hour' ? { 'retry-after': '3600' } : {}
    return response.writeHead(status, { ...headers, ...later }).end(body)
  }

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    charged: () => charged,
    requests: () => requests,
    bodies,
    setFault: (next: TranscriptionFault | null) => {
      fault = next
    },
    /** Keeps answers back until `release`. */
    hold: () => {
      held = []
    },
    release: () => {
      for (const response of held ?? []) answer(response)
      held = undefined
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
