// A proxy in front of the real server that disturbs requests on demand, and records those that pass.
import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after } from 'node:test'

/**
 * `cut`: the connection ends before the request reaches the server; `lose`: after the server has responded; `hang`:
 * no response arrives. Or a response of the proxy itself.
 */
export type Fault =
  | 'cut'
  | 'lose'
  | 'hang'
  | { status: number; headers?: Record<string, string>; body?: string }

export type Seen = { method: string; path: string; headers: IncomingMessage['headers'] }

export async function startProxy(upstream: string) {
  const seen: Seen[] = []
  /** The faults of the next requests, in order. */
  let faults: Fault[] = []
  /** The fault of every matching request. */
  let always: (seen: Seen) => Fault | undefined = () => undefined

  const server = createServer((incoming, outgoing) => {
    const here: Seen = { method: incoming.method!, path: incoming.url!, headers: incoming.headers }
    seen.push(here)
    const fault = always(here) ?? faults.shift()
    if (fault === 'cut') incoming.socket.destroy()
    else if (typeof fault === 'object') {
      incoming.resume()
      outgoing.writeHead(fault.status, fault.headers).end(fault.body)
    } else if (fault === 'hang') incoming.resume()
    else forward(upstream, incoming, outgoing, fault === 'lose')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  after(() => {
    server.closeAllConnections()
    server.close()
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Starts over with these faults. */
    script(...next: Fault[]) {
      seen.length = 0
      faults = next
      always = () => undefined
    },
    refuse(rule: (seen: Seen) => Fault | undefined) {
      seen.length = 0
      faults = []
      always = rule
    },
    seen,
    /** Ends every connection, like a server that goes down. */
    drop: () => server.closeAllConnections(),
  }
}

function forward(upstream: string, incoming: IncomingMessage, outgoing: ServerResponse, lose: boolean): void {
  const { hostname, port } = new URL(upstream)
  const { method, url: path, headers } = incoming
  const onward = request({ hostname, port, method: method!, path: path!, headers }, (answer) => {
    if (lose) {
      answer.resume().on('end', () => incoming.socket.destroy())
      return
    }
    outgoing.writeHead(answer.statusCode!, answer.rawHeaders)
    answer.pipe(outgoing)
    answer.on('error', () => outgoing.destroy())
  })
  onward.on('error', () => incoming.socket.destroy())
  outgoing.on('close', () => onward.destroy())
  incoming.pipe(onward)
}
