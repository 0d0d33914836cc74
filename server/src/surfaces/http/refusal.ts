// An answer before Fastify has a request: under too much load, or to what is hardly one.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { type ApiError, problem } from '../../core/errors.ts'
import { problemType } from './problems.ts'

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

export function refuse(
  request: IncomingMessage,
  response: ServerResponse,
  error: ApiError,
  baseUrl: string,
): void {
  const id = requestId(request)
  const body = JSON.stringify(problem(error, id, baseUrl))
  response.writeHead(error.status, {
    ...error.headers,
    'Content-Type': problemType(request.headers.accept),
    'Content-Length': Buffer.byteLength(body),
    'X-Request-Id': id,
  })
  response.end(body)
  request.resume()
}
