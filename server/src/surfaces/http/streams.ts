// The limits, headers and connections of all streams of server-sent events.
import type { ServerResponse } from 'node:http'
import { ApiError } from '../../core/errors.ts'
import type { EventOutlet } from '../../core/event-feed.ts'
import type { ApiRequest } from '../request.ts'

export const mediaType = 'text/event-stream'

const mostPerCredential = 100
/** Disconnect a client that has not received a single byte for this long. */
const drainMs = 30_000

export type StreamSlots = ReturnType<typeof createStreamSlots>

/** Limits how many streams are open, in all and with one credential. */
export function createStreamSlots(most: number) {
  const byCredential = new Map<string, number>()
  let taken = 0
  function take(credentialId: string): () => void {
    const own = byCredential.get(credentialId) ?? 0
    if (taken >= most) {
      const message =
        'The server has reached its limit of event streams. Wait as many seconds as Retry-After says, then retry.'
      throw new ApiError('unavailable', { message, headers: { 'Retry-After': '5' } })
    }
    if (own >= mostPerCredential) {
      const message = `This credential already has ${own} event streams open. Close one first.`
      throw new ApiError('rate_limited', { message, headers: { 'Retry-After': '5' } })
    }
    taken++
    byCredential.set(credentialId, own + 1)
    return () => {
      taken--
      const left = byCredential.get(credentialId)! - 1
      if (left === 0) byCredential.delete(credentialId)
      else byCredential.set(credentialId, left)
    }
  }
  return { take }
}

export function writeHead({ id, limits }: ApiRequest, response: ServerResponse): void {
  response.writeHead(200, {
    'X-Request-Id': id,
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    'RateLimit-Policy': limits!.policy,
    RateLimit: limits!.state,
    'Content-Type': mediaType,
    // Keeps proxies from buffering the stream.
    'X-Accel-Buffering': 'no',
  })
  // A random delay, so that clients do not all reconnect at once after a restart.
  response.write(`retry: ${1_000 + Math.floor(Math.random() * 4_000)}\n\n`)
}

export function outletOf(response: ServerResponse, closed: () => boolean): EventOutlet {
  return {
    write: (bytes) => void response.write(bytes),
    buffered: () => response.writableLength,
    closed: () => closed() || response.destroyed || response.writableEnded,
    drained: () => drained(response),
    end: () => void (response.writableLength > 0 ? response.destroy() : response.end()),
    destroy: () => void response.destroy(),
  }
}

async function drained(response: ServerResponse): Promise<void> {
  if (!response.writableNeedDrain || response.destroyed) return
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(() => response.destroy(), drainMs)
  response.once('drain', resolve).once('close', resolve)
  await promise
  clearTimeout(timer)
  response.off('drain', resolve).off('close', resolve)
}
