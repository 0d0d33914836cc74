// Responses without Fastify: when the server is overloaded, or the request is malformed or too slow.
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { ApiError, type ErrorCode, problem } from '../../core/errors.ts'
import { problemType } from '../problems.ts'
import type { ApiRequest } from '../request.ts'
import { isSecure, strictTransport } from './strict-transport.ts'

/** The id that the client sent, if it is safe to log, so that both sides can search for it; else a new one. */
export function requestId(request: IncomingMessage): string {
  const given = request.headers['x-request-id']
  return typeof given === 'string' && /^[\w.:-]{8,128}$/.test(given) ? given : nextId()
}

// Ids must be unique, not hard to guess: a random start, then a counter in the last four hexadecimal digits.
const pairs = Array.from({ length: 256 }, (_, i) => i.toString(16).padStart(2, '0'))
let idStart = ''
let idCount = 0

function nextId(): string {
  if (idCount === 0) idStart = crypto.randomUUID().slice(0, -4)
  const id = idStart + pairs[idCount >> 8] + pairs[idCount & 255]
  idCount = (idCount + 1) & 0xffff
  return id
}

/** Refuses a request before its credential is read. */
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

/** Writes an error to the bare connection, then closes it. `request` is undefined when the request could not be parsed. */
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
  // Gives the client time to read the response, and no more: a client that keeps sending would keep the connection open.
  setTimeout(() => socket.destroy(), lingerMs).unref()
}

/** Ends a request that is too slow: with 408 if the response has not begun, else by closing the connection. */
export function cutOff(request: ApiRequest, response: ServerResponse, baseUrl: string): void {
  const { socket } = request
  if (!socket.writable || response.headersSent || response.socket !== socket) socket.destroy()
  else answerAndClose(socket, 'request_timeout', baseUrl, request)
}
