import { IncomingMessage } from 'node:http'
import type { FastifyRequest } from 'fastify'
import type { Caller } from '../core/access.ts'
import type { Operation } from '../core/operation.ts'

/** A concurrency limit that a request can hold a slot of. Only `releaseSlot` calls `release`. */
export type SlotPool = { release(request: ApiRequest): void }

/**
 * A request with what the server learns about it on its way. The fields are part of the class because Fastify sets
 * decorations one by one, in a loop, at every request.
 */
export class ApiRequest extends IncomingMessage {
  id = ''
  startedAt = 0
  /** The concurrency limit that this request counts against now. */
  slot: SlotPool | undefined = undefined
  /** Status and duration of the response, set once it is sent. */
  status = 0
  milliseconds = 0
  operation: Operation | undefined = undefined
  caller: Caller | undefined = undefined
  /** The response is an open-ended stream; the request was logged and counted when the stream began. */
  streams = false
  /** For MCP requests: the tool that is called, or the method. */
  mcp: string | undefined = undefined
  /** For MCP requests: the status that the call would have had over HTTP. */
  outcome: number | undefined = undefined
  /** The values of RateLimit-Policy and RateLimit. */
  limits: { policy: string; state: string } | undefined = undefined
}

export function apiRequest(request: FastifyRequest): ApiRequest {
  return request.raw as ApiRequest
}
