import { IncomingMessage } from 'node:http'
import type { FastifyRequest } from 'fastify'
import type { Caller } from '../core/access.ts'
import type { Operation } from '../core/operation.ts'
import type { SlotPool } from './http/limits/slots.ts'

/**
 * A request with what we learn of it on its way. Fields of our own, because Fastify sets decorations one by one, in
 * a loop, at every request.
 */
export class ApiRequest extends IncomingMessage {
  id = ''
  startedAt = 0
  /** The concurrency limit that this request counts for now. */
  slot: SlotPool | undefined = undefined
  /** Of the answer, once it is sent, and how long it took. */
  status = 0
  milliseconds = 0
  operation: Operation | undefined = undefined
  caller: Caller | undefined = undefined
  /** Its answer is a stream that goes on: it has been counted and told of when that began. */
  streams = false
  /** Through MCP: the tool that is called, or the method. */
  mcp: string | undefined = undefined
  /** Through MCP: the status that the call would have had over HTTP. */
  outcome: number | undefined = undefined
  /** The values of RateLimit-Policy and RateLimit. */
  limits: { policy: string; state: string } | undefined = undefined
}

export function apiRequest(request: FastifyRequest): ApiRequest {
  return request.raw as ApiRequest
}
