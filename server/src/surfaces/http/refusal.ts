// An answer before Fastify has a request: under too much load, or to what is hardly one.
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { ApiError, type ErrorCode, problem } from '../../core/errors.ts'
import { problemType } from '../problems.ts'
import type { ApiRequest } from '../request.ts'
import { isSecure, strictTransport } from './strict-transport.ts'

/** The client's own id when it is harmless, so that both sides can search for one id; else a new one. */
export function requestId(request: IncomingMessage): string {
  const given = request.headers['x-request-id']
  return typeof given === 'string' && /^[\w.:-]{8,128}$/.test(given) ? given : nextId()
}

// They have to differ, not to be hard to guess: a random start, then counted up in four hexadecimal digits.
const pairs = Array.from({ length: 256 }, (_, i) => i.toString(16).padStart(2, '0'))
let idStart = ''
let idCount = 0

function nextId(): string {
  if (idCount === 0) idStart = crypto.randomUUID().slice(0, -4)
  const id = idStart + pairs[idCount >> 8] + pairs[idCount & 255]
  idCount = (idCount + 1) & 0xffff
  return id
}

/** Before the credential is read. */
export function refuse(
  request: IncomingMessage,
  response: ServerResponse,
  error: ApiError,
  baseUrl: string,
): void {
  const id = requestId(request)
  const body = JSON.stringify(problem(error, false, id, baseUrl))
  response.writeHead(error.status, {
    ...error.headers,
    'Content-Type': problemType(request.headers.accept),
    'Content-Length': Buffer.byteLength(body),
    'X-Request-Id': id,
  })
  response.end(body)
  request.resume()
}

const lingerMs = 2_000

/** Answers on the bare connection, then closes it. `request`: the one that the answer is for, where there is one. */
export function answerAndClose(
  socket: Socket,
  code: ErrorCode,
  baseUrl: string,
  request?: Pick<ApiRequest, 'caller'>,
): void {
  const requestId = crypto.randomUUID()
  const apiError = new ApiError(code)
  const body = JSON.stringify(problem(apiError, request?.caller !== undefined, requestId, baseUrl))
  const headers = [
    `HTTP/1.1 ${apiError.status} ${STATUS_CODES[apiError.status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${requestId}`,
    'Connection: close',
    ...(isSecure(baseUrl) ? [strictTransport.join(': ')] : []),
  ]
  socket.end(`${headers.join('\r\n')}\r\n\r\n${body}`)
  // Time to read the answer, and no more: who goes on sending would keep the connection for as long.
  setTimeout(() => socket.destroy(), lingerMs).unref()
}

/** Ends a request whose bytes come too slowly: with 408 while its answer has not begun, else without a word. */
export function cutOff(request: ApiRequest, response: ServerResponse, baseUrl: string): void {
  const { socket } = request
  if (!socket.writable || response.headersSent || response.socket !== socket) socket.destroy()
  else answerAndClose(socket, 'request_timeout', baseUrl, request)
}
