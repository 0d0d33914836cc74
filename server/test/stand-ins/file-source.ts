import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after } from 'node:test'

type Answer = (response: ServerResponse, request: IncomingMessage) => void

/** A web server that files are fetched from. `offers` returns an address; each request to it gets the next answer, then the last. */
export async function startFileSource() {
  const answers = new Map<string, Answer[]>()
  const server = createServer((request, response) => {
    const left = answers.get(request.url!.split('?')[0]!) ?? []
    const answer = left.length > 1 ? left.shift() : left[0]
    if (answer) answer(response, request)
    else response.writeHead(404).end('nothing')
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  after(() => {
    server.closeAllConnections()
    server.close()
  })
  let count = 0
  return {
    host,
    offers(name: string, ...given: Answer[]): string {
      const path = `/${++count}/${name}`
      answers.set(path, given)
      return `http://${host}${path}`
    },
  }
}

/** An answer with these bytes and headers. */
export function sends(bytes: Buffer, headers: Record<string, string> = {}): Answer {
  return (response) =>
    response.writeHead(200, { 'Content-Length': String(bytes.length), ...headers }).end(bytes)
}

/** An answer that announces more bytes than it sends, and then breaks off. */
export function breaksOff(bytes: Buffer): Answer {
  return (response) => {
    response.writeHead(200, { 'Content-Length': String(bytes.length * 2) })
    response.write(bytes, () => response.destroy())
  }
}

export function redirects(location: string): Answer {
  return (response) => response.writeHead(302, { Location: location }).end()
}
