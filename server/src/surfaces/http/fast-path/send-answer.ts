import { type ServerResponse, STATUS_CODES } from 'node:http'
import type { Answer } from '../../../core/steps.ts'
import type { ApiRequest } from '../../request.ts'
import { StrictTransportResponse, strictTransport } from '../strict-transport.ts'

/**
 * `_storeHeader` is what `writeHead` calls at its end: it adds Date and the headers of the connection, and checks the headers
 * of the list. `_hasBody` is what `writeHead` sets for a 204.
 */
type NodeResponse = ServerResponse & {
  _storeHeader(head: string, headers: readonly string[]): void
  _hasBody: boolean
}

/**
 * Writes the answer of an operation past Fastify and past `writeHead`, which check and copy header by header. Here the headers
 * are one text, without checks: our own code makes every value, and the id of the request was checked when it arrived. Errors
 * and plain routes go through Fastify.
 */
export function sendAnswer(request: ApiRequest, response: ServerResponse, answer: Answer): void {
  const { status, body, revision, replayed } = answer
  const { policy, state } = request.limits!
  if (response.headersSent) throw new Error('the request was answered before')
  let head = `${headStart(status)}${request.id}\r\nratelimit-policy: ${policy}\r\nratelimit: ${state}\r\n`
  if (revision !== undefined) head += `etag: "${revision}"\r\n`
  if (replayed) head += 'idempotent-replayed: true\r\n'
  if (response instanceof StrictTransportResponse) head += strictTransportLine
  const node = response as NodeResponse
  node.statusCode = status
  if (body === null) {
    node._hasBody = false
    node._storeHeader(head, [])
    node.end()
    return
  }
  const length = typeof body === 'string' ? Buffer.byteLength(body) : body.length
  node._storeHeader(`${head}content-type: application/json; charset=utf-8\r\n`, [
    'content-length',
    String(length),
  ])
  // As many bytes as characters: the text is ASCII, which needs no encoding.
  if (typeof body === 'string') node.end(body, length === body.length ? 'latin1' : 'utf8')
  else node.end(body)
}

const strictTransportLine = `${strictTransport.join(': ')}\r\n`
const headStarts = new Map<number, string>()

/** The status line and the headers that do not change. */
function headStart(status: number): string {
  let start = headStarts.get(status)
  if (start === undefined) {
    start = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\ncache-control: no-store\r\nx-content-type-options: nosniff\r\nx-request-id: `
    headStarts.set(status, start)
  }
  return start
}
