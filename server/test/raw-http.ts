// Requests as bytes: for what `fetch` cannot send (odd paths, headers and bodies) and does not show (the exact answer).
import { connect, type Socket } from 'node:net'

export type RawAnswer = { status: number; headers: [name: string, value: string][]; body: string }

export type RawRequest = {
  method: string
  path: string
  headers?: [name: string, value: string][]
  body?: string | Buffer | undefined
}

/** A request never takes longer than this: an answer that does not come is a failure. */
export const deadlineMs = 5_000

/** Sends one request on a connection of its own; what is given goes out as it is, but for the Host. */
export function sendRaw(url: string, request: RawRequest): Promise<RawAnswer> {
  return exchange(url, rawBytes(request))
}

export function rawBytes({ method, path, headers = [], body }: RawRequest): Buffer {
  const lines = [`${method} ${path} HTTP/1.1`, 'Host: test', 'Connection: close']
  for (const [name, value] of headers) lines.push(`${name}: ${value}`)
  const sized = headers.some(([name]) => /^(content-length|transfer-encoding)$/i.test(name))
  const content = Buffer.from(body ?? '')
  if (body !== undefined && !sized) lines.push(`Content-Length: ${content.length}`)
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), content])
}

export async function exchange(url: string, bytes: Buffer): Promise<RawAnswer> {
  const socket = openSocket(url)
  socket.write(bytes)
  return readAnswer(socket)
}

export function openSocket(url: string): Socket {
  const { hostname, port } = new URL(url)
  return connect(Number(port), hostname)
}

/** Everything until the server closes the connection, read as one answer. */
export function readAnswer(socket: Socket, withinMs = deadlineMs): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    const timer = setTimeout(() => {
      socket.destroy()
      reject(new Error(`no complete answer within ${withinMs} ms; so far: ${Buffer.concat(chunks)}`))
    }, withinMs)
    socket.on('data', (chunk: Buffer) => chunks.push(chunk))
    // A reset after the answer has come is how a server ends a connection that it does not read to the end.
    socket.on('error', () => {})
    socket.on('close', () => {
      clearTimeout(timer)
      try {
        resolve(parseAnswer(Buffer.concat(chunks)))
      } catch (error) {
        reject(error)
      }
    })
  })
}

function parseAnswer(bytes: Buffer): RawAnswer {
  const text = bytes.toString().replace(/^HTTP\/1\.1 100 Continue\r\n\r\n/, '')
  const end = text.indexOf('\r\n\r\n')
  const [first = '', ...lines] = text.slice(0, end).split('\r\n')
  const status = /^HTTP\/1\.1 (\d{3}) /.exec(first)?.[1]
  if (end < 0 || status === undefined) throw new Error(`not an answer: ${JSON.stringify(text.slice(0, 200))}`)
  const headers = lines.map((line): [string, string] => {
    const colon = line.indexOf(':')
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
  })
  return { status: Number(status), headers, body: text.slice(end + 4) }
}

export function header(answer: RawAnswer, name: string): string | undefined {
  return answer.headers.find(([key]) => key === name)?.[1]
}
