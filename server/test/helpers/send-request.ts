// Sends one request with the HTTP client of Node, which costs half of the CPU of `fetch`: the suites send some 100,000.
import { Agent, type IncomingMessage, request } from 'node:http'
import { request as requestSecurely, Agent as SecureAgent } from 'node:https'
import { text } from 'node:stream/consumers'

export type TextAnswer = { status: number; headers: Headers; text: string }

const agent = new Agent({ keepAlive: true })
const secureAgent = new SecureAgent({ keepAlive: true })

/** A missing response fails the test instead of hanging it. */
const timeout = 60_000

/** Like `fetch`, except that redirects are not followed. */
export async function sendRequest(
  url: string,
  method: string,
  headers: Record<string, string>,
  body?: string,
): Promise<TextAnswer> {
  const sent: Record<string, string> = { Accept: '*/*', 'User-Agent': 'node', ...headers }
  if (body !== undefined) sent['Content-Length'] = String(Buffer.byteLength(body))
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const options = { method, headers: sent, timeout }
    const outgoing = url.startsWith('https:')
      ? requestSecurely(url, { ...options, agent: secureAgent }, resolve)
      : request(url, { ...options, agent }, resolve)
    outgoing.on('timeout', () => outgoing.destroy(new Error(`${method} ${url}: no response in time`)))
    outgoing.on('error', reject)
    outgoing.end(body)
  })
  const received = new Headers()
  const { rawHeaders } = response
  for (let i = 0; i < rawHeaders.length; i += 2) received.append(rawHeaders[i]!, rawHeaders[i + 1]!)
  return { status: response.statusCode!, headers: received, text: await text(response) }
}
