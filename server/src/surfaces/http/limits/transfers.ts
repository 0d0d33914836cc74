// Transfers: requests that spend their time on the client's connection, which are parts of uploads, downloads, and
// responses that the client is slow to read. They have slots of their own, and the client must keep up a minimum rate.
import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { ApiError } from '../../../core/errors.ts'
import type { BeginTransfer } from '../../../core/transfers.ts'
import { networkOf } from '../../admission.ts'
import { type ApiRequest, apiRequest, type SlotPool } from '../../request.ts'
import { cutOff } from '../refusal.ts'
import { moveSlot, releaseSlot } from './slots.ts'

export type Transfers = {
  begin: BeginTransfer
  /** Whether the bytes of a file are arriving now. Node's request timeout does not apply to them. */
  isReceiving(socket: Socket): boolean
  /** Watches a connection for responses that the client does not read. */
  watch(socket: Socket): void
  size(): number
  /** How many were cut off because the client was too slow. */
  cut(): number
  close(): void
}

export type TransferOptions = { maxTransfers: number; requestSeconds: number; baseUrl: string }

type Transfer = {
  request: ApiRequest
  response: ServerResponse
  path: string
  network: string
  /** How many bytes had been transferred at the time `since`: the rate is measured from there. */
  moved: number
  since: number
}

/** Bytes per second, averaged over REQUEST_SECONDS, below which a client is cut off. */
const minimumRate = 1_024
/** When no slot is left, the slowest transfer below this rate is cut off. */
const pressedRate = 16 * 1_024
/** The rate of a transfer is not measured before it has lasted this long. */
const measuredAfterMs = 2_000
/** A client sends a part once; a few more are left over from connections that broke without notice. */
const mostPerPart = 4

export function createTransfers({ maxTransfers, requestSeconds, baseUrl }: TransferOptions): Transfers {
  const transfers = new Map<ApiRequest, Transfer>()
  const sockets = new Set<Socket>()
  const receiving = new WeakMap<Socket, ApiRequest>()
  const mostPerNetwork = Math.ceil(maxTransfers / 2)
  const windowMs = requestSeconds * 1_000
  let cutCount = 0

  const pool: SlotPool = { release: (request) => void transfers.delete(request) }

  function add(request: ApiRequest, response: ServerResponse, path: string, network: string): void {
    if (!moveSlot(request, pool)) return
    const moved = bytesMoved(request, response)
    transfers.set(request, { request, response, path, network, moved, since: performance.now() })
  }

  function cut({ request, response }: Transfer): void {
    cutCount++
    releaseSlot(request)
    cutOff(request, response, baseUrl)
  }

  const begin: BeginTransfer = (request, reply) => {
    const raw = apiRequest(request)
    const path = request.url.split('?', 1)[0]!
    const network = networkOf(request.ip)
    let samePart = 0
    let sameNetwork = 0
    for (const transfer of transfers.values()) {
      if (transfer.network === network) sameNetwork++
      if (request.method === 'PUT' && transfer.path === path) samePart++
    }
    if (samePart >= mostPerPart) throw tooManyOfPart()
    if (sameNetwork >= mostPerNetwork && !cutSlowest(network)) throw tooMany()
    if (transfers.size >= maxTransfers && !cutSlowest()) throw tooMany()
    add(raw, reply.raw, path, network)
    if (request.method === 'PUT') receiving.set(raw.socket, raw)
  }

  /** Cuts off the slowest transfer. Returns whether a slot is free now. */
  function cutSlowest(network?: string): boolean {
    const now = performance.now()
    let slowest: Transfer | undefined
    let lowest = pressedRate
    for (const transfer of transfers.values()) {
      if (network !== undefined && transfer.network !== network) continue
      if (now - transfer.since < measuredAfterMs || !waitsForClient(transfer)) continue
      const rate = rateOf(transfer, now)
      if (rate >= lowest) continue
      lowest = rate
      slowest = transfer
    }
    if (slowest) cut(slowest)
    return slowest !== undefined
  }

  function sweep(): void {
    for (const socket of sockets) adoptUnread(socket)
    const now = performance.now()
    for (const transfer of transfers.values()) {
      // The disk or the database may be slow as well: only the time that the client takes counts.
      const ownTime = !waitsForClient(transfer)
      if (!ownTime && now - transfer.since < windowMs) continue
      if (!ownTime && rateOf(transfer, now) < minimumRate) {
        cut(transfer)
        continue
      }
      transfer.moved = bytesMoved(transfer.request, transfer.response)
      transfer.since = now
    }
  }

  /** A response that waits for its client to read it no longer needs a slot for work: it becomes a transfer. */
  function adoptUnread(socket: Socket): void {
    const { _httpMessage: response } = socket as Socket & { _httpMessage?: ServerResponse<ApiRequest> | null }
    if (!response?.headersSent || !hasUnsent(socket) || transfers.has(response.req)) return
    add(response.req, response, response.req.url!, networkOf(socket.remoteAddress ?? ''))
    const adopted = transfers.get(response.req)
    if (adopted && transfers.size > maxTransfers && !cutSlowest()) cut(adopted)
  }

  const sweeper = setInterval(sweep, Math.min(1_000, windowMs / 4)).unref()
  return {
    begin,
    isReceiving: (socket) => receiving.get(socket)?.complete === false,
    watch(socket) {
      sockets.add(socket)
      socket.once('close', () => sockets.delete(socket))
    },
    size: () => transfers.size,
    cut: () => cutCount,
    close: () => clearInterval(sweeper),
  }
}

/** Whether the client is sending the bytes. */
function isUpload(request: ApiRequest, response: ServerResponse): boolean {
  return request.method === 'PUT' && !response.headersSent
}

/** How many bytes the client has sent or received so far. */
function bytesMoved(request: ApiRequest, response: ServerResponse): number {
  const { socket } = request
  return isUpload(request, response) ? socket.bytesRead : socket.bytesWritten - queuedBytes(socket)
}

function waitsForClient({ request, response }: Transfer): boolean {
  if (isUpload(request, response)) return !request.complete && request.readableLength === 0
  return hasUnsent(request.socket)
}

function hasUnsent(socket: Socket): boolean {
  return queuedBytes(socket) > 0 || socket.writableLength > 0
}

/** Bytes that the operating system has not accepted yet: Node counts them as written. */
function queuedBytes(socket: Socket): number {
  const { _handle: handle } = socket as Socket & { _handle?: { writeQueueSize: number } | null }
  return handle?.writeQueueSize ?? 0
}

function rateOf({ request, response, moved, since }: Transfer, now: number): number {
  return (bytesMoved(request, response) - moved) / ((now - since) / 1_000)
}

function tooManyOfPart(): ApiError {
  const message = `This part is already being sent ${mostPerPart} times. Wait until one of these requests has ended.`
  return new ApiError('rate_limited', { message, headers: { 'Retry-After': '5' } })
}

function tooMany(): ApiError {
  const message =
    'The server has reached its limit of transfers. Wait as many seconds as Retry-After says, then retry.'
  return new ApiError('unavailable', { message, headers: { 'Retry-After': '5' } })
}
