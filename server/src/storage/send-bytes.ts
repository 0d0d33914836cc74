// Answers a GET or HEAD of bytes whose length is known: conditions, ranges, and memory use that does not depend on the length.
import type { OutgoingHttpHeaders, ServerResponse } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../core/errors.ts'
import type { ByteRange } from '../core/storage.ts'
import { decide, type Validators } from './http-conditions.ts'
import type { Pieces } from './read-pieces.ts'

const pieceLength = 2 ** 18

export type SentBytes = Validators & {
  headers: Record<string, string>
  /**
   * The bytes of a range, piece by piece. A piece may be in a buffer that is used again for the next piece but one. The signal
   * is aborted when the client is gone.
   */
  pieces(range: ByteRange, nextBuffer: () => Buffer, gone: AbortSignal): Pieces
}

export async function sendBytes(request: FastifyRequest, reply: FastifyReply, bytes: SentBytes) {
  const { eTag, size, modifiedAt } = bytes
  const decision = decide(request.method, request.headers, bytes)
  if (decision.status === 412) throw new ApiError('precondition_failed')
  if (decision.status === 416) {
    throw new ApiError('range_not_satisfiable', { headers: { 'Content-Range': `bytes */${size}` } })
  }
  reply.code(decision.status).headers({
    'Accept-Ranges': 'bytes',
    ETag: `"${eTag}"`,
    'Last-Modified': modifiedAt.toUTCString(),
    ...bytes.headers,
  })
  if (decision.status === 304) return reply.send()
  const range = decision.status === 206 ? decision.range : { start: 0, end: size - 1 }
  if (decision.status === 206) reply.header('Content-Range', `bytes ${range.start}-${range.end}/${size}`)
  reply.header('Content-Length', range.end - range.start + 1)
  if (request.method === 'HEAD') return reply.send()
  const gone = new AbortController()
  reply.raw.once('close', () => gone.abort())
  const pieces = bytes.pieces(range, twoBuffers(), gone.signal)
  // Read the first piece before the headers, so that an unreadable object still returns an error.
  const { value: first = Buffer.alloc(0) } = await pieces.next()
  reply.hijack()
  reply.raw.writeHead(decision.status, reply.getHeaders() as OutgoingHttpHeaders)
  await sendPieces(reply.raw, first, pieces)
  return reply
}

/** One buffer is filled while the other is sent: memory use is constant, however much is sent. */
async function sendPieces(
  response: ServerResponse,
  first: Buffer,
  rest: AsyncIterable<Buffer>,
): Promise<void> {
  let fail: (error: Error) => void = () => {}
  response.once('close', () => fail(new Error('the connection was closed')))

  function send(piece: Buffer): Promise<void> {
    const sending = new Promise<void>((done, failed) => {
      fail = failed
      response.write(piece, (error) => (error ? failed(error) : done()))
    })
    // The promise is awaited only after the next piece has been read; until then its failure must not count as
    // unhandled.
    sending.catch(() => {})
    return sending
  }

  try {
    let sending = send(first)
    for await (const piece of rest) {
      await sending
      sending = send(piece)
    }
    await sending
    response.end()
  } catch {
    // The headers promised more bytes than were sent: the client must see that the connection ended too early.
    response.destroy()
  }
}

/** Two buffers in turns, made when they are needed. */
function twoBuffers(): () => Buffer {
  const buffers: Buffer[] = []
  let next = 0
  return () => {
    const place = next++ % 2
    buffers[place] ??= Buffer.allocUnsafeSlow(pieceLength)
    return buffers[place]
  }
}
