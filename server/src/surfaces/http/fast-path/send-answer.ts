import type { ServerResponse } from 'node:http'
import type { Answer } from '../../../core/steps.ts'
import type { ApiRequest } from '../../request.ts'

/**
 * Writes the answer of an operation past Fastify, which writes each header in lower case, checks it and copies it: for
 * seven headers that took as long as routing. Errors and plain routes go through Fastify.
 */
export function sendAnswer(
  { id, limits }: ApiRequest,
  response: ServerResponse,
  { status, body, revision, replayed }: Answer,
): void {
  const headers = ['x-request-id', id, 'cache-control', 'no-store', 'x-content-type-options', 'nosniff']
  headers.push('ratelimit-policy', limits!.policy, 'ratelimit', limits!.state)
  if (revision !== undefined) headers.push('etag', `"${revision}"`)
  if (replayed) headers.push('idempotent-replayed', 'true')
  if (body === null) {
    response.writeHead(status, headers).end()
    return
  }
  const length = typeof body === 'string' ? Buffer.byteLength(body) : body.length
  headers.push('content-type', 'application/json; charset=utf-8', 'content-length', String(length))
  // As many bytes as characters: the text is ASCII, which needs no encoding.
  if (typeof body === 'string')
    response.writeHead(status, headers).end(body, length === body.length ? 'latin1' : 'utf8')
  else response.writeHead(status, headers).end(body)
}
