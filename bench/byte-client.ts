// A client that uploads a large file in parallel parts, and downloads it again, comparing every byte.
import { randomBytes } from 'node:crypto'
import { Agent, get, type IncomingMessage, request } from 'node:http'

export const connections = 4

// All parts share one block of noise and differ in their first bytes. Comparing bytes costs less processor time
// than a hash, and proves more.
const block = randomBytes(64 * 2 ** 20)

function partBytes(partNumber: number, length: number): Buffer {
  const head = Buffer.alloc(Math.min(16, length), `part ${partNumber} `)
  return Buffer.concat([head, block.subarray(head.length, length)])
}

/** The ETags, in order. */
export async function sendParts(urls: string[], lengths: number[]): Promise<string[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const eTags: string[] = []
  let next = 0
  async function worker(): Promise<void> {
    for (let i = next++; i < urls.length; i = next++) {
      const response = await send(urls[i]!, agent, [partBytes(i + 1, lengths[i]!)])
      eTags[i] = response.headers.etag ?? ''
    }
  }
  await Promise.all(Array.from({ length: connections }, worker))
  agent.destroy()
  return eTags
}

/** The same bytes as one body. */
export async function sendWhole(url: string, lengths: number[]): Promise<void> {
  await send(
    url,
    new Agent(),
    lengths.map((length, i) => partBytes(i + 1, length)),
  )
}

function send(url: string, agent: Agent, chunks: Buffer[]): Promise<IncomingMessage> {
  return new Promise((done, fail) => {
    const length = chunks.reduce((sum, chunk) => sum + chunk.length, 0)
    const out = request(url, { method: 'PUT', agent, headers: { 'Content-Length': length } }, (response) => {
      response.resume().on('end', () => {
        if (response.statusCode === 200) done(response)
        else fail(new Error(`${url} answered ${response.statusCode}`))
      })
    })
    out.on('error', fail)
    for (const chunk of chunks) out.write(chunk)
    out.end()
  })
}

/** Downloads the file and fails unless it equals the upload. */
export async function compareDownload(url: string, lengths: number[]): Promise<void> {
  const response = await new Promise<IncomingMessage>((done, fail) => get(url, done).on('error', fail))
  let index = 0
  let at = 0
  let part = partBytes(1, lengths[0]!)
  for await (let chunk of response as AsyncIterable<Buffer>) {
    while (chunk.length > 0) {
      const length = Math.min(chunk.length, part.length - at)
      if (length === 0) throw new Error('the download is longer than what was sent')
      if (chunk.compare(part, at, at + length, 0, length) !== 0) throw new Error(`part ${index + 1} differs`)
      at += length
      chunk = chunk.subarray(length)
      if (at === part.length && ++index < lengths.length) {
        part = partBytes(index + 1, lengths[index]!)
        at = 0
      }
    }
  }
  if (index !== lengths.length) throw new Error(`the download ends in part ${index + 1}`)
}

/** Calls the API; throws unless the call succeeds. */
export async function callApi(base: string, key: string, route: string, body?: object): Promise<unknown> {
  const [method, path] = route.split(' ') as [string, string]
  const headers = { Authorization: `Bearer ${key}`, ...(body && { 'Content-Type': 'application/json' }) }
  const response = await fetch(base + path, { method, headers, ...(body && { body: JSON.stringify(body) }) })
  const text = await response.text()
  if (!response.ok) throw new Error(`${route} answered ${response.status}: ${text}`)
  return text === '' ? undefined : JSON.parse(text).data
}
