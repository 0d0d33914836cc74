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

/** A request without a response for this long hangs. Generous, because a busy machine must not fail a test. */
export const deadlineMs = 60_000

/** Sends one request on a new connection, exactly as given; only the Host header is added. */
export function sendRaw(url: string, request: RawRequest): Promise<RawAnswer> {
  return exchange(url, rawBytes(request))
}

/** Connections that the server keeps open, by the URL of the server. */
const kept = new Map<string, Socket[]>()

/** Like `sendRaw`, on a connection that is used again: opening and closing one costs a fifth of a request. */
export async function sendKept(url: string, request: RawRequest): Promise<RawAnswer> {
  const idle = kept.get(url) ?? []
  kept.set(url, idle)
  let socket = idle.pop()
  while (socket?.destroyed) socket = idle.pop()
  const isNew = socket === undefined
  socket ??= openSocket(url).on('error', () => {})
  socket.ref()
  socket.write(rawBytes(request, 'keep-alive'))
  const answer = await readKept(socket)
  // The server closed an idle connection just before the request arrived.
  if (answer === undefined && !isNew) return sendKept(url, request)
  if (answer === undefined) throw new Error('the connection was closed without an answer')
  socket.unref()
  if (header(answer, 'connection') === 'keep-alive') idle.push(socket)
  else socket.destroy()
  return answer
}

/** The response as soon as it is complete; undefined when the connection was closed without one. */
function readKept(socket: Socket): Promise<RawAnswer | undefined> {
  return new Promise((resolve, reject) => {
    let text = ''
    const timer = setTimeout(() => {
      socket.destroy()
      reject(new Error(`no complete answer within ${deadlineMs} ms; so far: ${text}`))
    }, deadlineMs)
    const finish = () => {
      clearTimeout(timer)
      socket.off('close', finish)
      socket.off('data', read)
      try {
        resolve(text === '' ? undefined : parseAnswers(text)[0])
      } catch (error) {
        reject(error)
      }
    }
    const read = (chunk: Buffer) => {
      text += chunk.toString('latin1')
      const end = text.indexOf('\r\n\r\n')
      if (end < 0) return
      const head = text.slice(0, end)
      const length =
        /\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? (/^HTTP\/1\.1 204 /.test(head) ? '0' : undefined)
      if (length !== undefined && text.length >= end + 4 + Number(length)) finish()
    }
    socket.on('close', finish)
    socket.on('data', read)
  })
}

export function rawBytes(
  { method, path, headers = [], body }: RawRequest,
  connection: 'close' | 'keep-alive' = 'close',
): Buffer {
  const lines = [`${method} ${path} HTTP/1.1`, 'Host: test', `Connection: ${connection}`]
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
