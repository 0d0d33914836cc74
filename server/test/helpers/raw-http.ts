// Requests as raw bytes: for paths, headers and bodies that `fetch` cannot send, and for reading the exact response.
import { connect, type Socket } from 'node:net'
import { connect as connectSecurely } from 'node:tls'

export type RawAnswer = { status: number; headers: [name: string, value: string][]; body: string }

export type RawRequest = {
  method: string
  path: string
  headers?: [name: string, value: string][]
  body?: string | Buffer | undefined
}

/** A response that takes longer than this fails the test. */
export const deadlineMs = 5_000

/** Sends one request on a new connection, exactly as given; only the Host header is added. */
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
  const { protocol, hostname, port } = new URL(url)
  if (protocol === 'https:') return connectSecurely(Number(port), hostname, { servername: hostname })
  return connect(Number(port), hostname)
}

/** The first response; a malformed request may cause more than one. */
export async function readAnswer(socket: Socket, withinMs = deadlineMs): Promise<RawAnswer> {
  const [first] = await readAnswers(socket, withinMs)
  return first!
}

/** All responses until the server closes the connection; at least one. */
export function readAnswers(socket: Socket, withinMs = deadlineMs): Promise<RawAnswer[]> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    const timer = setTimeout(() => {
      socket.destroy()
      reject(new Error(`no complete answer within ${withinMs} ms; so far: ${Buffer.concat(chunks)}`))
    }, withinMs)
    socket.on('data', (chunk: Buffer) => chunks.push(chunk))
    // A server that does not read a request to the end resets the connection after its response.
    socket.on('error', () => {})
    socket.on('close', () => {
      clearTimeout(timer)
      try {
        resolve(parseAnswers(Buffer.concat(chunks).toString('latin1')))
      } catch (error) {
        reject(error)
      }
    })
  })
}

function parseAnswers(text: string): RawAnswer[] {
  const end = text.indexOf('\r\n\r\n')
  const [first = '', ...lines] = text.slice(0, end).split('\r\n')
  const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(first)?.[1])
  if (end < 0 || !status) throw new Error(`not an answer: ${JSON.stringify(text.slice(0, 200))}`)
  const headers = lines.map((line): [string, string] => {
    const colon = line.indexOf(':')
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
  })
  const length = headers.find(([name]) => name === 'content-length')?.[1]
  const start = end + 4
  const stop = status === 100 ? start : length === undefined ? text.length : start + Number(length)
  const answer = { status, headers, body: Buffer.from(text.slice(start, stop), 'latin1').toString() }
  const rest = stop < text.length ? parseAnswers(text.slice(stop)) : []
  return status === 100 ? rest : [answer, ...rest]
}

export function header(answer: RawAnswer, name: string): string | undefined {
  return answer.headers.find(([key]) => key === name)?.[1]
}
